"""Owns what tf.saved_model.save and load take as options: TensorFlow's names, and which count."""

from __future__ import annotations

from typing import Any


def _is_default(value: Any) -> bool:
    return value is None or value is False


class SaveOptions:
    """Options of tf.saved_model.save. Those about TensorFlow's own file (debug information,
    aliases, namespaces, custom gradients, sharding, tags) change nothing here.

    Raises NotImplementedError for `experimental_skip_saver` and `experimental_image_format`."""

    def __init__(
        self,
        namespace_whitelist: Any = None,
        save_debug_info: bool = False,
        function_aliases: Any = None,
        experimental_debug_stripper: bool = False,
        experimental_io_device: Any = None,
        experimental_variable_policy: Any = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
        experimental_sharding_callback: Any = None,
        extra_tags: Any = None,
    ) -> None:
        for name, value in (
            ("experimental_image_format", experimental_image_format),
            ("experimental_skip_saver", experimental_skip_saver),
        ):
            if not _is_default(value):
                raise NotImplementedError(f"SaveOptions: `{name}` is not there: got {value!r}")
        self.namespace_whitelist = namespace_whitelist
        self.save_debug_info = save_debug_info
        self.function_aliases = function_aliases
        self.experimental_debug_stripper = experimental_debug_stripper
        self.experimental_io_device = experimental_io_device
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format = experimental_image_format
        self.experimental_skip_saver = experimental_skip_saver
        self.experimental_sharding_callback = experimental_sharding_callback
        self.extra_tags = extra_tags


class LoadOptions:
    """Options of tf.saved_model.load. Devices, aliases and variable policies change nothing here.

    Raises NotImplementedError for `experimental_skip_checkpoint` and `allow_partial_checkpoint`."""

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: Any = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: Any = None,
        experimental_load_function_aliases: bool = False,
    ) -> None:
        for name, value in (
            ("allow_partial_checkpoint", allow_partial_checkpoint),
            ("experimental_skip_checkpoint", experimental_skip_checkpoint),
        ):
            if not _is_default(value):
                raise NotImplementedError(f"LoadOptions: `{name}` is not there: got {value!r}")
        self.allow_partial_checkpoint = allow_partial_checkpoint
        self.experimental_io_device = experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = experimental_variable_policy
        self.experimental_load_function_aliases = experimental_load_function_aliases


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
