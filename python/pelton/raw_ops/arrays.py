"""Rows of raw ops: those that rearrange, those that reduce, count and sort."""

ROWS = """
BatchToSpace(input, crops, block_size): tf.batch_to_space(input, [block_size, block_size], crops)
BatchToSpaceND(input, block_shape, crops): tf.batch_to_space
Bitcast(input, type): tf.bitcast
BroadcastArgs(s0, s1): tf.broadcast_dynamic_shape(s0, s1)
BroadcastTo(input, shape): tf.broadcast_to
Cast(x, DstT, Truncate=False): tf.cast(x, DstT)
CheckNumerics(tensor, message): tf.debugging.check_numerics
Concat(concat_dim, values): tf.concat(values, concat_dim)
ConcatV2(values, axis): tf.concat
ConjugateTranspose(x, perm): tf.math.conj(tf.transpose(x, perm))
Copy(input, tensor_name="", debug_ops_spec=[]): tf.identity(input)
DataFormatDimMap(x, src_format="NHWC", dst_format="NCHW"):
    tf.gather([dst_format.index(axis) for axis in src_format], tf.math.floormod(x,
    len(src_format)))
DataFormatVecPermute(x, src_format="NHWC", dst_format="NCHW"):
    tf.gather(x, [src_format.index(a) for a in dst_format])
DeepCopy(x): tf.identity(x)
DepthToSpace(input, block_size, data_format="NHWC"): tf.nn.depth_to_space
Diag(diagonal): tf.linalg.tensor_diag
DiagPart(input): tf.linalg.tensor_diag_part
DynamicPartition(data, partitions, num_partitions): tf.dynamic_partition
DynamicStitch(indices, data): tf.dynamic_stitch
ParallelDynamicStitch(indices, data): tf.dynamic_stitch
Empty(shape, dtype, init=False): tf.zeros(shape, dtype)
EnsureShape(input, shape): tf.ensure_shape
ExpandDims(input, axis): tf.expand_dims
ExtractImagePatches(images, ksizes, strides, rates, padding):
    tf.image.extract_patches(images, ksizes, strides, rates, padding)
ExtractVolumePatches(input, ksizes, strides, padding): tf.extract_volume_patches
Fill(dims, value): tf.fill
Fingerprint(data, method): tf.fingerprint
Gather(params, indices, validate_indices=True): tf.gather(params, indices)
GatherNd(params, indices, bad_indices_policy=""): tf.gather_nd(params, indices)
GatherV2(params, indices, axis, batch_dims=0):
    tf.gather(params, indices, axis=axis, batch_dims=batch_dims)
GuaranteeConst(input): tf.guarantee_const
Identity(input): tf.identity
IdentityN(input): tf.identity_n
InplaceAdd(x, i, v): tf.tensor_scatter_nd_add(x, tf.expand_dims(i, -1), v)
InplaceSub(x, i, v): tf.tensor_scatter_nd_sub(x, tf.expand_dims(i, -1), v)
InplaceUpdate(x, i, v): tf.tensor_scatter_nd_update(x, tf.expand_dims(i, -1), v)
LinSpace(start, stop, num): tf.linspace
ListDiff(x, y, out_idx=tf.int32) -> out idx: made.list_diff(x, y, out_idx)
LowerBound(sorted_inputs, values, out_type=tf.int32):
    tf.searchsorted(sorted_inputs, values, "left", out_type)
UpperBound(sorted_inputs, values, out_type=tf.int32):
    tf.searchsorted(sorted_inputs, values, "right", out_type)
MirrorPad(input, paddings, mode): tf.pad(input, paddings, mode)
OneHot(indices, depth, on_value, off_value, axis=-1):
    tf.one_hot(indices, depth, on_value, off_value, axis)
OnesLike(x): tf.ones_like
Pack(values, axis=0): tf.stack
Pad(input, paddings): tf.pad
PadV2(input, paddings, constant_values): tf.pad(input, paddings, "CONSTANT", constant_values)
ParallelConcat(values, shape): tf.concat(values, 0)
PlaceholderWithDefault(input, shape): tf.identity(input)
PreventGradient(input, message=""): tf.stop_gradient(input)
Range(start, limit, delta): tf.range
Rank(input): tf.rank
Reshape(tensor, shape): tf.reshape
Reverse(tensor, dims): tf.reverse(tensor, tf.where(dims)[:, 0])
ReverseSequence(input, seq_lengths, seq_dim, batch_dim=0):
    tf.reverse_sequence(input, seq_lengths, seq_dim, batch_dim)
ReverseV2(tensor, axis): tf.reverse
Roll(input, shift, axis): tf.roll
ScatterNd(indices, updates, shape, bad_indices_policy=""): tf.scatter_nd(indices, updates, shape)
ScatterNdNonAliasingAdd(input, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_add(input, indices, updates)
Select(condition, x, y): made.select(condition, x, y)
SelectV2(condition, t, e): tf.where
Shape(input, out_type=tf.int32): tf.shape
ShapeN(input, out_type=tf.int32): tf.shape_n(input, out_type)
Size(input, out_type=tf.int32): tf.size
Slice(input, begin, size): tf.slice
Snapshot(input): tf.identity(input)
SpaceToBatch(input, paddings, block_size):
    tf.space_to_batch(input, [block_size, block_size], paddings)
SpaceToBatchND(input, block_shape, paddings): tf.space_to_batch
SpaceToDepth(input, block_size, data_format="NHWC"): tf.nn.space_to_depth
Split(axis, value, num_split): tf.split(value, num_split, axis)
SplitV(value, size_splits, axis, num_split): tf.split(value, size_splits, axis)
Squeeze(input, axis=[]): tf.squeeze(input, axis or None)
StopGradient(input): tf.stop_gradient
StridedSlice(input, begin, end, strides, begin_mask=0, end_mask=0, ellipsis_mask=0,
  new_axis_mask=0, shrink_axis_mask=0):
    tf.strided_slice
TensorScatterAdd(tensor, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_add(tensor, indices, updates)
TensorScatterMax(tensor, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_max(tensor, indices, updates)
TensorScatterMin(tensor, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_min(tensor, indices, updates)
TensorScatterSub(tensor, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_sub(tensor, indices, updates)
TensorScatterUpdate(tensor, indices, updates, bad_indices_policy=""):
    tf.tensor_scatter_nd_update(tensor, indices, updates)
Tile(input, multiples): tf.tile
Transpose(x, perm): tf.transpose
Unique(x, out_idx=tf.int32) -> y idx: tf.unique
UniqueWithCounts(x, out_idx=tf.int32) -> y idx count: tf.unique_with_counts
UnravelIndex(indices, dims): tf.unravel_index
Unpack(value, num, axis=0): tf.unstack(value, num, axis)
Where(condition): tf.where
ZerosLike(x): tf.zeros_like
BroadcastGradientArgs(s0, s1) -> r0 r1: made.gradient_axes(s0, s1)
AddN(inputs): tf.add_n
All(input, axis, keep_dims=False): tf.reduce_all
Any(input, axis, keep_dims=False): tf.reduce_any
ArgMax(input, dimension, output_type=tf.int64): tf.argmax(input, dimension, output_type)
ArgMin(input, dimension, output_type=tf.int64): tf.argmin(input, dimension, output_type)
Bincount(arr, size, weights):
    tf.cast(tf.math.bincount(arr, weights if tf.size(weights) else None, size, size),
    tf.convert_to_tensor(weights).dtype)
Bucketize(input, boundaries): made.bucketize(input, boundaries)
Cross(a, b): tf.linalg.cross
Cumprod(x, axis, exclusive=False, reverse=False): tf.math.cumprod
Cumsum(x, axis, exclusive=False, reverse=False): tf.cumsum
CumulativeLogsumexp(x, axis, exclusive=False, reverse=False): tf.math.cumulative_logsumexp
DenseBincount(input, size, weights!, binary_output=False):
    tf.math.bincount(input, weights if tf.size(weights) else None, size, size, weights.dtype,
    axis=-1, binary_output=binary_output)
EuclideanNorm(input, axis, keep_dims=False): tf.math.reduce_euclidean_norm
HistogramFixedWidth(values, value_range, nbins, dtype=tf.int32):
    tf.histogram_fixed_width(values, value_range, nbins, dtype)
InTopK(predictions, targets, k): tf.math.in_top_k(targets, predictions, k)
InTopKV2(predictions, targets, k): tf.math.in_top_k(targets, predictions, k)
InvertPermutation(x): tf.math.invert_permutation
L2Loss(t): tf.nn.l2_loss
Max(input, axis, keep_dims=False): tf.reduce_max
Mean(input, axis, keep_dims=False): tf.reduce_mean
Min(input, axis, keep_dims=False): tf.reduce_min
NthElement(input, n, reverse=False):
    tf.sort(input, direction="DESCENDING" if reverse else "ASCENDING")[..., n]
Prod(input, axis, keep_dims=False): tf.reduce_prod
SegmentMax(data, segment_ids): tf.math.segment_max
SegmentMean(data, segment_ids): tf.math.segment_mean
SegmentMin(data, segment_ids): tf.math.segment_min
SegmentProd(data, segment_ids): tf.math.segment_prod
SegmentSum(data, segment_ids): tf.math.segment_sum
SparseSegmentMean(data, indices, segment_ids, sparse_gradient=False):
    tf.sparse.segment_mean(data, indices, segment_ids)
SparseSegmentMeanWithNumSegments(data, indices, segment_ids, num_segments,
  sparse_gradient=False):
    tf.sparse.segment_mean(data, indices, segment_ids, num_segments)
SparseSegmentSqrtN(data, indices, segment_ids, sparse_gradient=False):
    tf.sparse.segment_sqrt_n(data, indices, segment_ids)
SparseSegmentSqrtNWithNumSegments(data, indices, segment_ids, num_segments,
  sparse_gradient=False):
    tf.sparse.segment_sqrt_n(data, indices, segment_ids, num_segments)
SparseSegmentSum(data, indices, segment_ids, sparse_gradient=False):
    tf.sparse.segment_sum(data, indices, segment_ids)
SparseSegmentSumWithNumSegments(data, indices, segment_ids, num_segments,
  sparse_gradient=False):
    tf.sparse.segment_sum(data, indices, segment_ids, num_segments)
Sum(input, axis, keep_dims=False): tf.reduce_sum
TopKV2(input, k, sorted=True, index_type=tf.int32) -> values indices:
    tf.math.top_k(input, k, sorted, index_type)
UnsortedSegmentMax(data, segment_ids, num_segments): tf.math.unsorted_segment_max
UnsortedSegmentMin(data, segment_ids, num_segments): tf.math.unsorted_segment_min
UnsortedSegmentProd(data, segment_ids, num_segments): tf.math.unsorted_segment_prod
UnsortedSegmentSum(data, segment_ids, num_segments): tf.math.unsorted_segment_sum
"""
