"""keras.layers: the base class, the built-in layers of the C++ table, Input, and their configs."""

import importlib as _importlib

from pelton._core import layers as _core
from pelton.keras import stateless as _stateless
from pelton.keras.layers import convolution_method as _convolution_method
from pelton.keras.layers import layer_activations as _layer_activations
from pelton.keras.layers import quantize_method as _quantize_method
from pelton.keras.layers.input_spec import InputSpec as InputSpec
from pelton.keras.layers.regularization import dropout_generator as _dropout_generator
from pelton.keras.layers.serialization import deserialize as deserialize
from pelton.keras.layers.serialization import serialize as serialize
from pelton.keras.missing_names import answer as _answer
from pelton.names.named_refusals import name_class as _name_class

Layer = _core.Layer
_stateless.add_to_layer(Layer)
_layer_activations.add_to_classes()
_dropout_generator.add_to(_core.Dropout)
setattr(_core.Rescaling, "_allow_non_tensor_positional_args", True)  # noqa: B010 - not in stubs
_quantize_method.add_to_layers()
_convolution_method.add_to_layers()
_BUILT_IN = {
    _name: _class
    for _name, _class in vars(_core).items()
    if _name[0] != "_" and isinstance(_class, type) and _name not in ("Model", "Sequential")
}
globals().update(_BUILT_IN)

