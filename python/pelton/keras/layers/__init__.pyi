"""Types of pelton.keras.layers. Made by `dev.py stubs`; do not edit."""

from pelton._core.layers import Activation as Activation
from pelton._core.layers import AveragePooling2D as AveragePooling2D
from pelton._core.layers import AveragePooling2D as AvgPool2D
from pelton._core.layers import BatchNormalization as BatchNormalization
from pelton._core.layers import Conv2D as Conv2D
from pelton._core.layers import Conv2D as Convolution2D
from pelton._core.layers import Dense as Dense
from pelton._core.layers import Dropout as Dropout
from pelton._core.layers import Flatten as Flatten
from pelton._core.layers import GlobalAveragePooling2D as GlobalAveragePooling2D
from pelton._core.layers import GlobalAveragePooling2D as GlobalAvgPool2D
from pelton._core.layers import InputLayer as InputLayer
from pelton._core.layers import Layer as Layer
from pelton._core.layers import LayerNormalization as LayerNormalization
from pelton._core.layers import MaxPooling2D as MaxPool2D
from pelton._core.layers import MaxPooling2D as MaxPooling2D
from pelton._core.layers import ReLU as ReLU
from pelton._core.layers import Rescaling as Rescaling
from pelton._core.layers import Reshape as Reshape
from pelton._core.layers import Softmax as Softmax
from pelton.keras.layers.input_spec import InputSpec as InputSpec
from pelton.keras.layers.serialization import deserialize as deserialize
from pelton.keras.layers.serialization import serialize as serialize
