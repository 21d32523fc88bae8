"""Types of pelton.saved_model. Made by `dev.py stubs`; do not edit."""

from pelton.saved_model.asset import Asset as Asset
from pelton.saved_model.directory import contains_saved_model as contains_saved_model
from pelton.saved_model.loading import load as load
from pelton.saved_model.options import LoadOptions as LoadOptions
from pelton.saved_model.options import SaveOptions as SaveOptions
from pelton.saved_model.saving import save as save

ASSETS_DIRECTORY: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
GPU: str
SERVING: str
TRAINING: str
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str
