"""Serialized examples and calls that read them: run by TensorFlow's recorder and by the test."""

FIRST = (  # a: 1, -2, 300; x: 0.5, 1.0; s: b"q", b""
    "0a390a110a0178120c120a0a080000003f0000803f0a0c0a017312070a050a01710a000a160a016112111a0f0a0d01"
    "feffffffffffffffff01ac02"
)
SECOND = "0a1b0a0b0a017312060a040a027a7a0a0c0a016112071a050a03040506"  # a: 4, 5, 6; s: b"zz"
UNPACKED = "0a0d0a0b0a016112061a0408010802"  # a: 1, 2, each a field of its own
LISTS = (  # n: 2 in the context; t: (1, 2), (3, 4); w: (b"x"), (b"y", b"z")
    "0a0c0a0a0a016e12051a030a0102122f0a150a017412100a061a040a0201020a061a040a0203040a160a01771211"
    "0a050a030a01780a080a060a01790a017a"
)


def bytes_of(tf):
    """The serialized messages by name; those that are not above are made by `tf.train`."""
    train = tf.train

    def whole(**lists):
        kinds = {
            "f": lambda v: train.Feature(float_list=train.FloatList(value=v)),
            "i": lambda v: train.Feature(int64_list=train.Int64List(value=v)),
            "n": lambda v: train.Feature(),
        }
        feature = {key: kinds[kind](values) for key, (kind, values) in lists.items()}
        return train.Example(features=train.Features(feature=feature)).SerializeToString()

    return {
        "first": bytes.fromhex(FIRST),
        "second": bytes.fromhex(SECOND),
        "third": whole(a=("n", []), x=("f", [1, 2, 3])),
        "unpacked": bytes.fromhex(UNPACKED),
        "lists": bytes.fromhex(LISTS),
        "points": whole(i=("i", [3, 1]), j=("i", [0, 2]), v=("f", [0.5, 0.25])),
        "cut": whole(
            x=("f", [1, 2, 3, 4]),
            splits=("i", [0, 1, 4]),
            lengths=("i", [1, 3]),
            starts=("i", [0, 1]),
            limits=("i", [1, 4]),
            ids=("i", [0, 1, 1, 1]),
            outer=("i", [2]),
        ),
        "cut_too": whole(
            x=("f", [5, 6]),
            splits=("i", [0, 0, 2]),
            lengths=("i", [0, 2]),
            starts=("i", [0, 0]),
            limits=("i", [0, 2]),
            ids=("i", [1, 1]),
            outer=("i", [1, 1]),
        ),
        "no_points": whole(i=("i", []), j=("i", []), v=("f", [])),
    }


