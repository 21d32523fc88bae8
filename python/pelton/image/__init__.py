"""tf.image: images (height, width, channels), or batches of them. Modules load on first use."""

import importlib as _importlib

from pelton.names.named_refusals import public as _public

_MODULES = {
    "adjusting": "adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_saturation "
    "per_image_standardization",
    "boxes": "crop_and_resize draw_bounding_boxes",
    "colors": "grayscale_to_rgb hsv_to_rgb rgb_to_grayscale rgb_to_hsv rgb_to_yiq rgb_to_yuv "
    "yiq_to_rgb yuv_to_rgb",
    "comparing": "psnr ssim ssim_multiscale total_variation",
    "decoding": "decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_png "
    "decode_webp extract_jpeg_shape is_jpeg",
    "encoding": "adjust_jpeg_quality encode_jpeg encode_png random_jpeg_quality "
    "stateless_random_jpeg_quality",
    "framing": "central_crop crop_to_bounding_box pad_to_bounding_box",
    "glimpses": "extract_glimpse",
    "many_classes": "combined_non_max_suppression non_max_suppression_overlaps",
    "patches": "extract_patches image_gradients sobel_edges",
    "randomly": "random_brightness random_contrast random_crop random_flip_left_right "
    "random_flip_up_down random_hue random_saturation stateless_random_brightness "
    "stateless_random_contrast stateless_random_crop stateless_random_flip_left_right "
    "stateless_random_flip_up_down stateless_random_hue stateless_random_saturation",
    "resizing": "ResizeMethod resize resize_with_crop_or_pad resize_with_pad",
    "sampled_boxes": "sample_distorted_bounding_box stateless_sample_distorted_bounding_box",
    "suppression": "non_max_suppression non_max_suppression_padded non_max_suppression_with_scores",
    "turning": "flip_left_right flip_up_down rot90 transpose",
    "types": "convert_image_dtype",
}
_LAZY = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted(_LAZY)


def __getattr__(name: str) -> object:
    if name not in _LAZY:
        from pelton.names.missing_names import missing

        raise missing(__name__, name, __dir__())
    value = getattr(_importlib.import_module(f"pelton.image.{_LAZY[name]}"), name)
    if callable(value) and not isinstance(value, type):
        value = _public(value, __name__, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
