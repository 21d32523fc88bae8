"""Keras's ops of images."""

from pelton.keras.ops.image.colors import hsv_to_rgb as hsv_to_rgb
from pelton.keras.ops.image.colors import rgb_to_grayscale as rgb_to_grayscale
from pelton.keras.ops.image.colors import rgb_to_hsv as rgb_to_hsv
from pelton.keras.ops.image.filters import gaussian_blur as gaussian_blur
from pelton.keras.ops.image.filters import sobel_edges as sobel_edges
from pelton.keras.ops.image.filters import ssim as ssim
from pelton.keras.ops.image.patches import extract_patches as extract_patches
from pelton.keras.ops.image.patches import extract_patches_3d as extract_patches_3d
from pelton.keras.ops.image.resizing import crop_images as crop_images
from pelton.keras.ops.image.resizing import pad_images as pad_images
from pelton.keras.ops.image.resizing import resize as resize
from pelton.keras.ops.image.resizing import scale_and_translate as scale_and_translate
from pelton.keras.ops.image.warping import affine_transform as affine_transform
from pelton.keras.ops.image.warping import compute_homography_matrix as compute_homography_matrix
from pelton.keras.ops.image.warping import elastic_transform as elastic_transform
from pelton.keras.ops.image.warping import map_coordinates as map_coordinates
from pelton.keras.ops.image.warping import perspective_transform as perspective_transform
