"""Layers with vocabularies: arguments, what they adapt to, and inputs, as plain lists."""

WORDS = ["a", "b", "c"]
WORD_INPUTS = [["a", "z", ""], [["a"], ["z"]], [["a", "b", "q"], ["c", "a", "a"]], "b"]
NUMBER_INPUTS = [[5, 0, 7, 11], [[5], [12]], [[5, 5, 9], [13, 0, 7]]]
TEXTS = ["The cat. the dog!", "a dog's <b>", "THE zebra, the end"]
TEXT_INPUTS = [["the cat sat", "dog"], [["the cat sat"], ["a dog"]], "the dog"]
SEEN = [["b", "a", "b"], ["c", "b", ""], ["a", "", "[UNK]"]]


def case(cls, inputs, adapt=None, **kwargs):
    return {"class": cls, "kwargs": kwargs, "adapt": adapt, "inputs": inputs}


def words(**kwargs):
    return case("StringLookup", WORD_INPUTS, vocabulary=WORDS, **kwargs)


def texts(**kwargs):
    return case("TextVectorization", TEXT_INPUTS, TEXTS, **kwargs)


VECTORS = ("one_hot", "multi_hot", "count")
LOOKUPS = [
    words(),
    words(num_oov_indices=3),
    words(num_oov_indices=4, salt=3),
    words(mask_token=""),
    words(mask_token="", output_mode="count"),
    *(words(output_mode=mode) for mode in VECTORS),
    words(output_mode="tf_idf", idf_weights=[0.5, 0.25, 2.0]),
    words(output_mode="multi_hot", max_tokens=6, pad_to_max_tokens=True),
    case("StringLookup", [[0, 1, 2, 9], [[1, 3]]], vocabulary=WORDS, invert=True),
    case("StringLookup", [[0, 1, 9]], vocabulary=WORDS, invert=True, mask_token=""),
    case("StringLookup", WORD_INPUTS, SEEN),
    case("StringLookup", WORD_INPUTS, SEEN, mask_token="", max_tokens=4),
    case("StringLookup", WORD_INPUTS, SEEN, output_mode="tf_idf"),
    case("IntegerLookup", NUMBER_INPUTS, vocabulary=[5, 7, 9]),
    case("IntegerLookup", NUMBER_INPUTS, vocabulary=[5, 7, 9], num_oov_indices=2, mask_token=0),
    case(
        "IntegerLookup",
        NUMBER_INPUTS,
        vocabulary=[5, 7, 9],
        num_oov_indices=3,
        oov_method="farmhash",
    ),
    *(case("IntegerLookup", NUMBER_INPUTS, [[5, 5, 9]], output_mode=mode) for mode in VECTORS),
    case("IntegerLookup", [[0, 1, 2, 3]], vocabulary=[5, 7], invert=True),
]
VECTORIZATIONS = [
    texts(),
    texts(max_tokens=4),
    texts(output_sequence_length=3),
    texts(output_sequence_length=9),
    texts(standardize=None),
    texts(standardize="lower"),
    texts(standardize="strip_punctuation"),
    texts(split="character"),
    texts(split=None),
    texts(split=None, output_mode="count"),
    texts(ngrams=2),
    texts(ngrams=[1, 3]),
    texts(output_mode="multi_hot"),
    texts(output_mode="count", ngrams=2),
    texts(output_mode="count", max_tokens=30, pad_to_max_tokens=True),
    texts(output_mode="tf_idf"),
    texts(output_mode="tf_idf", max_tokens=5, ngrams=[2, 3]),
    case("TextVectorization", TEXT_INPUTS, vocabulary=["dog", "the"]),
]
CASES = [*LOOKUPS, *VECTORIZATIONS]


def arguments(case):
    """The keyword arguments of a case; lists of sizes are tuples."""
    kwargs = dict(case["kwargs"])
    if isinstance(kwargs.get("ngrams"), list):
        kwargs["ngrams"] = tuple(kwargs["ngrams"])
    return kwargs


def plain(value):
    """A tensor as dtype and lists, with texts in place of bytes."""
    array = value.numpy()
    array = array if hasattr(array, "tolist") else [array]
    values = array.tolist() if hasattr(array, "tolist") else array
    return {"dtype": value.dtype.name, "values": _texts(values)}


def _texts(value):
    if isinstance(value, list):
        return [_texts(item) for item in value]
    return value.decode() if isinstance(value, bytes) else value
