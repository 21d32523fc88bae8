"""Types of pelton.keras.preprocessing.image. Made by `dev.py stubs`; do not edit."""

from pelton.keras.preprocessing.image_changes import apply_affine_transform as apply_affine_transform
from pelton.keras.preprocessing.image_changes import apply_brightness_shift as apply_brightness_shift
from pelton.keras.preprocessing.image_changes import apply_channel_shift as apply_channel_shift
from pelton.keras.preprocessing.image_changes import random_brightness as random_brightness
from pelton.keras.preprocessing.image_changes import random_channel_shift as random_channel_shift
from pelton.keras.preprocessing.image_changes import random_rotation as random_rotation
from pelton.keras.preprocessing.image_changes import random_shear as random_shear
from pelton.keras.preprocessing.image_changes import random_shift as random_shift
from pelton.keras.preprocessing.image_changes import random_zoom as random_zoom
from pelton.keras.preprocessing.image_file_iterators import DataFrameIterator as DataFrameIterator
from pelton.keras.preprocessing.image_file_iterators import DirectoryIterator as DirectoryIterator
from pelton.keras.preprocessing.image_generator import ImageDataGenerator as ImageDataGenerator
from pelton.keras.preprocessing.image_iterators import Iterator as Iterator
from pelton.keras.preprocessing.image_iterators import NumpyArrayIterator as NumpyArrayIterator
from pelton.keras.utils.images import array_to_img as array_to_img
from pelton.keras.utils.images import img_to_array as img_to_array
from pelton.keras.utils.images import load_img as load_img
from pelton.keras.utils.images import save_img as save_img
from pelton.keras.utils.images import smart_resize as smart_resize
