"""Keras's ops of networks: activations, convolutions, pools, losses, attention."""

from pelton.keras.ops.nn.activations import celu as celu
from pelton.keras.ops.nn.activations import elu as elu
from pelton.keras.ops.nn.activations import gelu as gelu
from pelton.keras.ops.nn.activations import glu as glu
from pelton.keras.ops.nn.activations import hard_shrink as hard_shrink
from pelton.keras.ops.nn.activations import hard_sigmoid as hard_sigmoid
from pelton.keras.ops.nn.activations import hard_silu as hard_silu
from pelton.keras.ops.nn.activations import hard_swish as hard_swish
from pelton.keras.ops.nn.activations import hard_tanh as hard_tanh
from pelton.keras.ops.nn.activations import leaky_relu as leaky_relu
from pelton.keras.ops.nn.activations import log_sigmoid as log_sigmoid
from pelton.keras.ops.nn.activations import log_softmax as log_softmax
from pelton.keras.ops.nn.activations import relu as relu
from pelton.keras.ops.nn.activations import relu6 as relu6
from pelton.keras.ops.nn.activations import selu as selu
from pelton.keras.ops.nn.activations import sigmoid as sigmoid
from pelton.keras.ops.nn.activations import silu as silu
from pelton.keras.ops.nn.activations import soft_shrink as soft_shrink
from pelton.keras.ops.nn.activations import softmax as softmax
from pelton.keras.ops.nn.activations import softplus as softplus
from pelton.keras.ops.nn.activations import softsign as softsign
from pelton.keras.ops.nn.activations import sparse_plus as sparse_plus
from pelton.keras.ops.nn.activations import sparse_sigmoid as sparse_sigmoid
from pelton.keras.ops.nn.activations import sparsemax as sparsemax
from pelton.keras.ops.nn.activations import squareplus as squareplus
from pelton.keras.ops.nn.activations import swish as swish
from pelton.keras.ops.nn.activations import tanh_shrink as tanh_shrink
from pelton.keras.ops.nn.activations import threshold as threshold
from pelton.keras.ops.nn.attention import dot_product_attention as dot_product_attention
from pelton.keras.ops.nn.blocks import depth_to_space as depth_to_space
from pelton.keras.ops.nn.blocks import fold as fold
from pelton.keras.ops.nn.blocks import space_to_depth as space_to_depth
from pelton.keras.ops.nn.blocks import unfold as unfold
from pelton.keras.ops.nn.complex_numbers import polar as polar
from pelton.keras.ops.nn.convolution import conv as conv
from pelton.keras.ops.nn.convolution import conv_transpose as conv_transpose
from pelton.keras.ops.nn.convolution import depthwise_conv as depthwise_conv
from pelton.keras.ops.nn.convolution import separable_conv as separable_conv
from pelton.keras.ops.nn.encodings import multi_hot as multi_hot
from pelton.keras.ops.nn.encodings import one_hot as one_hot
from pelton.keras.ops.nn.losses import binary_crossentropy as binary_crossentropy
from pelton.keras.ops.nn.losses import categorical_crossentropy as categorical_crossentropy
from pelton.keras.ops.nn.losses import (
    sparse_categorical_crossentropy as sparse_categorical_crossentropy,
)
from pelton.keras.ops.nn.normalization import batch_normalization as batch_normalization
from pelton.keras.ops.nn.normalization import layer_normalization as layer_normalization
from pelton.keras.ops.nn.normalization import moments as moments
from pelton.keras.ops.nn.normalization import normalize as normalize
from pelton.keras.ops.nn.normalization import rms_normalization as rms_normalization
from pelton.keras.ops.nn.pooling import adaptive_average_pool as adaptive_average_pool
from pelton.keras.ops.nn.pooling import adaptive_max_pool as adaptive_max_pool
from pelton.keras.ops.nn.pooling import average_pool as average_pool
from pelton.keras.ops.nn.pooling import max_pool as max_pool
from pelton.keras.ops.nn.ratios import psnr as psnr
