"""keras.utils: the names that Keras exports there; each lives in a file of its own and loads on
first use."""

import importlib as _importlib

_LAZY = {
    "Progbar": "progbar",
    "PyDataset": "py_dataset",
    "Sequence": "py_dataset",
    **dict.fromkeys("array_to_img img_to_array load_img save_img".split(), "images"),
    "clear_session": "pelton.keras.backend",
    "disable_interactive_logging": "console",
    "enable_interactive_logging": "console",
    "is_keras_tensor": "pelton.keras.backend",
    "standardize_dtype": "pelton.keras.backend",
    "get_file": "pelton.keras.datasets.web_file",
    "image_dataset_from_directory": "image_folders",
    "is_interactive_logging_enabled": "console",
    **dict.fromkeys("model_to_dot plot_model".split(), "pelton.keras.models.plots"),
    "normalize": "norms",
    **dict.fromkeys("pack_x_y_sample_weight unpack_x_y_sample_weight".split(), "batch_parts"),
    "get_source_inputs": "pelton.keras.models.graph",
    "pad_sequences": "sequences",
    **dict.fromkeys(
        "CustomObjectScope custom_object_scope deserialize_keras_object get_custom_objects "
        "get_registered_name get_registered_object register_keras_serializable "
        "serialize_keras_object".split(),
        "pelton.keras.saving",
    ),
    "set_random_seed": "seeds",
    "split_dataset": "splits",
    "text_dataset_from_directory": "text_folders",
    "audio_dataset_from_directory": "audio_folders",
    "timeseries_dataset_from_array": "time_windows",
    "to_categorical": "categorical",
}
__all__ = sorted(_LAZY)


def __getattr__(name: str) -> object:
    if name in _LAZY:
        home = _LAZY[name]
        home = home if "." in home else f"{__name__}.{home}"
        value = getattr(_importlib.import_module(home), name)
        globals()[name] = value
        return value
    if name in ("bounding_boxes", "legacy"):
        return _importlib.import_module(f"{__name__}.{name}")
    if name == "FeatureSpace":
        from pelton.keras.installed_sources import member

        return member(__name__, name)
    if name == "set_memory_growth":  # a name that articles spread
        raise AttributeError(
            f"module {__name__!r} has no attribute {name!r}: "
            "use tf.config.experimental.set_memory_growth(gpu, True)"
        )
    from pelton.keras.missing_names import answer

    return answer(__name__, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY, "bounding_boxes"})
