"""Types of pelton.keras.utils. Made by `dev.py stubs`; do not edit."""

from pelton.keras.datasets.web_file import get_file as get_file
from pelton.keras.models.plots import model_to_dot as model_to_dot
from pelton.keras.models.plots import plot_model as plot_model
from pelton.keras.saving.deserialize_object import deserialize_keras_object as deserialize_keras_object
from pelton.keras.saving.registration import CustomObjectScope as CustomObjectScope
from pelton.keras.saving.registration import CustomObjectScope as custom_object_scope
from pelton.keras.saving.registration import get_custom_objects as get_custom_objects
from pelton.keras.saving.registration import get_registered_name as get_registered_name
from pelton.keras.saving.registration import get_registered_object as get_registered_object
from pelton.keras.saving.registration import register_keras_serializable as register_keras_serializable
from pelton.keras.saving.serialize_object import serialize_keras_object as serialize_keras_object
from pelton.keras.utils.categorical import to_categorical as to_categorical
from pelton.keras.utils.console import disable_interactive_logging as disable_interactive_logging
from pelton.keras.utils.console import enable_interactive_logging as enable_interactive_logging
from pelton.keras.utils.console import is_interactive_logging_enabled as is_interactive_logging_enabled
from pelton.keras.utils.images import array_to_img as array_to_img
from pelton.keras.utils.images import img_to_array as img_to_array
from pelton.keras.utils.images import load_img as load_img
from pelton.keras.utils.images import save_img as save_img
from pelton.keras.utils.norms import normalize as normalize
from pelton.keras.utils.progbar import Progbar as Progbar
from pelton.keras.utils.py_dataset import PyDataset as PyDataset
from pelton.keras.utils.py_dataset import PyDataset as Sequence
from pelton.keras.utils.seeds import set_random_seed as set_random_seed
from pelton.keras.utils.sequences import pad_sequences as pad_sequences
