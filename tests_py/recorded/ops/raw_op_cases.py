"""Calls of raw ops whose values are facts. An op gets what `GIVEN` says of the names of its inputs,
or what its row of `CALLS` says; of those in `DRAWN` dtypes and shapes are facts."""

from recorded.ops.raw_change_cases import CHANGED

START = """
F = tf.constant([[0.3, 0.6, 0.9], [0.2, 0.5, 0.75]])
G = tf.constant([[0.5, -0.25, 1.5], [1.0, 2.0, -0.75]])
W = F + 1.5
I = tf.constant([[3, 5, 7], [-8, 9, 2]])
J = tf.constant([[2, 3, -4], [3, 1, 5]])
C = tf.complex(F, G)
B = F > 0.5
M = tf.constant([[[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 2.0]]])
N = tf.constant([[[1.0], [2.0], [3.0]]])
P = tf.reshape(tf.range(32, dtype=tf.float32), [1, 4, 4, 2]) / 10.0
Q = tf.reshape(tf.range(64, dtype=tf.float32), [1, 4, 4, 4, 1]) / 10.0
K = tf.reshape(tf.range(8, dtype=tf.float32), [2, 2, 2, 1]) / 4.0
L = tf.constant([0, 0, 1])
S = tf.constant([b"a b", b"Cc d"])
A = tf.constant([[0.1, 0.1, 0.7, 0.6], [0.1, 0.15, 0.75, 0.6], [0.5, 0.5, 0.9, 0.9]])
D = tf.constant([[1, 2], [3, 4]], tf.int64)
V = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
V1, V2 = tf.Variable(V * 0.25), tf.Variable(V * 0.5)
X = tf.constant([[[[0.2, 0.4, 0.6], [0.9, 0.1, 0.3]], [[0.5, 0.5, 0.1], [0.0, 0.7, 1.0]]]])
T = dict(a_indices=[[0, 0], [1, 2]], a_values=[1.0, 2.0], a_shape=[2, 3])
U = dict(b_indices=[[0, 1], [1, 2]], b_values=[3.0, 5.0], b_shape=[2, 3])
import os, tempfile
path = os.path.join(tempfile.mkdtemp(), "file")
with open(path, "wb") as file:
    file.write(b"abc")
sizes = [58, 0, 54, 40, 1, 1, 1 + (24 << 16), 0, 4, 0, 0, 0, 0]
bmp = b"BM" + b"".join(n.to_bytes(4, "little") for n in sizes) + bytes([1, 2, 3, 0])
gif = bytes.fromhex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b"
)
Z = dict(indices=[[0], [2]], updates=[[10.0, 20.0], [1.0, 2.0]])
"""

