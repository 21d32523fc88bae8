"""Types of pelton.keras.losses. Made by `dev.py stubs`; do not edit."""

from pelton._core.losses import BinaryCrossentropy as BinaryCrossentropy
from pelton._core.losses import CategoricalCrossentropy as CategoricalCrossentropy
from pelton._core.losses import Loss as Loss
from pelton._core.losses import MeanAbsoluteError as MeanAbsoluteError
from pelton._core.losses import MeanSquaredError as MeanSquaredError
from pelton._core.losses import SparseCategoricalCrossentropy as SparseCategoricalCrossentropy
from pelton._core.losses import binary_crossentropy as binary_crossentropy
from pelton._core.losses import categorical_crossentropy as categorical_crossentropy
from pelton._core.losses import mean_absolute_error as MAE
from pelton._core.losses import mean_absolute_error as mae
from pelton._core.losses import mean_absolute_error as mean_absolute_error
from pelton._core.losses import mean_squared_error as MSE
from pelton._core.losses import mean_squared_error as mean_squared_error
from pelton._core.losses import mean_squared_error as mse
from pelton._core.losses import sparse_categorical_crossentropy as sparse_categorical_crossentropy
from pelton.keras.losses.embeddings import circle as circle
from pelton.keras.losses.formulas import binary_focal_crossentropy as binary_focal_crossentropy
from pelton.keras.losses.formulas import categorical_focal_crossentropy as categorical_focal_crossentropy
from pelton.keras.losses.formulas import categorical_generalized_cross_entropy as categorical_generalized_cross_entropy
from pelton.keras.losses.formulas import categorical_hinge as categorical_hinge
from pelton.keras.losses.formulas import cosine_similarity as cosine_similarity
from pelton.keras.losses.formulas import dice as dice
from pelton.keras.losses.formulas import hinge as hinge
from pelton.keras.losses.formulas import huber as huber
from pelton.keras.losses.formulas import kl_divergence as KLD
from pelton.keras.losses.formulas import kl_divergence as kl_divergence
from pelton.keras.losses.formulas import kl_divergence as kld
from pelton.keras.losses.formulas import kl_divergence as kullback_leibler_divergence
from pelton.keras.losses.formulas import log_cosh as log_cosh
from pelton.keras.losses.formulas import log_cosh as logcosh
from pelton.keras.losses.formulas import mean_absolute_percentage_error as MAPE
from pelton.keras.losses.formulas import mean_absolute_percentage_error as mape
from pelton.keras.losses.formulas import mean_absolute_percentage_error as mean_absolute_percentage_error
from pelton.keras.losses.formulas import mean_squared_logarithmic_error as MSLE
from pelton.keras.losses.formulas import mean_squared_logarithmic_error as mean_squared_logarithmic_error
from pelton.keras.losses.formulas import mean_squared_logarithmic_error as msle
from pelton.keras.losses.formulas import poisson as poisson
from pelton.keras.losses.formulas import squared_hinge as squared_hinge
from pelton.keras.losses.formulas import tversky as tversky
from pelton.keras.losses.library_losses import BinaryFocalCrossentropy as BinaryFocalCrossentropy
from pelton.keras.losses.library_losses import CTC as CTC
from pelton.keras.losses.library_losses import CategoricalFocalCrossentropy as CategoricalFocalCrossentropy
from pelton.keras.losses.library_losses import CategoricalGeneralizedCrossEntropy as CategoricalGeneralizedCrossEntropy
from pelton.keras.losses.library_losses import CategoricalHinge as CategoricalHinge
from pelton.keras.losses.library_losses import Circle as Circle
from pelton.keras.losses.library_losses import CosineSimilarity as CosineSimilarity
from pelton.keras.losses.library_losses import Dice as Dice
from pelton.keras.losses.library_losses import Hinge as Hinge
from pelton.keras.losses.library_losses import Huber as Huber
from pelton.keras.losses.library_losses import KLDivergence as KLDivergence
from pelton.keras.losses.library_losses import LogCosh as LogCosh
from pelton.keras.losses.library_losses import MeanAbsolutePercentageError as MeanAbsolutePercentageError
from pelton.keras.losses.library_losses import MeanSquaredLogarithmicError as MeanSquaredLogarithmicError
from pelton.keras.losses.library_losses import Poisson as Poisson
from pelton.keras.losses.library_losses import SquaredHinge as SquaredHinge
from pelton.keras.losses.library_losses import Tversky as Tversky
from pelton.keras.losses.sequences import ctc as ctc
from typing import Any


class Reduction:
    AUTO = 'sum_over_batch_size'
    NONE = 'none'
    SUM = 'sum'
    SUM_OVER_BATCH_SIZE = 'sum_over_batch_size'
def deserialize(config: Any, custom_objects: Any = None) -> Any: ...
def get(identifier: Any) -> Any: ...
def serialize(loss: Any) -> Any: ...
