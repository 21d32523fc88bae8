"""Calls of tf.image whose results are recorded: expressions over the inputs below."""

from recorded.recorder import integers, numbers

_NAN = "float('nan')"
INPUTS = {
    "f": abs(numbers("image/f", (5, 4, 3), 0.3)) % 1,  # from 0 to 1
    "b": abs(numbers("image/b", (2, 4, 5, 3), 0.3)) % 1,
    "g": abs(numbers("image/g", (2, 4, 5, 3), 0.3)) % 1,
    "u": integers("image/u", (5, 4, 3), 0, 255, "uint8"),
    "large": abs(numbers("image/large", (1, 12, 13, 2), 0.3)) % 1,
    "frames": [
        [0.0, 0.0, 1.0, 1.0],
        [0.1, 0.2, 0.7, 0.8],
        [0.5, 0.6, 0.2, 0.1],
        [-0.3, 0.1, 1.4, 0.9],
    ],
    "found": [
        [0.1, 0.1, 0.6, 0.6],
        [0.12, 0.1, 0.62, 0.6],
        [0.5, 0.5, 0.9, 0.8],
        [0.9, 0.8, 0.5, 0.5],
        [0.0, 0.0, 0.2, 0.3],
        [0.05, 0.0, 0.25, 0.3],
    ],
    "scores": [0.9, 0.8, 0.75, 0.7, 0.6, 0.65],
}