GIVEN = {
    **dict.fromkeys(
        "x input features logits outputs t tensor image inputs arr images".split(), "F"
    ),
    **dict.fromkeys("y gradients dy labels e".split(), "G"),
    "axis": "1",
    "shape": "[2, 3]",
    "segment_ids": "L",
    "seed": "[3, 4]",
}
CALLS = """
AudioSpectrogram: input=tf.reshape(tf.range(20.0), [10, 2]), window_size=5, stride=2
CTCGreedyDecoder: inputs=X[0, :, :1], sequence_length=[2]
ComputeAccidentalHits: true_classes=D, sampled_candidates=[1, 3, 5], num_true=2
CropAndResizeGradImage: grads=tf.ones([1, 2, 2, 2]), boxes=[[0.1, 0.0, 0.9, 0.8]], box_ind=[0],
  image_size=[1, 4, 4, 2], T=tf.float32
DecodeJSONExample: json_examples=["{}"]
DrawBoundingBoxes: images=X, boxes=[[[0.0, 0.0, 0.4, 1.0]]]
ImageProjectiveTransformV2: images=P, transforms=[[0.8, -0.6, 1.2, 0.6, 0.8, -0.5, 0.01, 0.0]],
  output_shape=[3, 5], interpolation="NEAREST", fill_mode="WRAP"
ImageProjectiveTransformV3: images=P, transforms=[[1.0, 0.2, 1, 0.1, 1, 0.5, 0, 0]],
  output_shape=[3, 5], fill_value=7.0, interpolation="BILINEAR"
IsotonicRegression: input=G
LRNGrad: input_grads=P + 1.0, input_image=P, output_image=tf.nn.lrn(P), alpha=1.0, beta=0.5
MatchingFiles: pattern=os.path.join(path, "none")
MirrorPadGrad: input=G, paddings=[[0, 0], [1, 0]], mode="REFLECT"
RaggedRange: starts=[0, 1], limits=[2, 4], deltas=[1, 1]
RaggedTensorToSparse: rt_nested_splits=[[0, 1, 3]], rt_dense_values=[1, 2, 3]
ResizeBicubicGrad: grads=P, original_image=X[..., :2], half_pixel_centers=True
ResizeBilinearGrad: grads=P, original_image=X[..., :2], half_pixel_centers=True
ResizeNearestNeighborGrad: grads=P, size=[2, 2]
SetSize: set_indices=[[0, 0], [0, 1]], set_values=[1, 2], set_shape=[2, 2]
SparseReduceMaxSparse: input_indices=[[0, 0], [1, 2]], input_values=[1.0, 2.0],
  input_shape=[2, 3], reduction_axes=[1]
SparseReduceSumSparse: input_indices=[[0, 0], [1, 2]], input_values=[1.0, 2.0],
  input_shape=[2, 3], reduction_axes=[0]
SparseReshape: input_indices=[[0, 1], [1, 2]], input_shape=[2, 3], new_shape=[3, -1]
StridedSliceGrad: shape=[4, 2], begin=[0, 1], end=[4, 2], strides=[2, 1], dy=[[1.0], [2.0]]
StringSplit: input=S, delimiter=" "
TensorStridedSliceUpdate: input=D, begin=[1], end=[2], strides=[1], value=[[8, 9]]
ToBool: input="a"
UnicodeDecode: input=S, input_encoding="UTF-8"
UniqueV2: x=[[1, 0], [1, 0], [2, 0], [0, 5]], axis=[0]
UniqueWithCountsV2: x=["b", "a", "b"], axis=[]
Acosh: x=W
AddN: inputs=[F, G]
Angle: input=C
ApproximateEqual: x=F, y=F + 1e-6
AsString: input=I
All: input=B, axis=1
Any: input=B, axis=1
ArgMax: input=G, dimension=1
ArgMin: input=G, dimension=1
Betainc: a=W, b=F, x=F
BitwiseAnd: x=I, y=J
BitwiseOr: x=I, y=J
BitwiseXor: x=I, y=J
ClipByValue: t=G, clip_value_min=0.0, clip_value_max=1.0
Complex: real=F, imag=G
ComplexAbs: x=C
Conj: input=C
DivNoNan: x=F, y=tf.constant([[0.0, 1.0, 2.0]])
EluGrad: gradients=G, outputs=G
Div: x=I, y=J
FloorMod: x=I, y=J
Mod: x=I, y=J
TruncateDiv: x=I, y=J
TruncateMod: x=I, y=J
Igamma: a=W, x=F
IgammaGradA: a=W, x=F
Igammac: a=W, x=F
Imag: input=C
Invert: x=I
LeftShift: x=I, y=tf.abs(J)
RightShift: x=I, y=tf.abs(J)
LogicalAnd: x=B, y=B
LogicalNot: x=B
LogicalOr: x=B, y=B
NextAfter: x1=F, x2=G
Polygamma: a=tf.ones_like(F), x=F
PopulationCount: x=I
Pow: x=F, y=G
RandomGammaGrad: alpha=W, sample=F
Real: input=C
SigmoidGrad: y=F, dy=G
Xlogy: x=F, y=W
Xlog1py: x=F, y=W
Zeta: x=W, q=F
FakeQuantWithMinMaxArgsGradient: gradients=G, inputs=F
FakeQuantWithMinMaxVars: inputs=F, min=-1.0, max=1.0
FakeQuantWithMinMaxVarsGradient: gradients=G, inputs=F, min=-1.0, max=0.5
FakeQuantWithMinMaxVarsPerChannel: inputs=F, min=[-1.0] * 3, max=[1.0] * 3
FakeQuantWithMinMaxVarsPerChannelGradient: gradients=G, inputs=F, min=[-1.0] * 3, max=[0.5] * 3
Bincount: arr=[1, 2, 2], size=4, weights=[1.0, 2.0, 3.0]
DenseBincount: input=[[1, 2, 2]], size=4, weights=tf.constant([], tf.int32)
Bucketize: input=G, boundaries=[0.0, 1.0]
Cross: a=F, b=G
EuclideanNorm: input=F, axis=1
HistogramFixedWidth: values=G, value_range=[0.0, 1.0]; nbins=4
InTopK: predictions=F, targets=[2, 0], k=1
InTopKV2: predictions=F, targets=[2, 0], k=1
InvertPermutation: x=[2, 0, 1]
NthElement: input=F, n=1
SegmentMax: data=A, segment_ids=L
SegmentMean: data=A, segment_ids=L
SegmentMin: data=A, segment_ids=L
SegmentProd: data=A, segment_ids=L
SegmentSum: data=A, segment_ids=L
SparseSegmentMean: data=A, indices=[0, 2, 1], segment_ids=L
SparseSegmentMeanWithNumSegments: data=A, indices=[0, 2, 1], segment_ids=L, num_segments=3
SparseSegmentSqrtN: data=A, indices=[0, 2, 1], segment_ids=L
SparseSegmentSqrtNWithNumSegments: data=A, indices=[0, 2, 1], segment_ids=L, num_segments=3
SparseSegmentSum: data=A, indices=[0, 2, 1], segment_ids=L
SparseSegmentSumWithNumSegments: data=A, indices=[0, 2, 1], segment_ids=L, num_segments=3
TopKV2: input=F, k=2
UnsortedSegmentMax: data=A, segment_ids=[1, 0, 1], num_segments=2
UnsortedSegmentMin: data=A, segment_ids=[1, 0, 1], num_segments=2
UnsortedSegmentProd: data=A, segment_ids=[1, 0, 1], num_segments=2
UnsortedSegmentSum: data=A, segment_ids=[1, 0, 1], num_segments=2
BatchToSpace: input=tf.reshape(P, [4, 2, 2, 2]), crops=[[0, 0], [0, 0]], block_size=2
BatchToSpaceND: input=tf.reshape(P, [4, 2, 2, 2]), block_shape=[2, 2], crops=[[0, 0], [0, 0]]
Bitcast: input=F, type=tf.int32
BroadcastArgs: s0=[2, 1], s1=[3]
BroadcastGradientArgs: s0=[2, 1, 3], s1=[4, 3]
BroadcastTo: input=F, shape=[2, 2, 3]
Cast: x=G, DstT=tf.int32
CheckNumerics: tensor=F, message="m"
Concat: concat_dim=1, values=[F, G]
ConcatV2: values=[F, G], axis=0
ConjugateTranspose: x=C, perm=[1, 0]
DataFormatDimMap: x=[0, 3, -1]
DataFormatVecPermute: x=[1, 2, 3, 4]
DepthToSpace: input=tf.reshape(P, [1, 2, 2, 8]), block_size=2
Diag: diagonal=[1.0, 2.0]
DiagPart: input=M[0]
DynamicPartition: data=F, partitions=[1, 0], num_partitions=2
DynamicStitch: indices=[[0, 2], [1]], data=[[1.0, 2.0], [3.0]]
ParallelDynamicStitch: indices=[[0, 2], [1]], data=[[1.0, 2.0], [3.0]]
Empty: shape=[2], dtype=tf.float32, init=True
EnsureShape: input=F, shape=[2, 3]
ExpandDims: input=F, axis=1
ExtractImagePatches: images=P, ksizes=[1, 2, 2, 1], strides=[1, 2, 2, 1], rates=[1] * 4,
  padding="VALID"
ExtractVolumePatches: input=Q, ksizes=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"
Fill: dims=[2], value=1.5
Fingerprint: data=S, method="farmhash64"
Gather: params=F, indices=[1, 0]
GatherNd: params=F, indices=[[1, 0]]
GatherV2: params=F, indices=[1, 0], axis=1
IdentityN: input=[F, G]
InplaceAdd: x=F, i=[1], v=G[:1]
InplaceSub: x=F, i=[1], v=G[:1]
InplaceUpdate: x=F, i=[1], v=G[:1]
LinSpace: start=1.0, stop=2.0, num=3
ListDiff: x=[1, 2, 3, 4], y=[2, 4]
LowerBound: sorted_inputs=[[1.0, 2.0, 3.0]], values=[[2.0, 4.0]]
UpperBound: sorted_inputs=[[1.0, 2.0, 3.0]], values=[[2.0, 4.0]]
MirrorPad: input=F, paddings=[[1, 1], [0, 1]], mode="REFLECT"
OneHot: indices=[1, 0], depth=3, on_value=2.0, off_value=-1.0
Pack: values=[F, G], axis=1
Pad: input=F, paddings=[[1, 0], [0, 1]]
PadV2: input=F, paddings=[[1, 0], [0, 1]], constant_values=9.0
ParallelConcat: values=[F[:1], G[:1]], shape=[2, 3]
PlaceholderWithDefault: input=F, shape=[2, 3]
Range: start=1, limit=6, delta=2
Reshape: tensor=F, shape=[3, 2]
Reverse: tensor=F, dims=[False, True]
ReverseSequence: input=F, seq_lengths=[2, 3], seq_dim=1
ReverseV2: tensor=F, axis=[1]
Roll: input=F, shift=1, axis=1
ScatterNd: indices=[[1], [0]], updates=F, shape=[3, 3]
ScatterNdNonAliasingAdd: input=F, indices=[[1]], updates=G[:1]
Select: condition=[True, False], x=F, y=G
SelectV2: condition=B, t=F, e=G
ShapeN: input=[F, P]
Slice: input=F, begin=[0, 1], size=[2, 2]
SpaceToBatch: input=P, paddings=[[0, 0], [0, 0]], block_size=2
SpaceToBatchND: input=P, block_shape=[2, 2], paddings=[[0, 0], [0, 0]]
SpaceToDepth: input=P, block_size=2
Split: axis=1, value=F, num_split=3
SplitV: value=F, size_splits=[1, 2], axis=1, num_split=2
Squeeze: input=N
StridedSlice: input=F, begin=[0, 1], end=[2, 3], strides=[1, 1]
TensorScatterAdd: tensor=F, indices=[[1]], updates=G[:1]
TensorScatterMax: tensor=F, indices=[[1]], updates=G[:1]
TensorScatterMin: tensor=F, indices=[[1]], updates=G[:1]
TensorScatterSub: tensor=F, indices=[[1]], updates=G[:1]
TensorScatterUpdate: tensor=F, indices=[[1]], updates=G[:1]
Tile: input=F, multiples=[1, 2]
Transpose: x=F, perm=[1, 0]
Unique: x=[3, 1, 3]
UniqueWithCounts: x=[3, 1, 3]
UnravelIndex: indices=[5, 2], dims=[2, 3]
Unpack: value=F, num=3, axis=1
Where: condition=B
BandedTriangularSolve: matrix=[[1.0, 2.0], [0.0, 3.0]], rhs=[[1.0], [2.0]]
BatchMatMul: x=M, y=N
BatchMatMulV2: x=M, y=N, adj_x=True
BatchMatMulV3: x=M, y=N, Tout=tf.float32
Cholesky: input=M
Einsum: inputs=[F, G], equation="ij,kj->ik"
LogMatrixDeterminant: input=M
Lu: input=M
MatMul: a=F, b=G, transpose_b=True
MatrixBandPart: input=M, num_lower=1, num_upper=0
MatrixDeterminant: input=M
MatrixDiag: diagonal=F
MatrixDiagPart: input=M
MatrixDiagPartV2: input=M, k=[-1, 0], padding_value=9.0
MatrixDiagPartV3: input=M, k=[-1, 0], padding_value=9.0
MatrixDiagV2: diagonal=F, k=1, num_rows=-1, num_cols=-1, padding_value=9.0
MatrixDiagV3: diagonal=F, k=1, num_rows=-1, num_cols=-1, padding_value=9.0
MatrixInverse: input=M
MatrixLogarithm: input=tf.cast(M, tf.complex64)
MatrixSetDiag: input=M, diagonal=F[:1]
MatrixSetDiagV2: input=M, diagonal=F[:1, :2], k=1
MatrixSetDiagV3: input=M, diagonal=F[:1, :2], k=1
MatrixSolve: matrix=M, rhs=N
MatrixSolveLs: matrix=M, rhs=N, l2_regularizer=tf.constant(0.0, tf.float64)
MatrixSquareRoot: input=M
MatrixTriangularSolve: matrix=M, rhs=N, lower=True
SparseMatMul: a=F, b=G, transpose_b=True
TridiagonalMatMul: superdiag=F[:1], maindiag=W[:1], subdiag=G[:1], rhs=N[0]
TridiagonalSolve: diagonals=tf.stack([F[0], W[0], F[1]])[None], rhs=N
AvgPool: value=P, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"
AvgPool3D: input=Q, ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"
AvgPoolGrad: orig_input_shape=[1, 4, 4, 2], grad=P[:, :2, :2], ksize=[1, 2, 2, 1], strides=[1,
  2, 2, 1], padding="VALID"
AvgPool3DGrad: orig_input_shape=[1, 4, 4, 4, 1], grad=Q[:, :2, :2, :2], ksize=[1, 2, 2, 2, 1],
  strides=[1, 2, 2, 2, 1], padding="VALID"
BiasAdd: value=F, bias=[1.0, 2.0, 3.0]
BiasAddV1: value=F, bias=[1.0, 2.0, 3.0]
BiasAddGrad: out_backprop=P
Conv2D: input=P, filter=K, strides=[1] * 4, padding="SAME"
Conv2DBackpropFilter: input=P, filter_sizes=[2, 2, 2, 1], out_backprop=P[..., :1], strides=[1] *
  4, padding="SAME"
Conv2DBackpropInput: input_sizes=[1, 4, 4, 2], filter=K, out_backprop=P[..., :1], strides=[1] *
  4, padding="SAME"
Conv3D: input=Q, filter=K[..., None], strides=[1] * 5, padding="VALID"
Conv3DBackpropFilterV2: input=Q, filter_sizes=[2, 2, 2, 1, 1], out_backprop=Q, strides=[1] * 5,
  padding="SAME"
Conv3DBackpropInputV2: input_sizes=[1, 4, 4, 4, 1], filter=K[..., None], out_backprop=Q,
  strides=[1] * 5, padding="SAME"
DepthwiseConv2dNative: input=P, filter=K, strides=[1] * 4, padding="SAME"
DepthwiseConv2dNativeBackpropFilter: input=P, filter_sizes=[2, 2, 2, 1], out_backprop=P,
  strides=[1] * 4, padding="SAME"
DepthwiseConv2dNativeBackpropInput: input_sizes=[1, 4, 4, 2], filter=K, out_backprop=P,
  strides=[1] * 4, padding="SAME"
Dilation2D: input=P, filter=K[..., 0], strides=[1] * 4, rates=[1] * 4, padding="SAME"
FusedBatchNorm: x=P, scale=[1.0, 2.0], offset=[0.5, -1.0], mean=[], variance=[]
FusedBatchNormV2: x=P, scale=[1.0, 2.0], offset=[0.5, -1.0], mean=[1.0, 2.0], variance=[4.0, 1.0],
  exponential_avg_factor=0.25
FusedBatchNormV3: x=P, scale=[1.0, 2.0], offset=[0.5, -1.0], mean=[1.0, 2.0], variance=[4.0, 1.0],
  is_training=False
LRN: input=P
MaxPool: input=P, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"
MaxPoolV2: input=P, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"
MaxPool3D: input=Q, ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"
MaxPoolWithArgmax: input=P, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID"
MaxPoolGrad: orig_input=P, orig_output=P[:, 1::2, 1::2], grad=P[:, :2, :2], ksize=[1, 2, 2, 1],
  strides=[1, 2, 2, 1], padding="VALID"
MaxPool3DGrad: orig_input=Q, orig_output=Q[:, 1::2, 1::2, 1::2], grad=Q[:, :2, :2, :2],
  ksize=[1, 2, 2, 2, 1], strides=[1, 2, 2, 2, 1], padding="VALID"
SoftmaxCrossEntropyWithLogits: features=F, labels=F
SparseSoftmaxCrossEntropyWithLogits: features=F, labels=[1, 2]
AdjustContrastv2: images=X, contrast_factor=0.5
AdjustHue: images=X, delta=0.2
AdjustSaturation: images=X, scale=0.5
CropAndResize: image=P, boxes=A[:1], box_ind=[0], crop_size=[2, 3]
DrawBoundingBoxesV2: images=X, boxes=A[None, :1], colors=[[1.0, 0.0, 0.0]]
HSVToRGB: images=X
RGBToHSV: images=X
NonMaxSuppression: boxes=A, scores=[0.9, 0.8, 0.7], max_output_size=3
NonMaxSuppressionV3: boxes=A, scores=[0.9, 0.8, 0.7], max_output_size=3, iou_threshold=0.5,
  score_threshold=0.0
NonMaxSuppressionV4: boxes=A, scores=[0.9, 0.8, 0.7], max_output_size=3, iou_threshold=0.5,
  score_threshold=0.0
NonMaxSuppressionV5: boxes=A, scores=[0.9, 0.8, 0.7], max_output_size=3, iou_threshold=0.5,
  score_threshold=0.0, soft_nms_sigma=0.5
NonMaxSuppressionWithOverlaps: overlaps=tf.eye(3), scores=[0.9, 0.8, 0.7], max_output_size=2,
  overlap_threshold=0.5, score_threshold=0.0
ResizeArea: images=P, size=[2, 2]
ResizeNearestNeighbor: images=P, size=[3, 5], half_pixel_centers=True
ResizeBilinear: images=P, size=[3, 5], half_pixel_centers=True
ResizeBicubic: images=P, size=[3, 5], half_pixel_centers=True
ImageProjectiveTransformV2: images=tf.cast(P * 70.0, tf.uint8), output_shape=[5, 4],
  transforms=[[1.0, 0.1, 0.5, -0.2, 1.1, 0.25, 0.01, 0.02]], interpolation="BILINEAR"
ImageProjectiveTransformV3: images=P, transforms=[[1.0, 0.3, 0.5, -0.2, 1.1, -0.25, 0.01, 0.0]],
  output_shape=[5, 6], fill_value=9.0, interpolation="BILINEAR"
FFT: input=C
FFT2D: input=C
FFT3D: input=C[None]
IFFT: input=C
IFFT2D: input=C
IFFT3D: input=C[None]
IRFFT: input=C, fft_length=[4]
IRFFT2D: input=C, fft_length=[2, 4]
IRFFT3D: input=C[None], fft_length=[1, 2, 4]
RFFT: input=F, fft_length=[3]
RFFT2D: input=F, fft_length=[2, 3]
RFFT3D: input=F[None], fft_length=[1, 2, 3]
DecodeBase64: input=["aGk"]
DecodeCSV: records=["1,a", "2,b"], record_defaults=[[0], [""]]
DecodePaddedRaw: input_bytes=["ab", "c"], fixed_length=2, out_type=tf.uint8
DecodeRaw: bytes=["ab", "cd"], out_type=tf.uint8
EncodeBase64: input=S
SerializeTensor: tensor=F
ParseTensor: serialized=tf.io.serialize_tensor(F), out_type=tf.float32
ReduceJoin: inputs=[["a", "b"]], reduction_indices=[1]
RegexFullMatch: input=S, pattern="a.*"
StaticRegexFullMatch: input=S, pattern="a.*"
RegexReplace: input=S, pattern="[a-c]", rewrite="x"
StaticRegexReplace: input=S, pattern="[a-c]", rewrite="x"
StringFormat: inputs=[I], template="it is {}", placeholder="{}"
StringJoin: inputs=[S, S], separator="-"
StringLength: input=S
StringLower: input=S
StringNGrams: data=["a", "b", "c"], data_splits=[0, 3], separator=" ", ngram_widths=[2],
  left_pad="", right_pad="", pad_width=0, preserve_short_sequences=False
StringSplitV2: input=S, sep=" "
StringStrip: input=S
StringToHashBucket: string_tensor=S, num_buckets=10
StringToHashBucketFast: input=S, num_buckets=10
StringToHashBucketStrong: input=S, num_buckets=10, key=[1, 2]
StringToNumber: string_tensor=["1.5"]
StringUpper: input=S
Substr: input=S, pos=1, len=2
UnicodeTranscode: input=S, input_encoding="UTF-8", output_encoding="UTF-8"
UnsortedSegmentJoin: inputs=S, segment_ids=[1, 0], num_segments=2
Multinomial: logits=F, num_samples=2
RandomGamma: shape=[2], alpha=F
RandomPoissonV2: shape=[2], rate=F
RandomShuffle: value=F
RandomStandardNormal: shape=[2, 3], dtype=tf.float32
RandomUniform: shape=[2, 3], dtype=tf.float32
RandomUniformInt: shape=[2, 3], minval=1, maxval=5
TruncatedNormal: shape=[2, 3], dtype=tf.float32
StatelessMultinomial: logits=F, num_samples=2, seed=[3, 4]
StatelessRandomBinomial: shape=[2, 1], seed=[3, 4], counts=tf.constant([5.0]),
  probs=tf.constant([0.5])
StatelessRandomGammaV2: shape=[2], seed=[3, 4], alpha=[1.5, 2.0]
StatelessRandomPoisson: shape=[2], seed=[3, 4], lam=[1.5, 2.0], dtype=tf.int32
StatelessRandomUniformFullInt: shape=[2], seed=[3, 4], dtype=tf.int32
StatelessRandomUniformInt: shape=[2], seed=[3, 4], minval=1, maxval=50
StatelessParameterizedTruncatedNormal: shape=[2, 1], seed=[3, 4], means=[0.0], stddevs=[1.0],
  minvals=[-1.0], maxvals=[1.0]
UniformCandidateSampler: true_classes=[[1]], num_true=1, num_sampled=2, unique=True, range_max=5
LogUniformCandidateSampler: true_classes=[[1]], num_true=1, num_sampled=2, unique=True,
  range_max=5
CombinedNonMaxSuppression: boxes=A[None, :, None], scores=[[[0.9], [0.8], [0.7]]],
  max_output_size_per_class=2, max_total_size=2, iou_threshold=0.5, score_threshold=0.0
EncodePng: image=tf.cast(X[0] * 9.0, tf.uint8)
DecodePng: contents=tf.io.encode_png(tf.cast(X[0] * 9.0, tf.uint8))
DecodeImage: contents=tf.io.encode_png(tf.cast(X[0] * 9.0, tf.uint8))
DecodeJpeg: contents=tf.io.encode_jpeg(tf.zeros([2, 3, 3], tf.uint8))
DecodeAndCropJpeg: contents=tf.io.encode_jpeg(tf.zeros([2, 3, 3], tf.uint8)), crop_window=[0, 0,
  1, 2]
ExtractJpegShape: contents=tf.io.encode_jpeg(tf.zeros([2, 3, 3], tf.uint8))
DecodeCompressed: bytes=[b"ab"]
DecodeWav: contents=tf.audio.encode_wav([[0.5], [0.25]], 8000)
EncodeWav: audio=[[0.5], [0.25]], sample_rate=8000
Eig: input=M, Tout=tf.complex64
SelfAdjointEigV2: input=M
SerializeManySparse: sparse_indices=[[0, 1]], sparse_values=[1.0], sparse_shape=[1, 2]
DeserializeManySparse: serialized_sparse=tf.io.serialize_many_sparse(tf.sparse.from_dense([[1.0,
  0.0]])), dtype=tf.float32
ExtractGlimpse: input=P, size=[3, 3], offsets=[[0.0, 0.0]]
FractionalAvgPool: value=P, pooling_ratio=[1.0, 1.5, 1.5, 1.0], deterministic=True, seed=3,
  seed2=5
FractionalMaxPool: value=P, pooling_ratio=[1.0, 1.5, 1.5, 1.0], deterministic=True, seed=3,
  seed2=5
RandomIndexShuffle: index=tf.range(5), seed=[1, 2, 3], max_index=9
SobolSample: dim=3, num_results=5, skip=2
UnicodeScript: input=[65, 1041, 12354]
QuantizeAndDequantizeV2: input=F, input_min=0.0, input_max=0.0
FixedUnigramCandidateSampler: true_classes=[[1]], num_true=1, num_sampled=2, unique=False,
  range_max=3, unigrams=[1.0, 2.0, 3.0]
AllCandidateSampler: true_classes=D[:1], num_true=2, num_sampled=5, unique=True
LearnedUnigramCandidateSampler: true_classes=[[1]], num_true=1, num_sampled=2, unique=True,
  range_max=5
ParameterizedTruncatedNormal: shape=[2, 1], means=[0.0], stdevs=[1.0], minvals=[-1.0],
  maxvals=[1.0]
ReadFile: filename=path
WriteFile: filename=path, contents="x"
DecodeBmp: contents=bmp
DecodeGif: contents=gif
VarIsInitializedOp: resource=V.handle
PrintV2: input="text"
EncodeJpeg: image=tf.zeros([2, 3, 3], tf.uint8)
VariableShape: input=V.handle
ReadVariableOp: resource=V.handle, dtype=tf.float32
ResourceGather: resource=V.handle, indices=[1], dtype=tf.float32
ResourceGatherNd: resource=V.handle, indices=[[1, 0]], dtype=tf.float32
Assert: condition=True, data=[F]
DenseToDenseSetOperation: set1=D, set2=D - 1, set_operation="union"
SerializeSparse: sparse_indices=[[0, 1]], sparse_values=[1.0], sparse_shape=[1, 2]
EditDistance: hypothesis_indices=[[0, 0]], hypothesis_values=["a"], hypothesis_shape=[1, 1],
  truth_indices=[[0, 0]], truth_values=["b"], truth_shape=[1, 1]
SparseAdd: **T, **U, thresh=0.0
SparseConcat: indices=[[[0, 0]], [[0, 1]]], values=[[1.0], [2.0]], shapes=[[1, 2], [1, 2]],
  concat_dim=1
SparseReduceMax: input_indices=[[0, 0], [1, 2]], input_values=[1.0, 2.0], input_shape=[2, 3],
  reduction_axes=[1]
SparseReduceSum: input_indices=[[0, 0], [1, 2]], input_values=[1.0, 2.0], input_shape=[2, 3],
  reduction_axes=[1]
SparseReorder: input_indices=[[1, 2], [0, 0]], input_values=[1.0, 2.0], input_shape=[2, 3]
SparseSlice: indices=[[0, 0], [1, 2]], values=[1.0, 2.0], shape=[2, 3], start=[1, 1], size=[1, 2]
SparseSoftmax: sp_indices=[[0, 0], [0, 2]], sp_values=[1.0, 2.0], sp_shape=[1, 3]
SparseSparseMaximum: **T, **U
SparseSparseMinimum: **T, **U
SparseTensorDenseAdd: **T, b=F
SparseTensorDenseMatMul: **T, b=N[0]
SparseDenseCwiseMul: sp_indices=[[0, 0], [1, 2]], sp_values=[1.0, 2.0], sp_shape=[2, 3], dense=W
SparseDenseCwiseDiv: sp_indices=[[0, 0], [1, 2]], sp_values=[1.0, 2.0], sp_shape=[2, 3], dense=W
SparseToDense: sparse_indices=[1, 3], output_shape=[5], sparse_values=[7, 8], default_value=0
"""
DRAWN = frozenset(
    """
FixedUnigramCandidateSampler FractionalAvgPool FractionalMaxPool
Multinomial RandomGamma RandomPoissonV2 RandomShuffle RandomStandardNormal RandomUniform
SelfAdjointEigV2 RandomUniformInt Eig ParameterizedTruncatedNormal
LearnedUnigramCandidateSampler EncodeJpeg EncodePng TruncatedNormal UniformCandidateSampler
LogUniformCandidateSampler StatelessMultinomial StatelessParameterizedTruncatedNormal
StatelessRandomBinomial StatelessRandomGammaV2 StatelessRandomNormal StatelessRandomPoisson
StatelessRandomUniform StatelessRandomUniformFullInt StatelessRandomUniformInt
StatelessTruncatedNormal
""".split()
)


def rows(text):
    """{name: arguments} of rows `Name: arguments`."""
    pairs = (row.split(": ", 1) for row in text.strip().replace("\n  ", " ").split("\n"))
    return {name: given.replace(";", ",") for name, given in pairs}


def call_of(name, inputs):
    """The code of a call of an op with these required arguments; None where none is known."""
    calls, changed = rows(CALLS), rows(CHANGED)
    given = calls.get(name) or changed.get(name)
    if given is None:
        if any(one not in GIVEN for one in inputs):
            return None
        given = ", ".join(f"{one}={GIVEN[one]}" for one in inputs)
    call = f"tf.raw_ops.{name}({given})"
    if name in changed:
        return f"{call}\nV"
    return f"[one.shape for one in tf.nest.flatten({call})]" if name in DRAWN else call
