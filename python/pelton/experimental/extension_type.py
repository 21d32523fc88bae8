"""``tf.experimental.extension_type``: what takes extension types apart."""

from __future__ import annotations

from pelton.tensors.extension_type import as_dict

__all__ = ["as_dict"]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
