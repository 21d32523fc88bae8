"""Calls of keras.ops's functions of the other families, by function; K is keras.ops."""

_ACTIVATIONS = "relu relu6 sigmoid sparse_sigmoid tanh_shrink softplus softsign soft_shrink "
_ACTIVATIONS += "sparse_plus silu swish squareplus log_sigmoid leaky_relu hard_sigmoid hard_silu "
_ACTIVATIONS += "hard_swish elu celu selu gelu hard_tanh hard_shrink"

CORE = {
    "cast": ["K.cast(x, 'int32')", "K.cast(i, 'float16')", "K.cast(b, 'float32')"],
    "cond": [
        "K.cond(True, lambda: x * 2, lambda: x)",
        "K.cond(K.sum(x) > 100, lambda: x * 2, lambda: x)",
    ],
    "convert_to_numpy": ["K.convert_to_numpy(x)"],
    "convert_to_tensor": [
        "K.convert_to_tensor(x)",
        "K.convert_to_tensor([1, 2])",
        "K.convert_to_tensor([0.5, 2])",
        "K.convert_to_tensor(1, 'float16')",
        "K.convert_to_tensor(True)",
    ],
    "dtype": ["K.dtype(x)", "K.dtype(u)"],
    "fori_loop": ["K.fori_loop(0, 3, lambda at, value: value + x, x)"],
    "is_tensor": ["K.is_tensor(x)", "K.is_tensor([1])"],
    "map": ["K.map(lambda a: a * 2, x)", "K.map(lambda a: (a + 1, a), x)"],
    "saturate_cast": ["K.saturate_cast(x * 300, 'uint8')", "K.saturate_cast(i, 'uint8')"],
    "scan": [
        "K.scan(lambda carry, a: (carry + a, carry * a), w, x)",
        "K.scan(lambda carry, a: (carry + a, carry), w, x, reverse=True)",
        "K.scan(lambda carry, _: (carry * 2, carry), w, length=3)",
    ],
    "associative_scan": [
        "K.associative_scan(lambda a, z: a + z, t, axis=1)",
        "K.associative_scan(lambda a, z: a * z, v, reverse=True)",
    ],
    "scatter": [
        "K.scatter([[0], [2], [0]], w, (4,))",
        "K.scatter([[1, 0], [0, 2]], v[:2], (2, 3))",
    ],
    "scatter_update": [
        "K.scatter_update(v, [[1], [3]], w[:2])",
        "K.scatter_update(x, [[0, 1], [1, 2]], v[:2])",
        "K.scatter_update(v, [[1], [1]], w[:2], reduction='add')",
        "K.scatter_update(v, [[1], [1]], w[:2], reduction='max')",
        "K.scatter_update(v, [[1], [3]], w[:2], reduction='mul')",
        "K.scatter_update(m, [[1]], x[:1])",
    ],
    "shape": ["K.shape(t)"],
    "slice": ["K.slice(t, (0, 1, 2), (2, 1, 2))"],
    "slice_update": [
        "K.slice_update(t, (0, 1, 2), K.reshape(x[:1, :2], (1, 2, 1)))",
        "K.slice_update(m, [1, 0], x[:, :2])",
    ],
    "stop_gradient": ["K.stop_gradient(x) * x"],
    "switch": [
        "K.switch(1, [lambda a: a, lambda a: a * 3], x)",
        "K.switch(7, [lambda a: a, lambda a: a * 3], x)",
    ],
    "unstack": ["K.unstack(x)", "K.unstack(t, axis=-1)"],
    "vectorized_map": ["K.vectorized_map(lambda a: K.sum(a) + a, x)"],
    "while_loop": [
        "K.while_loop(lambda at, a: at < 3, lambda at, a: (at + 1, a * 2), (0, x))",
        "K.while_loop(lambda a: True, lambda a: a * 2, x, maximum_iterations=2)",
    ],
    "custom_gradient": [
        "K.custom_gradient(lambda a: (a * a, lambda *up, upstream=None: "
        "(up[0] if up else upstream) * 10))(x)"
    ],
    "rearrange": ["K.rearrange(t, 'a b c -> c (a b)')", "K.rearrange(v, '(a b) -> a b', a=2)"],
}
NN = {
    **{name: [f"K.{name}(x)"] for name in _ACTIVATIONS.split()},
    "glu": ["K.glu(v)", "K.glu(x, axis=0)"],
    "leaky_relu": ["K.leaky_relu(x)", "K.leaky_relu(x, negative_slope=0.5)"],
    "gelu": ["K.gelu(x)", "K.gelu(x, approximate=False)"],
    "elu": ["K.elu(x)", "K.elu(x, alpha=0.5)"],
    "threshold": ["K.threshold(x, 0.5, 20.0)"],
    "softmax": ["K.softmax(x)", "K.softmax(t, axis=(1, 2))", "K.softmax(x, axis=None)"],
    "log_softmax": ["K.log_softmax(x)", "K.log_softmax(t, axis=1)", "K.log_softmax(x, axis=None)"],
    "max_pool": [
        "K.max_pool(img, 2)",
        "K.max_pool(img, (2, 3), strides=1, padding='same')",
        "K.max_pool(row, 2)",
        "K.max_pool(row, 3, strides=2, padding='same')",
        "K.max_pool(vol, 2)",
    ],
    "average_pool": [
        "K.average_pool(img, 2)",
        "K.average_pool(img, (2, 3), 1, padding='same')",
        "K.average_pool(row, 2)",
        "K.average_pool(vol, 2, 1, padding='same')",
    ],
    "adaptive_average_pool": [
        "K.adaptive_average_pool(img, (3, 2))",
        "K.adaptive_average_pool(row, 2)",
        "K.adaptive_average_pool(vol, 2)",
    ],
    "adaptive_max_pool": ["K.adaptive_max_pool(img, (3, 2))", "K.adaptive_max_pool(row, 2)"],
    "conv": [
        "K.conv(img, K.ones((2, 2, 3, 4)) * 0.5)",
        "K.conv(img, K.ones((3, 2, 3, 2)), strides=2, padding='same')",
        "K.conv(row, K.ones((2, 3, 4)), dilation_rate=2)",
        "K.conv(vol, K.ones((2, 2, 2, 2, 3)))",
        "K.conv(img, K.ones((2, 2, 1, 3)))",
    ],
    "depthwise_conv": [
        "K.depthwise_conv(img, K.ones((2, 2, 3, 2)))",
        "K.depthwise_conv(row, K.ones((2, 3, 2)), padding='same')",
    ],
    "separable_conv": [
        "K.separable_conv(img, K.ones((2, 2, 3, 1)), K.ones((1, 1, 3, 2)))",
        "K.separable_conv(row, K.ones((2, 3, 1)), K.ones((1, 3, 2)))",
    ],
    "conv_transpose": [
        "K.conv_transpose(img, K.ones((2, 3, 4, 3)), strides=2)",
        "K.conv_transpose(img, K.ones((3, 3, 4, 3)), strides=2, padding='same')",
        "K.conv_transpose(row, K.ones((3, 2, 3)), strides=2, padding='same')",
        "K.conv_transpose(img, K.ones((3, 3, 4, 3)), strides=2, output_padding=1)",
        "K.conv_transpose(vol, K.ones((2, 2, 2, 1, 2)), strides=1)",
    ],
    "one_hot": ["K.one_hot(k, 3)", "K.one_hot(k, 3, axis=0, dtype='int32')", "K.one_hot(i, 4)"],
    "multi_hot": ["K.multi_hot(k, 4)", "K.multi_hot(j, 5, dtype='int32')"],
    "categorical_crossentropy": [
        "K.categorical_crossentropy(x * 0 + [0.0, 1.0, 0.0], p)",
        "K.categorical_crossentropy(p, x, from_logits=True)",
        "K.categorical_crossentropy(p, p, axis=0)",
    ],
    "sparse_categorical_crossentropy": [
        "K.sparse_categorical_crossentropy([1, 2], p)",
        "K.sparse_categorical_crossentropy([1, 2], x, True)",
    ],
    "binary_crossentropy": [
        "K.binary_crossentropy(p, p)",
        "K.binary_crossentropy(p, x, from_logits=True)",
    ],
    "moments": ["K.moments(t, [0, 2])", "K.moments(t, 1, keepdims=True)"],
    "batch_normalization": [
        "K.batch_normalization(x, w, w * w, -1, offset=w, scale=w + 3)",
        "K.batch_normalization(t, w, w * w, 1)",
    ],
    "layer_normalization": ["K.layer_normalization(x)", "K.layer_normalization(x, w, w)"],
    "rms_normalization": ["K.rms_normalization(x)", "K.rms_normalization(x, w)"],
    "normalize": ["K.normalize(x)", "K.normalize(x, axis=0, order=1)", "K.normalize(t, order=3)"],
    "ctc_loss": ["K.ctc_loss([[1, 2], [2, 0]], t, [2, 1], [3, 3])"],
    "ctc_decode": [
        "K.ctc_decode(t, [3, 2])",
        "K.ctc_decode(t, [3, 2], 'beam_search', beam_width=9, top_paths=2)",
        "K.ctc_decode(t, [3, 2], 'beam_search', top_paths=3, mask_index=-2)",
    ],
    "psnr": ["K.psnr(x, y, 4)"],
    "dot_product_attention": [
        "K.dot_product_attention(img, img, img)",
        "K.dot_product_attention(img, img, img, is_causal=True, scale=0.3)",
    ],
    "unfold": [
        "K.unfold(img, 2)",
        "K.unfold(img, (2, 1), padding=1, stride=2)",
        "K.unfold(img, 2, dilation=2)",
    ],
    "fold": [
        "K.fold(K.unfold(img, 2), (4, 3), 2)",
        "K.fold(K.unfold(img, 2, padding=1, stride=2), (4, 3), 2, padding=1, stride=2)",
    ],
    "depth_to_space": ["K.depth_to_space(K.reshape(img, (2, 5, 3, 4)), 2)"],
    "space_to_depth": ["K.space_to_depth(img[:, :4], 2)"],
    "polar": ["K.real(K.polar(p, x))", "K.imag(K.polar(p, x))"],
}
MATH = {
    "segment_sum": ["K.segment_sum(v, k)", "K.segment_sum(v, k, num_segments=5)"],
    "segment_max": ["K.segment_max(v, k)"],
    "segment_min": ["K.segment_min(v, k)"],
    "segment_prod": ["K.segment_prod(v, k)"],
    "top_k": ["K.top_k(x, 2)", "K.top_k(t, 1)"],
    "in_top_k": ["K.in_top_k([0, 2], x, 1)", "K.in_top_k([1, 2], x, 2)"],
    "logsumexp": ["K.logsumexp(t)", "K.logsumexp(t, axis=1, keepdims=True)"],
    "cdist": ["K.cdist(x, m)"],
    "extract_sequences": ["K.extract_sequences(wave, 4, 2)"],
    "fft": ["K.fft((x, y))"],
    "fft2": ["K.fft2((x, y))"],
    "ifft2": ["K.ifft2((x, y))"],
    "rfft": ["K.rfft(wave)", "K.rfft(wave, 8)"],
    "irfft": ["K.irfft((x, y))", "K.irfft((x, y), 6)"],
    "stft": ["K.stft(wave, 4, 2, 4)"],
    "istft": [
        "K.istft(K.stft(wave, 4, 2, 4), 4, 2, 4)",
        "K.istft(K.stft(wave, 4, 3, 6), 4, 3, 6, length=9, window='hamming')",
        "K.istft(K.stft(wave, 4, 2, 4, None, False), 4, 2, 4, window=None, center=False)",
    ],
    "rsqrt": ["K.rsqrt(p)"],
    "erf": ["K.erf(x)"],
    "erfc": ["K.erfc(x)"],
    "erfinv": ["K.erfinv(p)"],
    "logdet": ["K.logdet(s)"],
    "view_as_complex": ["K.imag(K.view_as_complex(x[:, :2]))"],
    "view_as_real": ["K.view_as_real(K.view_as_complex(x[:, :2]))"],
}
LINALG = {
    "cholesky": ["K.cholesky(s)", "K.cholesky(s, upper=True)"],
    "cholesky_inverse": ["K.cholesky_inverse(K.cholesky(s))"],
    "det": ["K.det(s)"],
    "eig": ["K.sort(K.real(K.eig(s)[0]))"],
    "eigh": ["K.eigh(s)[0]"],
    "inv": ["K.inv(s)"],
    "lu_factor": ["K.lu_factor(s)"],
    "norm": [
        "K.norm(x)",
        "K.norm(t, axis=1)",
        "K.norm(t, ord=1, axis=(0, 2))",
        "K.norm(x, ord='fro')",
        "K.norm(v, ord=3)",
        "K.norm(v, ord=np.inf)",
        "K.norm(t, axis=-1, keepdims=True)",
        "K.norm(m, ord=2)",
        "K.norm(m, ord='nuc')",
    ],
    "qr": ["[abs(a) for a in K.qr(s)]"],
    "solve": ["K.solve(s, m)", "K.solve(s, w)"],
    "solve_triangular": ["K.solve_triangular(s, m, lower=True)", "K.solve_triangular(s, m)"],
    "svd": ["K.svd(m)[1]", "K.svd(m, compute_uv=False)"],
    "lstsq": ["K.lstsq(s, m)"],
    "matrix_rank": ["K.matrix_rank(s)"],
    "pinv": ["K.pinv(s)"],
    "jvp": ["K.jvp(lambda a: a * a * a, (x,), (y,))"],
}
IMAGE = {
    "rgb_to_grayscale": ["K.image.rgb_to_grayscale(rgb)"],
    "rgb_to_hsv": ["K.image.rgb_to_hsv(rgb)"],
    "hsv_to_rgb": ["K.image.hsv_to_rgb(rgb)"],
    "resize": [
        f"K.image.resize(img, (3, 7), interpolation='{kind}')"
        for kind in "bilinear nearest bicubic lanczos3 lanczos5".split()
    ]
    + [
        "K.image.resize(img, (3, 7), antialias=True)",
        "K.image.resize(img[0], (10, 8))",
        "K.image.resize(img, (4, 2), crop_to_aspect_ratio=True)",
        "K.image.resize(img, (4, 2), pad_to_aspect_ratio=True, fill_value=1.0)",
        "K.image.resize(K.cast(K.multiply(rgb, 255), 'uint8'), (5, 5))",
    ],
    "affine_transform": [
        "K.image.affine_transform(img, K.convert_to_tensor([1.0, 0.1, 0.3, -0.2, 1.1, 0.2, 0, 0]))"
    ]
    + [
        f"K.image.affine_transform(img[0], K.convert_to_tensor([1.2, 0, -1.3, 0.1, 1, 2.2, 0.0, "
        f"0.0]), fill_mode='{mode}', interpolation='{how}')"
        for mode in "constant nearest wrap reflect".split()
        for how in ("nearest", "bilinear")
    ],
    "perspective_transform": [
        "K.image.perspective_transform(img[0], [[0., 0.], [0., 3.], [4., 0.], [4., 3.]], "
        "[[0.5, 0.], [0., 3.], [4., 0.5], [3.5, 3.]])"
    ],
    "map_coordinates": [
        f"K.image.map_coordinates(x, [[0.5, 1.2, -0.7], [1.1, 0.3, 1.9]], order={order}, "
        f"fill_mode='{mode}')"
        for order in (0, 1)
        for mode in "constant nearest wrap".split()
    ],
    "gaussian_blur": [
        "K.image.gaussian_blur(img)",
        "K.image.gaussian_blur(img[0], (3, 3), (0.5, 2.0))",
    ],
    "elastic_transform": ["K.shape(K.image.elastic_transform(img, seed=3))"],
    "extract_patches": [
        "K.image.extract_patches(img, 2)",
        "K.image.extract_patches(img, (3, 2), strides=2, padding='same')",
        "K.image.extract_patches(img, 2, strides=1, dilation_rate=2)",
    ],
    "extract_patches_3d": [
        "K.image.extract_patches_3d(vol, 2)",
        "K.image.extract_patches_3d(vol, 2, strides=1, padding='same')",
    ],
    "scale_and_translate": [
        f"K.image.scale_and_translate(img[0], (7, 6, 3), K.convert_to_tensor([1.3, 0.8]), "
        f"K.convert_to_tensor([0.2, -0.4]), (0, 1), '{method}', antialias={antialias})"
        for method, antialias in (("linear", True), ("cubic", False), ("lanczos3", True))
    ],
    "crop_images": ["K.image.crop_images(img, 1, 1, target_height=2, target_width=2)"],
    "pad_images": ["K.image.pad_images(img, 1, 0, target_height=8, target_width=6)"],
    "sobel_edges": ["K.image.sobel_edges(img)"],
    "ssim": ["K.image.ssim(K.tile(rgb, (1, 5, 4, 1)), K.tile(K.multiply(rgb, 0.9), (1, 5, 4, 1)))"],
}
