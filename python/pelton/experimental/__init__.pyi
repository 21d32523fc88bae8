"""Types of pelton.experimental. Made by `dev.py stubs`; do not edit."""

from . import dlpack as dlpack
from . import extension_type as extension_type
from . import numpy as numpy
from pelton.experimental.optional import Optional as Optional
from pelton.experimental.waiting import async_clear_error as async_clear_error
from pelton.experimental.waiting import async_scope as async_scope
from pelton.ragged.dynamic_shape import DynamicRaggedShape as DynamicRaggedShape
from pelton.tensors.api_dispatch import dispatch_for_api as dispatch_for_api
from pelton.tensors.api_dispatch import dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis
from pelton.tensors.api_dispatch import dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis
from pelton.tensors.api_dispatch import unregister_dispatch_for as unregister_dispatch_for
from pelton.tensors.extension_spec import ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder
from pelton.tensors.extension_spec import ExtensionTypeSpec as ExtensionTypeSpec
from pelton.tensors.extension_type import BatchableExtensionType as BatchableExtensionType
from pelton.tensors.extension_type import ExtensionType as ExtensionType
