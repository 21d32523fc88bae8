"""Rows of raw ops: those of strings and bytes, those of sparse tensors and sets."""

ROWS = """
AsString(input, precision=-1, scientific=False, shortest=False, width=-1, fill=""):
    tf.strings.as_string
DecodeBase64(input): tf.io.decode_base64
DecodeCompressed(bytes, compression_type=""): tf.io.decode_compressed
DecodeCSV(records, record_defaults, field_delim=",", use_quote_delim=True, na_value="",
  select_cols=[]):
    tf.io.decode_csv(records, record_defaults, field_delim, use_quote_delim, na_value,
    select_cols or None)
DecodePaddedRaw(input_bytes, fixed_length, out_type, little_endian=True):
    tf.io.decode_raw(input_bytes, out_type, little_endian, fixed_length)
DecodeRaw(bytes, out_type, little_endian=True): tf.io.decode_raw(bytes, out_type, little_endian)
EncodeBase64(input, pad=False): tf.io.encode_base64
ParseTensor(serialized, out_type): tf.io.parse_tensor
ReadFile(filename): tf.io.read_file
WriteFile(filename, contents): tf.io.write_file
ReduceJoin(inputs, reduction_indices, keep_dims=False, separator=""):
    tf.strings.reduce_join(inputs, reduction_indices, keep_dims, separator)
RegexFullMatch(input, pattern): tf.strings.regex_full_match
StaticRegexFullMatch(input, pattern): tf.strings.regex_full_match
RegexReplace(input, pattern, rewrite, replace_global=True): tf.strings.regex_replace
StaticRegexReplace(input, pattern, rewrite, replace_global=True): tf.strings.regex_replace
SerializeTensor(tensor): tf.io.serialize_tensor
StringFormat(inputs, template="%s", placeholder="%s", summarize=3):
    tf.strings.format(template, inputs, placeholder, summarize)
StringJoin(inputs, separator=""): tf.strings.join
StringLength(input, unit="BYTE"): tf.strings.length
StringLower(input, encoding=""): tf.strings.lower
StringNGrams(data, data_splits, separator, ngram_widths, left_pad, right_pad, pad_width,
  preserve_short_sequences) -> ngrams ngrams_splits:
    made.ngrams(data, data_splits, ngram_widths, separator, left_pad, right_pad, pad_width,
    preserve_short_sequences)
StringSplitV2(input, sep, maxsplit=-1) -> indices values shape:
    made.parts(tf.strings.split(input, sep or None, maxsplit).to_sparse())
StringStrip(input): tf.strings.strip
StringToHashBucketFast(input, num_buckets): tf.strings.to_hash_bucket_fast
StringToHashBucketStrong(input, num_buckets, key): tf.strings.to_hash_bucket_strong
StringToHashBucket(string_tensor, num_buckets):
    tf.strings.to_hash_bucket(string_tensor, num_buckets)
StringToNumber(string_tensor, out_type=tf.float32): tf.strings.to_number
StringUpper(input, encoding=""): tf.strings.upper
Substr(input, pos, len, unit="BYTE"): tf.strings.substr
UnicodeTranscode(input, input_encoding, output_encoding, errors="replace",
  replacement_char=65533, replace_control_characters=False):
    tf.strings.unicode_transcode
UnsortedSegmentJoin(inputs, segment_ids, num_segments, separator=""):
    tf.strings.unsorted_segment_join
DenseToDenseSetOperation(set1, set2, set_operation, validate_indices=True) -> result_indices
  result_values result_shape:
    made.set_operation(set1, set2, set_operation)
DeserializeManySparse(serialized_sparse, dtype) -> sparse_indices sparse_values sparse_shape:
    made.parts(tf.io.deserialize_many_sparse(serialized_sparse, dtype))
SerializeManySparse(sparse_indices, sparse_values, sparse_shape, out_type=tf.string):
    tf.io.serialize_many_sparse(tf.sparse.SparseTensor(sparse_indices, sparse_values,
    sparse_shape), out_type)
SerializeSparse(sparse_indices, sparse_values, sparse_shape, out_type=tf.string):
    tf.io.serialize_sparse(tf.sparse.SparseTensor(sparse_indices, sparse_values,
    sparse_shape), out_type)
EditDistance(hypothesis_indices, hypothesis_values, hypothesis_shape, truth_indices,
  truth_values, truth_shape, normalize=True):
    tf.edit_distance(tf.sparse.SparseTensor(hypothesis_indices, hypothesis_values,
    hypothesis_shape), tf.sparse.SparseTensor(truth_indices, truth_values, truth_shape),
    normalize)
SparseAdd(a_indices, a_values, a_shape, b_indices, b_values, b_shape, thresh) -> sum_indices
  sum_values sum_shape:
    made.parts(tf.sparse.add(tf.sparse.SparseTensor(a_indices, a_values, a_shape),
    tf.sparse.SparseTensor(b_indices, b_values, b_shape), thresh))
SparseConcat(indices, values, shapes, concat_dim) -> output_indices output_values output_shape:
    made.parts(tf.sparse.concat(concat_dim, [tf.sparse.SparseTensor(*x) for x in zip(indices,
    values, shapes)]))
SparseReduceMax(input_indices, input_values, input_shape, reduction_axes, keep_dims=False):
    tf.sparse.reduce_max(tf.sparse.SparseTensor(input_indices, input_values, input_shape),
    reduction_axes, keep_dims)
SparseReduceSum(input_indices, input_values, input_shape, reduction_axes, keep_dims=False):
    tf.sparse.reduce_sum(tf.sparse.SparseTensor(input_indices, input_values, input_shape),
    reduction_axes, keep_dims)
SparseReorder(input_indices, input_values, input_shape) -> output_indices output_values:
    made.parts(tf.sparse.reorder(tf.sparse.SparseTensor(input_indices, input_values,
    input_shape)))[:2]
SparseSlice(indices, values, shape, start, size) -> output_indices output_values output_shape:
    made.parts(tf.sparse.slice(tf.sparse.SparseTensor(indices, values, shape), start, size))
SparseSoftmax(sp_indices, sp_values, sp_shape):
    tf.sparse.softmax(tf.sparse.SparseTensor(sp_indices, sp_values, sp_shape)).values
SparseSparseMaximum(a_indices, a_values, a_shape, b_indices, b_values, b_shape) ->
  output_indices output_values:
    made.parts(tf.sparse.maximum(tf.sparse.SparseTensor(a_indices, a_values, a_shape),
    tf.sparse.SparseTensor(b_indices, b_values, b_shape)))[:2]
SparseSparseMinimum(a_indices, a_values, a_shape, b_indices, b_values, b_shape) ->
  output_indices output_values:
    made.parts(tf.sparse.minimum(tf.sparse.SparseTensor(a_indices, a_values, a_shape),
    tf.sparse.SparseTensor(b_indices, b_values, b_shape)))[:2]
SparseTensorDenseAdd(a_indices, a_values, a_shape, b):
    tf.sparse.add(tf.sparse.SparseTensor(a_indices, a_values, a_shape), b)
SparseTensorDenseMatMul(a_indices, a_values, a_shape, b, adjoint_a=False, adjoint_b=False):
    tf.sparse.sparse_dense_matmul(tf.sparse.SparseTensor(a_indices, a_values, a_shape), b,
    adjoint_a, adjoint_b)
SparseDenseCwiseMul(sp_indices, sp_values, sp_shape, dense):
    (tf.sparse.SparseTensor(sp_indices, sp_values, sp_shape) * dense).values
SparseDenseCwiseDiv(sp_indices, sp_values, sp_shape, dense):
    (tf.sparse.SparseTensor(sp_indices, sp_values, sp_shape) / dense).values
SparseToDense(sparse_indices, output_shape, sparse_values, default_value,
  validate_indices=True):
    made.sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value)
"""
