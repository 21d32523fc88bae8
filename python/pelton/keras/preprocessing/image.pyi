"""Types of pelton.keras.preprocessing.image. Made by `dev.py stubs`; do not edit."""

from pelton.keras.utils.images import array_to_img as array_to_img
from pelton.keras.utils.images import img_to_array as img_to_array
from pelton.keras.utils.images import load_img as load_img
from pelton.keras.utils.images import save_img as save_img
