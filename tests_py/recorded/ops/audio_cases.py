"""Calls of tf.audio, tensors as bytes and CSV records: run by the recorder and by the test."""

STEREO = "[[0.0, 0.5], [-1.0, 1.0], [0.3, 2.0], [-0.25, -3.0]]"
WAV = f"tf.audio.encode_wav({STEREO}, 8000)"
CASES = [
    WAV,
    "tf.audio.encode_wav([[0.5], [0.00002], [0.0001], [0.99999]], 44100)",
    *(
        f"tf.audio.decode_wav({WAV}{more})[{part}]"
        for part in (0, 1)
        for more in ("", ", 1", ", 3", ", -1, 2", ", 2, 6")
    ),
    "tf.audio.decode_wav(tf.audio.encode_wav([[0.5], [0.25]], 8000), 2).audio",
    *(f"tf.audio.decode_wav(tf.strings.substr({WAV}, 0, {n}))" for n in (0, 3, 30, 44, 57)),
    "tf.audio.decode_wav('junk')",
    f"tf.audio.decode_wav([{WAV}])",
    "tf.audio.encode_wav([1.0, 2.0], 8000)",
    "tf.audio.encode_wav([[1.0]], [8000])",
    "tf.audio.encode_wav([[1.0]], 0)",
    *(
        f"tf.io.{call}"
        for call in (
            "serialize_tensor([[1.0, 2.0]])",
            "serialize_tensor(['a', 'bcd'])",
            "serialize_tensor([True, False])",
            "serialize_tensor(tf.constant([1, 300], tf.int64))",
            "serialize_tensor(tf.constant(3, tf.bfloat16))",
            "serialize_tensor(tf.zeros((0, 3)))",
            "serialize_tensor(tf.constant(5, tf.uint16))",
            "parse_tensor(tf.io.serialize_tensor([[1.0, 2.0]]), tf.float32)",
            "parse_tensor(tf.io.serialize_tensor([['a'], ['bcd']]), tf.string)",
            "parse_tensor(tf.io.serialize_tensor([True]), tf.bool)",
            "parse_tensor(tf.io.serialize_tensor(7), tf.int32)",
            "parse_tensor(tf.io.serialize_tensor([[1.0, 2.0]]), tf.int32)",
            "parse_tensor('junk', tf.int32)",
            "parse_tensor('', tf.int32)",
            "serialize_sparse(tf.sparse.from_dense([[0, 3], [4, 0]]))",
            "serialize_sparse(tf.zeros(3))",
        )
    ),
    *(
        f"tf.io.decode_csv({arguments})"
        for arguments in (
            "['1,2.5,a', '3,,\"b,c\"'], [1, 0.5, 'd']",
            "'1,2', [[0], [0]]",
            "'1,2,3', [[0], [0]]",
            "'1,x', [[0], [0]]",
            "'1,', [[0], tf.constant([], tf.float32)]",
            "'1;2', [[0], [0.0]], ';'",
            "'1,NA', [[0], [7]], na_value='NA'",
            "'1,2,3', [[0], [0]], select_cols=[0, 2]",
            "'a\"b,c', [[''], ['']]",
            "'a\"b,c', [[''], ['']], use_quote_delim=False",
            "'\"a\"\"b\",c', [[''], ['']]",
            "'\"a\"b,c', [[''], ['']]",
            "' 1 , 2 ', [[0], [0]]",
            "'99999999999,2', [[0], [0]]",
            "'1e3,-inf', [[0.0], [0.0]]",
            "'1.5,2', [[0], [0]]",
            "[['1,2'], ['3,4']], [[0], [0]]",
            "'1,2\\n', [[0], [0]]",
            "'', [[0]]",
            "'1,2', []",
            "'1,2', [[0], [0]], '::'",
            "'1,2', [[True], [0]]",
        )
    ),
]


def as_facts(value):
    """Dtype, shape and text of a tensor."""
    array = value.numpy()
    text = str(array.tolist() if hasattr(array, "tolist") else array)
    return [value.dtype.name, list(value.shape), text]


def outcome(code, tf):
    """What a call gives as dtype, shape and text, or the class of what it raises."""
    try:
        value = eval(code, {"tf": tf})
        if isinstance(value, list):
            return {"code": code, "value": [as_facts(part) for part in value]}
        return {"code": code, "value": as_facts(value)}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}
