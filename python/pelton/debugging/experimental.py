"""``tf.debugging.experimental``: what is said of dumps of debug information."""

from __future__ import annotations

from pelton.debugging.tracebacks import disable_dump_debug_info, enable_dump_debug_info

__all__ = ["disable_dump_debug_info", "enable_dump_debug_info"]
