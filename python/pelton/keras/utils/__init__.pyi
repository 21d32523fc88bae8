"""Types of pelton.keras.utils. Made by `dev.py stubs`; do not edit."""

from pelton.keras.utils.categorical import to_categorical as to_categorical
from pelton.keras.utils.console import disable_interactive_logging as disable_interactive_logging
from pelton.keras.utils.console import enable_interactive_logging as enable_interactive_logging
from pelton.keras.utils.console import is_interactive_logging_enabled as is_interactive_logging_enabled
from pelton.keras.utils.progbar import Progbar as Progbar
from pelton.keras.utils.seeds import set_random_seed as set_random_seed
