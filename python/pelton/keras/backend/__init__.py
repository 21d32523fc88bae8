"""keras.backend: process-wide settings, clear_session, and Keras 2's functions of tensors.

The functions are in files of their own, which load on first use; `values`, `draws` and `control`
hold those of variables, random numbers and loops."""

from __future__ import annotations

from pelton._core.keras_settings import epsilon as epsilon
from pelton._core.keras_settings import floatx as floatx
from pelton._core.keras_settings import image_data_format as _image_data_format
from pelton._core.keras_settings import reset_names as _reset_names
from pelton._core.keras_settings import set_epsilon as set_epsilon
from pelton._core.keras_settings import set_floatx as set_floatx
from pelton.keras.missing_names import missing as _missing

_HOMES = {
    "elementwise": "abs clip cos elu equal exp greater greater_equal hard_sigmoid l2_normalize "
    "less less_equal log maximum minimum not_equal pow relu round sigmoid sign sin softmax "
    "softplus softsign sqrt square tanh",
    "reductions": "all any argmax argmin cumprod cumsum max mean min prod std sum var",
    "arranging": "batch_flatten cast concatenate count_params dtype expand_dims flatten gather "
    "int_shape ndim one_hot permute_dimensions repeat repeat_elements reshape reverse shape "
    "spatial_2d_padding spatial_3d_padding squeeze stack stop_gradient temporal_padding tile "
    "transpose",
    "values": "arange batch_get_value batch_set_value cast_to_floatx constant eval eye get_uid "
    "get_value is_keras_tensor is_sparse moving_average_update ones ones_like set_value to_dense "
    "update update_add update_sub variable zeros zeros_like",
    "draws": "dropout random_bernoulli random_normal random_normal_variable random_uniform "
    "random_uniform_variable truncated_normal",
    "products": "batch_dot batch_normalization bias_add conv1d conv2d conv2d_transpose conv3d "
    "depthwise_conv2d dot in_top_k pool2d pool3d resize_images resize_volumes separable_conv2d",
    "losses": "binary_crossentropy binary_focal_crossentropy categorical_crossentropy "
    "categorical_focal_crossentropy ctc_batch_cost ctc_decode ctc_label_dense_to_sparse "
    "sparse_categorical_crossentropy",
    "control": "foldl foldr gradients map_fn name_scope rnn switch",
    "pelton.keras.config": "set_image_data_format",
    "dtypes": "is_float_dtype is_int_dtype standardize_dtype",
    "pelton.keras.ops.dtypes": "result_type",
}
_LAZY = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(
    {
        *_LAZY,
        *("backend", "clear_session", "epsilon", "floatx", "image_data_format"),
        *("set_epsilon", "set_floatx"),
    }
)


def backend() -> str:
    """The name of what computes, as scripts compare it: TensorFlow's API."""
    return "tensorflow"


def image_data_format() -> str:
    """How images are laid out unless a layer says otherwise."""
    return _image_data_format()


def clear_session(free_memory: bool = True) -> None:
    """Starts the automatic names of layers, models and variables anew."""
    _reset_names()
    if "get_uid" in globals():
        from pelton.keras.backend.values import forget_uids

        forget_uids()


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        raise _missing(__name__, name)
    import importlib

    home = _LAZY[name]
    value = getattr(importlib.import_module(home if "." in home else f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