CASES = [
    "tf.io.parse_single_example(first, {'a': tf.io.FixedLenFeature([3], tf.int64), "
    "'x': tf.io.FixedLenFeature((2,), tf.float32), 's': tf.io.FixedLenFeature([2], tf.string)})",
    *(
        f"tf.io.parse_single_example({message}, {{{features}}})"
        for message, features in (
            ("first", "'a': tf.io.FixedLenFeature([2], tf.int64)"),
            ("first", "'a': tf.io.FixedLenFeature([], tf.int64)"),
            ("first", "'a': tf.io.FixedLenFeature([3], tf.float32)"),
            ("first", "'q': tf.io.FixedLenFeature([3], tf.float32)"),
            ("first", "'q': tf.io.FixedLenFeature([3], tf.float32, default_value=[1, 2, 3])"),
            ("first", "'q': tf.io.FixedLenFeature([], tf.string, default_value='d')"),
            ("first", "'q': tf.io.FixedLenFeature([3], tf.float32, default_value=[1, 2])"),
            ("first", "'a': tf.io.FixedLenFeature([None], tf.int64)"),
            ("first", "'a': tf.io.FixedLenFeature([3], tf.int32)"),
            ("first", "'a': tf.io.FixedLenFeature([1, 3], tf.int64)"),
            ("first", "'a': tf.io.VarLenFeature(tf.int64), 'q': tf.io.VarLenFeature(tf.string)"),
            ("first", "'a': tf.io.VarLenFeature(tf.float32)"),
            ("first", "'a': tf.io.RaggedFeature(tf.int64), 'q': tf.io.RaggedFeature(tf.string)"),
            ("first", "'a': tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True)"),
            ("first", "'q': tf.io.FixedLenSequenceFeature([2], tf.int64, allow_missing=True)"),
            ("first", "'a': tf.io.FixedLenSequenceFeature([2], tf.int64, allow_missing=True)"),
            ("first", "'q': tf.io.FixedLenSequenceFeature([2], tf.int64)"),
            ("first[:-3]", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("b'junk'", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("b''", "'a': tf.io.FixedLenFeature([3], tf.int64, [1, 2, 3])"),
            ("b''", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("first + second", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("first + second", "'a': tf.io.VarLenFeature(tf.int64)"),
            ("unpacked", "'a': tf.io.VarLenFeature(tf.int64)"),
            ("[first]", "'a': tf.io.VarLenFeature(tf.int64)"),
            ("points", "'z': tf.io.SparseFeature('i', 'v', tf.float32, 5)"),
            ("points", "'z': tf.io.SparseFeature('i', 'v', tf.float32, 5, already_sorted=True)"),
            ("points", "'z': tf.io.SparseFeature(['i', 'j'], 'v', tf.float32, [5, 3])"),
            ("points", "'r': tf.io.RaggedFeature(tf.float32, value_key='v')"),
        )
    ),
    "tf.io.parse_example([first, second], {'a': tf.io.FixedLenFeature([3], tf.int64), "
    "'s': tf.io.VarLenFeature(tf.string), 'x': tf.io.RaggedFeature(tf.float32)})",
    *(
        f"tf.io.parse_example({messages}, {{{features}}})"
        for messages, features in (
            ("[first, second, third]", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("[first, second, third]", "'a': tf.io.FixedLenFeature([3], tf.int64, [7, 8, 9])"),
            *(
                ("[first, second, third]", f"'x': tf.io.FixedLenSequenceFeature({rest})")
                for rest in (
                    "[], tf.float32, allow_missing=True",
                    "[], tf.float32, allow_missing=True, default_value=-1.0",
                    "[1], tf.float32, allow_missing=True",
                )
            ),
            ("[points, no_points]", "'z': tf.io.SparseFeature('i', 'v', tf.float32, 5)"),
            ("[first, b'junk']", "'a': tf.io.FixedLenFeature([3], tf.int64)"),
            ("first", "'a': tf.io.VarLenFeature(tf.int64)"),
            ("[[first]]", "'a': tf.io.VarLenFeature(tf.int64)"),
            ("[first]", "'a': 3"),
            ("[first]", ""),
            ("3", "'a': tf.io.VarLenFeature(tf.int64)"),
        )
    ),
    *(
        f"tf.io.parse_single_sequence_example({arguments})"
        for arguments in (
            "lists, {'n': tf.io.FixedLenFeature([], tf.int64)}, "
            "{'t': tf.io.FixedLenSequenceFeature([2], tf.int64), 'w': tf.io.VarLenFeature("
            "tf.string)}",
            "lists, {'n': tf.io.VarLenFeature(tf.int64)}, "
            "{'t': tf.io.RaggedFeature(tf.int64), 'w': tf.io.RaggedFeature(tf.string)}",
            "lists, None, {'t': tf.io.FixedLenSequenceFeature([1], tf.int64)}",
            "lists, None, {'q': tf.io.FixedLenSequenceFeature([1], tf.int64)}",
            "lists, None, {'q': tf.io.FixedLenSequenceFeature([1], tf.int64, allow_missing=True), "
            "'r': tf.io.VarLenFeature(tf.string)}",
            "lists, None, {'w': tf.io.FixedLenSequenceFeature([], tf.string)}",
            "lists, {'m': tf.io.FixedLenFeature([], tf.int64)}",
            "lists, {'m': tf.io.FixedLenFeature([], tf.int64, default_value=4)}",
            "lists[:-2], {'n': tf.io.FixedLenFeature([], tf.int64)}, "
            "{'w': tf.io.VarLenFeature(tf.string)}",
            "lists, {'n': tf.io.FixedLenFeature([], tf.float32)}",
            "[lists], {'n': tf.io.FixedLenFeature([], tf.int64)}",
        )
    ),
    *(
        f"tf.io.parse_sequence_example({arguments})"
        for arguments in (
            "[lists, lists], {'n': tf.io.FixedLenFeature([], tf.int64)}, "
            "{'t': tf.io.FixedLenSequenceFeature([2], tf.int64), 'w': tf.io.VarLenFeature("
            "tf.string)}",
            "[lists, b'', lists], {'n': tf.io.VarLenFeature(tf.int64)}, "
            "{'t': tf.io.RaggedFeature(tf.int64), 'w': tf.io.VarLenFeature(tf.string)}",
            "[lists, b''], None, {'t': tf.io.FixedLenSequenceFeature([2], tf.int64, "
            "allow_missing=True)}",
            "[lists, b''], None, {'t': tf.io.FixedLenSequenceFeature([2], tf.int64)}",
            "[lists], None, {'t': tf.io.FixedLenSequenceFeature([1], tf.int64)}",
            "[lists[:-2]], None, {'w': tf.io.VarLenFeature(tf.string)}",
            "[lists], {'n': tf.io.FixedLenFeature([], tf.int64)}",
            "[lists]",
            "lists, None, {'t': tf.io.FixedLenSequenceFeature([2], tf.int64)}",
        )
    ),
    *(
        f"tf.io.{call}, {{'r': tf.io.RaggedFeature(tf.float32, 'x', [{partitions}])}})"
        for call in ("parse_single_example(cut", "parse_example([cut, cut_too]")
        for partitions in (
            "tf.io.RaggedFeature.RowSplits('splits')",
            "tf.io.RaggedFeature.RowLengths('lengths')",
            "tf.io.RaggedFeature.RowStarts('starts')",
            "tf.io.RaggedFeature.RowLimits('limits')",
            "tf.io.RaggedFeature.ValueRowIds('ids')",
            "tf.io.RaggedFeature.UniformRowLength(2)",
            "tf.io.RaggedFeature.RowLengths('outer'), tf.io.RaggedFeature.RowLengths('lengths')",
            "tf.io.RaggedFeature.UniformRowLength(1), tf.io.RaggedFeature.UniformRowLength(2)",
        )
    ),
    *(
        f"tf.io.parse_example(tf.io.decode_json_example([{text}]), "
        "{'a': tf.io.VarLenFeature(tf.int64), 'b': tf.io.VarLenFeature(tf.string)})"
        for text in (
            """'{"features": {"feature": {"a": {"int64List": {"value": [1, 2]}}}}}'""",
            """'{"features": {"feature": {"b": {"bytesList": {"value": ["YWI="]}}}}}', '{}'""",
        )
    ),
    "tf.io.decode_json_example('{bad')",
    """tf.io.decode_json_example('{"other": 1}')""",
    *(
        f"tf.io.decode_raw({arguments})"
        for arguments in (
            r"[b'\1\0\2\0'], tf.int16",
            r"b'\1\0\2', tf.int16",
            r"[b'\1\0', b'\1'], tf.uint8",
            r"[b'\1\0', b'\1'], tf.uint8, fixed_length=3",
            r"[b'\1\0', b'\1'], tf.int16, fixed_length=3",
            r"b'\1\0\2\0', tf.int16, little_endian=False",
            r"b'\1\0\2\0', tf.string",
            r"b'\1\0\2\0', tf.bool",
            r"b'\0\0\200\77\0\0\0\100', tf.complex64",
            r"b'\77\200\0\0\100\0\0\0', tf.complex64, False",
            r"[[b'a', b'b'], [b'c', b'd']], tf.uint8",
        )
    ),
]


def plain(value):
    """A result as what JSON holds: kinds, dtypes and values."""
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    if hasattr(value, "dense_shape"):
        return ["sparse", *(plain(getattr(value, n)) for n in ("indices", "values", "dense_shape"))]
    if hasattr(value, "row_splits"):
        return ["ragged", plain(value.values), plain(value.row_splits)]
    return [value.dtype.name, list(value.shape), as_text(value.numpy())]


def as_text(value):
    """Numbers and bytes of nested lists as text, the same for arrays and single values."""
    return str(value.tolist() if hasattr(value, "tolist") else value)


def outcome(code, names):
    """What a call gives, or the class of what it raises."""
    try:
        return {"code": code, "value": plain(eval(code, names))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}
