"""keras.utils: the names that Keras exports there; each lives in a file of its own."""

from pelton.keras.utils.categorical import to_categorical as to_categorical
from pelton.keras.utils.console import (
    disable_interactive_logging as disable_interactive_logging,
)
from pelton.keras.utils.console import (
    enable_interactive_logging as enable_interactive_logging,
)
from pelton.keras.utils.console import (
    is_interactive_logging_enabled as is_interactive_logging_enabled,
)
from pelton.keras.utils.progbar import Progbar as Progbar
from pelton.keras.utils.seeds import set_random_seed as set_random_seed


def __getattr__(name: str) -> object:
    message = f"module {__name__!r} has no attribute {name!r}"
    if name == "set_memory_growth":  # a name that articles spread
        message += ": use tf.config.experimental.set_memory_growth(gpu, True)"
    raise AttributeError(message)
