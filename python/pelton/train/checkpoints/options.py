"""Owns CheckpointOptions: how a checkpoint is to be written."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class CheckpointOptions:
    """What `Checkpoint.write`, `save`, `read` and `restore` take as `options`.

    Files are written at once and in one piece by this process, whatever is asked for. Raises
    NotImplementedError for callbacks and for leaving out slot variables, which would change what
    happens."""

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Any = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: Any = None,
    ) -> None:
        asked = {
            "experimental_write_callbacks": experimental_write_callbacks,
            "experimental_skip_slot_variables": experimental_skip_slot_variables,
            "experimental_sharding_callback": experimental_sharding_callback,
        }
        for name, value in asked.items():
            if value:
                raise NotImplementedError(f"CheckpointOptions: {name} is not supported")
        self.experimental_io_device = experimental_io_device
        self.enable_async = enable_async or experimental_enable_async_checkpoint
        self.experimental_enable_async_checkpoint = self.enable_async
        self.experimental_write_callbacks = experimental_write_callbacks
        self.experimental_skip_slot_variables = experimental_skip_slot_variables
        self.experimental_sharding_callback = experimental_sharding_callback


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