# Layers that are made in Python load on first use, from these modules.
_LAZY = {
    **dict.fromkeys(("ELU", "LeakyReLU", "ThresholdedReLU"), "activation.leaky"),
    "PReLU": "activation.prelu",
    "ActivityRegularization": "regularization.activity_regularization",
    **dict.fromkeys("AlphaDropout GaussianDropout GaussianNoise".split(), "regularization.noise"),
    **dict.fromkeys(
        "SpatialDropout1D SpatialDropout2D SpatialDropout3D".split(),
        "regularization.spatial_dropout",
    ),
    **dict.fromkeys(("Permute", "RepeatVector"), "reshaping.permute"),
    **dict.fromkeys(("Identity", "Wrapper"), "wrapping.wrapper"),
    "Lambda": "wrapping.lambda_layer",
    "TFSMLayer": "wrapping.tfsm_layer",
    "TimeDistributed": "wrapping.time_distributed",
    **dict.fromkeys(("RMSNormalization", "UnitNormalization"), "normalization.unit_normalization"),
    "GroupNormalization": "normalization.group_normalization",
    "SpectralNormalization": "normalization.spectral_normalization",
    **dict.fromkeys(("AdditiveAttention", "Attention"), "attention.dot_product"),
    "RNN": "recurrent.rnn",
    "StackedRNNCells": "recurrent.stacked_cells",
    "SimpleRNN": "recurrent.simple_rnn",
    "SimpleRNNCell": "recurrent.simple_rnn_cell",
    "GRU": "recurrent.gru",
    "GRUCell": "recurrent.gru_cell",
    "Bidirectional": "recurrent.bidirectional",
    **dict.fromkeys("Add Average Maximum Minimum Multiply Subtract".split(), "merging.elementwise"),
    **dict.fromkeys("add average maximum minimum multiply subtract".split(), "merging.elementwise"),
    **dict.fromkeys(("Concatenate", "concatenate"), "merging.concatenate"),
    **dict.fromkeys(("Dot", "dot"), "merging.dot"),
    "Embedding": "core.embedding",
    "ReversibleEmbedding": "core.reversible_embedding",
    **dict.fromkeys(
        "GlobalAveragePooling1D GlobalAveragePooling3D GlobalMaxPooling1D GlobalMaxPooling2D "
        "GlobalMaxPooling3D GlobalAvgPool1D GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D "
        "GlobalMaxPool3D".split(),
        "pooling.global_pooling",
    ),
    **dict.fromkeys("ZeroPadding1D ZeroPadding2D ZeroPadding3D".split(), "reshaping.zero_padding"),
    **dict.fromkeys("Cropping1D Cropping2D Cropping3D".split(), "reshaping.cropping"),
    **dict.fromkeys("UpSampling1D UpSampling2D UpSampling3D".split(), "reshaping.up_sampling"),
    **dict.fromkeys(
        "AdaptiveAveragePooling1D AdaptiveAveragePooling2D AdaptiveAveragePooling3D "
        "AdaptiveMaxPooling1D AdaptiveMaxPooling2D AdaptiveMaxPooling3D".split(),
        "pooling.adaptive_pooling",
    ),
    **dict.fromkeys("ConvLSTM1D ConvLSTM2D ConvLSTM3D".split(), "recurrent.conv_lstm"),
    "EinsumDense": "core.einsum_dense",
    "LSTM": "recurrent.lstm",
    "LSTMCell": "recurrent.lstm_cell",
    "Masking": "core.masking",
    "MultiHeadAttention": "attention.multi_head_attention",
    **dict.fromkeys(
        ("GroupQueryAttention", "GroupedQueryAttention"), "attention.grouped_query_attention"
    ),
    "CategoryEncoding": "preprocessing.categories",
    "Discretization": "preprocessing.discretization",
    "HashedCrossing": "preprocessing.hashed_crossing",
    "Hashing": "preprocessing.hashing",
    **dict.fromkeys(("IntegerLookup", "StringLookup"), "preprocessing.string_lookup"),
    "TextVectorization": "preprocessing.text_vectorization",
    "Normalization": "preprocessing.normalization",
    "RandomFlip": "preprocessing.flips",
    **dict.fromkeys(("RandomHeight", "RandomWidth"), "preprocessing.random_lengths"),
    **dict.fromkeys("RandomRotation RandomTranslation RandomZoom".split(), "preprocessing.moves"),
    **dict.fromkeys(("RandomBrightness", "RandomContrast"), "preprocessing.tones"),
    **dict.fromkeys(("CenterCrop", "RandomCrop", "Resizing"), "preprocessing.sizing"),
    **dict.fromkeys(
        "RandomGrayscale RandomColorDegeneration RandomInvert".split(), "augmentation.grays"
    ),
    **dict.fromkeys(("RandomPosterization", "Solarization"), "augmentation.levels"),
    **dict.fromkeys("RandomHue RandomSaturation RandomColorJitter".split(), "augmentation.hues"),
    **dict.fromkeys(("RandomGaussianBlur", "RandomSharpness"), "augmentation.sharpness"),
    **dict.fromkeys(("AutoContrast", "Equalization"), "augmentation.histograms"),
    "ContrastLimitedAdaptiveHistogramEqualization": "augmentation.local_histograms",
    **dict.fromkeys(("CutMix", "MixUp"), "augmentation.mixing"),
    "RandomErasing": "augmentation.erasing",
    **dict.fromkeys(
        "RandomElasticTransform RandomPerspective RandomShear".split(), "augmentation.warps"
    ),
    **dict.fromkeys(("AugMix", "RandAugment"), "augmentation.policies"),
    "MaxNumBoundingBoxes": "augmentation.bounding_boxes",
    "MelSpectrogram": "preprocessing.mel_spectrogram",
    "STFTSpectrogram": "preprocessing.stft_spectrogram",
    "Pipeline": "augmentation.pipeline",
}
__all__ = sorted({*_BUILT_IN, *_LAZY, "Input", "InputSpec", "deserialize", "serialize"})


def __getattr__(name: str) -> object:
    if name in _LAZY:
        value = getattr(_importlib.import_module(f"{__name__}.{_LAZY[name]}"), name)
        if isinstance(value, type):
            _name_class(value)
    elif name == "Input":  # whose module imports this package
        value = _importlib.import_module("pelton.keras.keras_tensor").Input
    else:
        return _answer(__name__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
