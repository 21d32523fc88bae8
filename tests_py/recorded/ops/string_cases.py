"""Owns the expressions on strings, ragged and sparse tensors and tables that are recorded."""


def changed(then):
    """What `then` gives of a table `t` that has taken three keys, one of them twice."""
    made = "tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)"
    taken = "t.insert(tf.constant(['a', 'b', 'a']), tf.constant([1, 2, 3], tf.int64))"
    return f"(lambda t: ({taken}, {then})[1])({made})"


def dense(then):
    """What `then` gives of a table `t` of two numbers by key, whose keys -1 and -2 are taken."""
    made = "tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, [0.0, 0.0], -1, -2)"
    return f"(lambda t: {then})({made})"


CASES = {
    "constant_text": "str(tf.constant('a'))",
    "constant_repr": "repr(tf.constant(['a', b'\\xff']))",
    "add": "tf.constant(['a', 'b']) + 'c'",
    "equal": "tf.constant(['a', 'b']) == ['a', 'c']",
    "lower": "tf.strings.lower(['AbC', 'É'])",
    "lower_utf8": "tf.strings.lower(['AbC', 'É'], encoding='utf-8')",
    "upper": "tf.strings.upper('abc')",
    "strip": "tf.strings.strip([' a b\\n', ''])",
    "length": "tf.strings.length(['abc', 'é'])",
    "length_characters": "tf.strings.length(['abc', 'é'], unit='UTF8_CHAR')",
    "join": "tf.strings.join([['a', 'b'], ['c', 'd'], 'e'], separator='-')",
    "reduce_join": "tf.strings.reduce_join([['a', 'b'], ['c', 'd']], axis=0, separator=',')",
    "reduce_join_all": "tf.strings.reduce_join([['a', 'b'], ['c', 'd']])",
    "reduce_join_kept": "tf.strings.reduce_join([['a', 'b']], axis=-1, keepdims=True)",
    "reduce_join_ragged": "tf.strings.reduce_join(tf.ragged.constant([['a', 'b'], []]), axis=-1)",
    "substr": "tf.strings.substr(['hello', 'world'], [1, -2], [3, 9])",
    "substr_characters": "tf.strings.substr('aéb', 1, 1, unit='UTF8_CHAR')",
    "split": "tf.strings.split(['a b  c', '', ' x '])",
    "split_sep": "tf.strings.split(['a,b,,c', ''], sep=',')",
    "split_most": "tf.strings.split(['a b c d'], maxsplit=2)",
    "split_one": "tf.strings.split('a b')",
    "split_matrix": "tf.strings.split([['a b', 'c'], ['', 'd e']])",
    "bytes_split": "tf.strings.bytes_split(['ab', '', 'é'])",
    "unicode_split": "tf.strings.unicode_split(['aé', ''], 'UTF-8')",
    "unicode_script": "tf.strings.unicode_script([65, 0x4e00, 0x3042, 32, -1, 0x10ffff, 0x110000])",
    "unicode_script_rows": "tf.strings.unicode_script(tf.strings.unicode_decode('aя', 'UTF-8'))",
    "unicode_script_ragged": "tf.strings.unicode_script(tf.ragged.constant([[65], [0x41f, 33]]))",
    "unicode_decode": "tf.strings.unicode_decode(['aé', b'\\xffb'], 'UTF-8')",
    "unicode_offsets": "tf.strings.unicode_decode_with_offsets(['aéb'], 'UTF-8')[1]",
    "unicode_encode": "tf.strings.unicode_encode([[97, 233], [98, 99]], 'UTF-8')",
    "unicode_transcode": "tf.strings.unicode_transcode([b'a\\xffb'], 'UTF-8', 'UTF-8')",
    "replace": "tf.strings.regex_replace(['<br />a b', 'xx'], '<[^>]+>|x', '[\\\\0]')",
    "replace_once": "tf.strings.regex_replace('aaa', 'a', 'b', replace_global=False)",
    "replace_empty": "tf.strings.regex_replace('abc', 'x*', '-')",
    "replace_empty_after": "tf.strings.regex_replace('baac', 'a*', '-')",
    "replace_groups": "tf.strings.regex_replace('john smith', '(\\\\w+) (\\\\w+)', '\\\\2, \\\\1')",
    "replace_punctuation": "tf.strings.regex_replace('a.b!c', '[!.]', '')",
    "replace_case": "tf.strings.regex_replace('aAbB', '(?i)a', '.')",
    "replace_words": "tf.strings.regex_replace('foo food', '\\\\bfoo\\\\b', '.')",
    "replace_characters": "tf.strings.regex_replace('aéb', '.', '-')",
    "full_match": "tf.strings.regex_full_match(['abc', 'ab1', ''], '[a-z]+')",
    "to_number": "tf.strings.to_number(['1.5', '-2e3', 'inf'])",
    "to_number_int": "tf.strings.to_number('12', tf.int64)",
    "as_string": "tf.strings.as_string([1.5, -2.0])",
    "as_string_precision": "tf.strings.as_string([3.14159], precision=2)",
    "as_string_shortest": "tf.strings.as_string([0.1, 100.0], shortest=True)",
    "as_string_int": "tf.strings.as_string([1, -7], width=4, fill='0')",
    "as_string_bool": "tf.strings.as_string([True, False])",
    "hash_fast": "tf.strings.to_hash_bucket_fast("
    "['', 'a', 'hello world', 'x' * 70, 'y' * 200], 2**40)",
    "hash_strong": "tf.strings.to_hash_bucket_strong(['', 'a', 'hello world'], 2**40, [1, 2])",
    "format": "tf.strings.format('x={} y={}', (tf.constant([1, 2]), tf.constant('a')))",
    "base64": "tf.io.encode_base64(['hi?>', 'a'], pad=True)",
    "base64_back": "tf.io.decode_base64('aGk_Pg')",
    "decode_raw": "tf.io.decode_raw(['\\x01\\x00\\x02\\x00'], tf.int16)",
    "ragged": "tf.ragged.constant([[1, 2], [], [3]])",
    "ragged_repr": "repr(tf.ragged.constant([[1, 2], [], [3]]))",
    "ragged_deep": "tf.ragged.constant([[[1], [2, 3]], []])",
    "ragged_shape": "tf.ragged.constant([[1, 2], [3]]).shape.as_list()",
    "ragged_dense": "tf.ragged.constant([[1, 2], [], [3]]).to_tensor()",
    "ragged_dense_default": "tf.ragged.constant([['a'], []]).to_tensor('x', shape=[None, 2])",
    "ragged_lengths": "tf.ragged.constant([[1, 2], [], [3]]).row_lengths()",
    "ragged_ids": "tf.ragged.constant([[1, 2], [], [3]]).value_rowids()",
    "ragged_row": "tf.ragged.constant([[1, 2], [], [3]])[0]",
    "ragged_rows": "tf.ragged.constant([[1, 2], [], [3]])[1:]",
    "ragged_within": "tf.ragged.constant([[1, 2], [], [3]])[:, :1]",
    "ragged_last": "tf.ragged.constant([[1, 2], [], [3]])[:, -1:]",
    "ragged_sum": "tf.ragged.constant([[1, 2], [3]]) + 1",
    "ragged_product": "tf.ragged.constant([[1, 2], [3]]) * tf.ragged.constant([[4, 5], [6]])",
    "ragged_from_tensor": "tf.RaggedTensor.from_tensor([[1, 2, 0], [3, 0, 0]], padding=0)",
    "ragged_from_lengths": "tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 0, 1])",
    "ragged_from_ids": "tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 0, 2])",
    "ragged_from_starts": "tf.RaggedTensor.from_row_starts([1, 2, 3], [0, 1])",
    "ragged_range": "tf.ragged.range([3, 0, 2])",
    "ragged_mask": "tf.ragged.boolean_mask([[1, 2], [3, 4]], [[True, False], [False, False]])",
    "ragged_stack": "tf.ragged.stack([[1, 2], [3]])",
    "ragged_map": "tf.ragged.map_flat_values(tf.abs, tf.ragged.constant([[-1], [2, -3]]))",
    "sparse_dense": "tf.sparse.to_dense(tf.SparseTensor([[0, 1], [2, 0]], [3.0, 4.0], [3, 2]))",
    "sparse_texts": "tf.sparse.to_dense(tf.SparseTensor([[1]], ['x'], [3]))",
    "sparse_from_dense": "tf.sparse.from_dense([[0, 1], [2, 0]]).indices",
    "sparse_product": "tf.sparse.sparse_dense_matmul("
    "tf.SparseTensor([[0, 1], [2, 0]], [3.0, 4.0], [3, 2]), [[1.0, 2.0], [3.0, 4.0]])",
    "sparse_reorder": "tf.sparse.reorder(tf.SparseTensor([[1, 0], [0, 1]], [1, 2], [2, 2])).values",
    "sparse_transpose": "tf.sparse.transpose("
    "tf.SparseTensor([[0, 1], [2, 0]], [3.0, 4.0], [3, 2])).indices",
    "sparse_ragged": "tf.ragged.constant([[1, 2], [3]]).to_sparse().indices",
    "table": "tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer("
    "['a', 'b'], tf.constant([1, 2], tf.int64)), -1).lookup(tf.constant(['b', 'z']))",
    "vocabulary": "tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer("
    "['emerson', 'lake', 'palmer'], tf.range(3, dtype=tf.int64)), 3)"
    ".lookup(tf.constant(['emerson', 'palmer', 'king', 'crimson']))",
    "unique_texts": "[part.numpy() for part in tf.unique(['b', 'a', 'b', '', 'a'])]",
    "unique_counts": "[p.numpy() for p in tf.unique_with_counts(['b', 'a', 'b'], 'int64')]",
    "changing_table": changed("t.lookup(tf.constant(['b', 'a', 'z']))"),
    "changing_table_size": changed("t.size()"),
    "changing_table_keys": changed("tf.sort(t.export()[1])"),
    "changing_table_rest": changed("(t.remove(tf.constant(['a', 'q'])), t.size())[1]"),
    "changing_table_shapes": changed("t.insert(tf.constant(['a']), tf.constant([1, 2], tf.int64))"),
    "changing_table_values": changed("t.insert(tf.constant(['a']), tf.constant([1.0]))"),
    "dense_table": dense("(t.insert([3], [[1.0, 2.0]]), t.lookup([3, 4]))[1]"),
    "dense_table_empty_key": dense("t.insert([-1], [[1.0, 2.0]])"),
    "dense_table_one_key": "tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, 0.0, 1, 1)",
    "as_string_by_its_short_name": "tf.as_string([1.5, 2.0])",
    "number_of_letters": "tf.strings.to_number('x')",
    "no_punctuation": r"""tf.strings.regex_replace("\u00fcber! \u00bfb\u3002\u2014 c_$","""
    r""" r"\p{P}", "")""",
    "letters": r"""tf.strings.regex_replace("\u00fcb2 \u00c9\u4e2d\u0431\u0663 _","""
    r""" r"[\pL\p{Nd}]", "x")""",
    "capitals": r"""tf.strings.regex_replace("\u00fcb\u00c9 A\u0411","""
    r""" r"\p{Lu}+|\P{L}", "-")""",
    "scripts": r"""tf.strings.regex_replace("ab\u03b1 \u4e2d\u6587\u3042\u0430","""
    r""" r"[\p{Han}\p{Greek}]", "x")""",
    "no_script": r"""tf.strings.regex_replace("ab\u03b1 \u4e2d","""
    r""" r"[^\p{^Latin}]|\p{^Greek}", "x")""",
    "bad_class_of_unicode": r"""tf.strings.regex_replace("a", r"\p{Ab}", "x")""",
    "open_class_of_unicode": r"""tf.strings.regex_replace("a", r"\p{L", "x")""",
    "bad_pattern": "tf.strings.regex_replace('a', '(', 'b')",
    "substr_outside": "tf.strings.substr('abc', 5, 1)",
    "no_file": "tf.io.read_file('/no/such/file')",
    "ragged_uneven": "tf.ragged.constant([1, [2]])",
    "ragged_bad_splits": "tf.RaggedTensor.from_row_splits([1, 2], [0, 3])",
    "sparse_outside": "tf.sparse.to_dense(tf.SparseTensor([[5, 0]], [1.0], [3, 2]))",
    "sparse_unordered": "tf.sparse.to_dense(tf.SparseTensor([[1, 0], [0, 0]], [1.0, 2.0], [3, 2]))",
    "two_values": "tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer("
    "['a', 'a'], tf.constant([1, 2], tf.int64)), 0)",
    "mixed": "tf.constant(['a', 1])",
    "text_as_number": "tf.constant('a', tf.float32)",
    "cast_text": "tf.cast('1', tf.float32)",
}


def outcome(code, tf):
    """What an expression gives, as JSON has it: bytes as text of Latin-1; or its error's class."""
    try:
        value = eval(code, {"tf": tf})
    except Exception as error:
        return {"error": type(error).__name__}
    if hasattr(value, "to_list"):
        value = value.to_list()
    elif hasattr(value, "numpy"):
        value = value.numpy()
    return {"value": plain(value)}


def plain(value):
    if hasattr(value, "to_list"):  # a ragged tensor in a list
        value = value.to_list()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return repr(value) if value in (float("inf"),) else value
