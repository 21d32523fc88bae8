"""The backend that Keras finds as ``keras.src.backend.pelton``."""

from keras.src.backend.common.name_scope import name_scope as name_scope

from keras_pelton.src import core as core
from keras_pelton.src import random as random
from keras_pelton.src.core import IS_THREAD_SAFE as IS_THREAD_SAFE
from keras_pelton.src.core import SUPPORTS_COMPLEX_DTYPES as SUPPORTS_COMPLEX_DTYPES
from keras_pelton.src.core import SUPPORTS_RAGGED_TENSORS as SUPPORTS_RAGGED_TENSORS
from keras_pelton.src.core import SUPPORTS_SPARSE_TENSORS as SUPPORTS_SPARSE_TENSORS
from keras_pelton.src.core import Variable as Variable
from keras_pelton.src.core import cast as cast
from keras_pelton.src.core import compute_output_spec as compute_output_spec
from keras_pelton.src.core import cond as cond
from keras_pelton.src.core import convert_to_numpy as convert_to_numpy
from keras_pelton.src.core import convert_to_tensor as convert_to_tensor
from keras_pelton.src.core import device_scope as device_scope
from keras_pelton.src.core import is_tensor as is_tensor
from keras_pelton.src.core import random_seed_dtype as random_seed_dtype
from keras_pelton.src.core import scatter as scatter
from keras_pelton.src.core import shape as shape
from keras_pelton.src.core import stop_gradient as stop_gradient
from keras_pelton.src.core import vectorized_map as vectorized_map
from keras_pelton.src.ops import image as image
from keras_pelton.src.ops import linalg as linalg
from keras_pelton.src.ops import math as math
from keras_pelton.src.ops import nn as nn
from keras_pelton.src.ops import numpy as numpy
from keras_pelton.src.rnn import bidirectional_gru as bidirectional_gru
from keras_pelton.src.rnn import bidirectional_lstm as bidirectional_lstm
from keras_pelton.src.rnn import cudnn_ok as cudnn_ok
from keras_pelton.src.rnn import gru as gru
from keras_pelton.src.rnn import lstm as lstm
from keras_pelton.src.rnn import rnn as rnn
from keras_pelton.src.settings import share as _share

distribution_lib = None
_share()
