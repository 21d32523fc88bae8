"""Rows of raw ops: those that programs call where no public function is, and ops of gradients."""

ROWS = """
AudioSpectrogram(input, window_size, stride, magnitude_squared=False): sliced.spectrogram
CTCGreedyDecoder(inputs, sequence_length, merge_repeated=False, blank_index=-1) ->
  decoded_indices decoded_values decoded_shape log_probability:
    sliced.greedy_path(inputs, sequence_length, merge_repeated, blank_index)
ComputeAccidentalHits(true_classes, sampled_candidates, num_true, seed=0, seed2=0) -> indices ids
  weights:
    tf.nn.compute_accidental_hits(true_classes, sampled_candidates, num_true)
CropAndResizeGradImage(grads, boxes, box_ind, image_size, T, method="bilinear"):
    sliced.gradient(lambda x: tf.image.crop_and_resize(x, boxes, box_ind,
    convert(grads).shape[1:3], method), tf.zeros(image_size, T), grads)
DecodeJSONExample(json_examples): tf.io.decode_json_example
DrawBoundingBoxes(images, boxes): tf.image.draw_bounding_boxes(images, boxes, None)
ImageProjectiveTransformV2(images, transforms, output_shape, interpolation,
  fill_mode="CONSTANT"):
    sliced.projected(images, transforms, output_shape, 0.0, interpolation, fill_mode)
ImageProjectiveTransformV3(images, transforms, output_shape, fill_value, interpolation,
  fill_mode="CONSTANT"):
    sliced.projected(images, transforms, output_shape, fill_value, interpolation, fill_mode)
IsotonicRegression(input, output_dtype=tf.float32) -> output segments:
    tf.nn.isotonic_regression(input, decreasing=True)
LRNGrad(input_grads, input_image, output_image, depth_radius=5, bias=1, alpha=1, beta=0.5):
    sliced.gradient(lambda x: tf.nn.lrn(x, depth_radius, bias, alpha, beta), input_image,
    input_grads)
MatchingFiles(pattern): tf.io.matching_files
MirrorPadGrad(input, paddings, mode): sliced.unpadded(input, paddings, mode)
RaggedRange(starts, limits, deltas, Tsplits=tf.int64) -> rt_nested_splits rt_dense_values:
    sliced.row_parts(tf.ragged.range(starts, limits, deltas, row_splits_dtype=Tsplits))
RaggedTensorToSparse(rt_nested_splits, rt_dense_values) -> sparse_indices sparse_values
  sparse_dense_shape:
    made.parts(tf.RaggedTensor.from_nested_row_splits(rt_dense_values,
    rt_nested_splits).to_sparse())
ResizeBicubicGrad(grads, original_image, align_corners=False, half_pixel_centers=False):
    sliced.gradient(lambda x: made.resize("bicubic", x, convert(grads).shape[1:3],
    align_corners, half_pixel_centers), original_image, grads)
ResizeBilinearGrad(grads, original_image, align_corners=False, half_pixel_centers=False):
    sliced.gradient(lambda x: made.resize("bilinear", x, convert(grads).shape[1:3],
    align_corners, half_pixel_centers), original_image, grads)
ResizeNearestNeighborGrad(grads, size, align_corners=False, half_pixel_centers=False):
    sliced.gradient(lambda x: made.resize("nearest", x, convert(grads).shape[1:3],
    align_corners, half_pixel_centers), sliced.blank(grads, size), grads)
SetSize(set_indices, set_values, set_shape, validate_indices=True):
    tf.sets.size(tf.sparse.SparseTensor(set_indices, set_values, set_shape))
SparseReduceMaxSparse(input_indices, input_values, input_shape, reduction_axes,
  keep_dims=False) -> output_indices output_values output_shape:
    made.parts(tf.sparse.reduce_max(tf.sparse.SparseTensor(input_indices, input_values,
    input_shape), reduction_axes, keep_dims, True))
SparseReduceSumSparse(input_indices, input_values, input_shape, reduction_axes,
  keep_dims=False) -> output_indices output_values output_shape:
    made.parts(tf.sparse.reduce_sum(tf.sparse.SparseTensor(input_indices, input_values,
    input_shape), reduction_axes, keep_dims, True))
SparseReshape(input_indices, input_shape, new_shape) -> output_indices output_shape:
    made.parts(tf.sparse.reshape(tf.sparse.SparseTensor(input_indices,
    tf.zeros_like(input_indices)[:, 0], input_shape), new_shape))[::2]
StridedSliceGrad(shape, begin, end, strides, dy, begin_mask=0, end_mask=0, ellipsis_mask=0,
  new_axis_mask=0, shrink_axis_mask=0):
    sliced.spread(shape, dy, (begin, end, strides, begin_mask, end_mask, ellipsis_mask,
    new_axis_mask, shrink_axis_mask))
StringSplit(input, delimiter, skip_empty=True) -> indices values shape:
    made.parts(tf.compat.v1.string_split(input, delimiter, skip_empty))
TensorStridedSliceUpdate(input, begin, end, strides, value, begin_mask=0, end_mask=0,
  ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0):
    sliced.updated(input, value, (begin, end, strides, begin_mask, end_mask, ellipsis_mask,
    new_axis_mask, shrink_axis_mask))
ToBool(input): sliced.truth
UnicodeDecode(input, input_encoding, errors="replace", replacement_char=65533,
  replace_control_characters=False, Tsplits=tf.int64) -> row_splits char_values:
    sliced.characters(input, input_encoding, errors, replacement_char,
    replace_control_characters, Tsplits)
UnicodeScript(input): tf.strings.unicode_script
UniqueV2(x, axis, out_idx=tf.int32) -> y idx: sliced.distinct(x, axis, out_idx)[:2]
UniqueWithCountsV2(x, axis, out_idx=tf.int32) -> y idx count: sliced.distinct(x, axis, out_idx)
"""
