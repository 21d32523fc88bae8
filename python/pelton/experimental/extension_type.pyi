"""Types of pelton.experimental.extension_type. Made by `dev.py stubs`; do not edit."""

from pelton.tensors.extension_type import as_dict as as_dict