METHODS = "bilinear nearest bicubic area lanczos3 lanczos5 gaussian mitchellcubic".split()
DTYPES = "uint8 uint16 int8 int16 float16 float32 float64".split()
CASES = [
    *(
        f"tf.image.resize({x}, {size}, '{method}', antialias={antialias})"
        for method in METHODS
        for x, size, antialias in (
            ("f", "(3, 7)", False),
            ("f", "(2, 3)", True),
            ("u", "(8, 3)", False),
            ("b", "(4, 2)", True),
        )
    ),
    "tf.image.resize(u, (5, 4))",
    "tf.image.resize(f, (9, 5), preserve_aspect_ratio=True)",
    "tf.image.resize(b, (3, 9), tf.image.ResizeMethod.AREA, True)",
    "tf.image.resize_with_pad(f, 7, 4)",
    "tf.image.resize_with_pad(b, 3, 9, 'nearest')",
    "tf.image.resize_with_crop_or_pad(f, 3, 7)",
    "tf.image.resize_with_crop_or_pad(u, 7, 3)",
    "tf.image.crop_to_bounding_box(f, 1, 0, 3, 2)",
    "tf.image.crop_to_bounding_box(b, 1, 2, 3, 2)",
    "tf.image.pad_to_bounding_box(f, 1, 2, 7, 8)",
    "tf.image.central_crop(f, 0.5)",
    "tf.image.central_crop(b, 0.33)",
    *(
        f"tf.image.{name}({x})"
        for name in "flip_left_right flip_up_down transpose rot90 rgb_to_grayscale "
        "per_image_standardization".split()
        for x in "fbu"
    ),
    "tf.image.rot90(f, 2)",
    "tf.image.rot90(f, 3)",
    *(
        f"tf.image.convert_image_dtype({x}, '{dtype}', saturate={saturate})"
        for x in "fu"
        for dtype in DTYPES
        for saturate in (False, True)
    ),
    *(
        f"tf.image.{call.replace('x', x, 1)}"
        for x in "fu"
        for call in (
            "adjust_brightness(x, 0.2)",
            "adjust_contrast(x, 1.7)",
            "adjust_gamma(x, 0.7, 1.1)",
            "adjust_hue(x, 0.3)",
            "adjust_saturation(x, 1.8)",
        )
    ),
    *(
        f"tf.image.{name}(f)"
        for name in "rgb_to_hsv hsv_to_rgb rgb_to_yiq yiq_to_rgb rgb_to_yuv yuv_to_rgb "
        "total_variation".split()
    ),
    "tf.image.grayscale_to_rgb(f[..., :1])",
    "tf.image.total_variation(b)",
    "tf.image.psnr(b, g, 1.0)",
    "tf.image.psnr(u, u // 2, 255)",
    "tf.image.ssim(large, large * 0.8 + 0.1, 1.0)",
    "tf.image.ssim(b, g, 1.0, filter_size=3)",
    "tf.image.ssim(b, g, 1.0, filter_size=3, return_index_map=True)",
    "tf.image.ssim_multiscale(large, large * 0.8 + 0.1, 1.0, (0.4, 0.6), filter_size=5)",
    "tf.image.sobel_edges(b)",
    "tf.image.image_gradients(b)",
    "tf.image.extract_patches(b, [1, 2, 3, 1], [1, 1, 2, 1], [1, 1, 1, 1], 'VALID')",
    "tf.image.extract_patches(b, [1, 2, 2, 1], [1, 2, 1, 1], [1, 2, 1, 1], 'SAME')",
    "tf.image.crop_and_resize(b, frames, [0, 1, 1, 0], (3, 4))",
    "tf.image.crop_and_resize(b, frames, [0, 1, 1, 0], (3, 4), 'nearest', 0.5)",
    "tf.image.crop_and_resize(b, frames, [0, 1, 1, 0], (1, 1))",
    "tf.image.draw_bounding_boxes(b, [frames[:2], frames[1:3]], [[1.0, 0.0, 0.5]])",
    "tf.image.stateless_random_crop(f, (3, 2, 3), (1, 2))",
    "tf.image.stateless_random_crop(b, (1, 2, 3, 2), (4, 2))",
    "tf.image.stateless_random_flip_left_right(f, (1, 2))",
    "tf.image.stateless_random_flip_left_right(b, (2, 1))",
    "tf.image.stateless_random_flip_up_down(b, (3, 1))",
    "tf.image.non_max_suppression(found, scores, 4)",
    "tf.image.non_max_suppression(found, scores, 6, 0.9, 0.62)",
    "tf.image.non_max_suppression_with_scores(found, scores, 6, 0.5, 0.1, 0.5)",
    f"tf.image.non_max_suppression([[{_NAN}] * 4] * 3, [1.0, {_NAN}, 2.0], 3)",
    f"tf.image.non_max_suppression([[{_NAN}] * 4] * 3, [1.0, 3.0, 2.0], 3)",
    f"tf.image.non_max_suppression_with_scores([[0.0, 0.0, 1.0, {_NAN}], "
    "[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 0.9]], [1.0, 3.0, 2.0], 3, soft_nms_sigma=0.5)",
    f"tf.image.non_max_suppression_with_scores([[{_NAN}] * 4] * 3, [1.0, 3.0, 2.0], 3, "
    "soft_nms_sigma=0.5)",
    "tf.image.non_max_suppression_padded(found[:3], scores[:3], 4, 0.3, 0.1, True)",
]
ERRORS = [
    "tf.image.resize(f[0], (2, 2))",
    "tf.image.resize(f, (2,))",
    "tf.image.resize(f, (2, 2), 'x')",
    "tf.image.central_crop(f, 0.0)",
    "tf.image.crop_to_bounding_box(f, 3, 0, 5, 2)",
    "tf.image.crop_to_bounding_box(f, -1, 0, 2, 2)",
    "tf.image.pad_to_bounding_box(f, 0, 0, 3, 3)",
    "tf.image.flip_left_right(f[0])",
    "tf.image.adjust_hue(f, 2.0)",
    "tf.image.adjust_gamma(f, -1.0)",
    "tf.image.random_brightness(f, -1.0)",
    "tf.image.random_contrast(f, 2.0, 1.0)",
    "tf.image.random_saturation(f, -1.0, 1.0)",
    "tf.image.random_hue(f, 0.7)",
]
