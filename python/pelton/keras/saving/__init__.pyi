"""Types of pelton.keras.saving. Made by `dev.py stubs`; do not edit."""

from pelton.keras.saving.deserialize_object import deserialize_keras_object as deserialize_keras_object
from pelton.keras.saving.model_files import load_model as load_model
from pelton.keras.saving.model_files import load_weights as load_weights
from pelton.keras.saving.model_files import save_model as save_model
from pelton.keras.saving.model_files import save_weights as save_weights
from pelton.keras.saving.registration import CustomObjectScope as CustomObjectScope
from pelton.keras.saving.registration import CustomObjectScope as custom_object_scope
from pelton.keras.saving.registration import get_custom_objects as get_custom_objects
from pelton.keras.saving.registration import get_registered_name as get_registered_name
from pelton.keras.saving.registration import get_registered_object as get_registered_object
from pelton.keras.saving.registration import register_keras_serializable as register_keras_serializable
from pelton.keras.saving.serialize_object import serialize_keras_object as serialize_keras_object
