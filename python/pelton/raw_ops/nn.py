"""Rows of raw ops: those of neural networks, those of images."""

ROWS = """
AvgPool(value, ksize, strides, padding, data_format="NHWC"): tf.nn.avg_pool2d
AvgPool3D(input, ksize, strides, padding, data_format="NDHWC"): tf.nn.avg_pool3d
BiasAdd(value, bias, data_format="NHWC"): tf.nn.bias_add
BiasAddV1(value, bias): tf.nn.bias_add
BiasAddGrad(out_backprop!, data_format="NHWC"):
    tf.reduce_sum(out_backprop, [a for a in range(len(out_backprop.shape)) if a != (1 if
    data_format == "NCHW" else len(out_backprop.shape) - 1)])
Conv2D(input, filter, strides, padding, use_cudnn_on_gpu=True, explicit_paddings=[],
  data_format="NHWC", dilations=[1, 1, 1, 1]):
    tf.nn.conv2d(input, filter, strides, made.explicit(padding, explicit_paddings),
    data_format, dilations)
Conv2DBackpropFilter(input, filter_sizes, out_backprop, strides, padding, use_cudnn_on_gpu=True,
  explicit_paddings=[], data_format="NHWC", dilations=[1, 1, 1, 1]):
    made.gradient(lambda w: tf.nn.conv2d(input, w, strides, padding, data_format, dilations),
    made.empty_filters(filter_sizes, input), out_backprop)
Conv2DBackpropInput(input_sizes, filter, out_backprop, strides, padding, use_cudnn_on_gpu=True,
  explicit_paddings=[], data_format="NHWC", dilations=[1, 1, 1, 1]):
    tf.nn.conv2d_transpose(out_backprop, filter, input_sizes, strides, padding, data_format,
    dilations)
Conv3D(input, filter, strides, padding, data_format="NDHWC", dilations=[1, 1, 1, 1, 1]):
    tf.nn.conv3d(input, filter, strides, padding, data_format, dilations)
Conv3DBackpropInputV2(input_sizes, filter, out_backprop, strides, padding, data_format="NDHWC",
  dilations=[1, 1, 1, 1, 1]):
    tf.nn.conv3d_transpose(out_backprop, filter, input_sizes, strides, padding, data_format,
    dilations)
Conv3DBackpropFilterV2(input, filter_sizes, out_backprop, strides, padding, data_format="NDHWC",
  dilations=[1, 1, 1, 1, 1]):
    made.gradient(lambda w: tf.nn.conv3d(input, w, strides, padding, data_format, dilations),
    made.empty_filters(filter_sizes, input), out_backprop)
DepthwiseConv2dNative(input, filter, strides, padding, explicit_paddings=[], data_format="NHWC",
  dilations=[1, 1, 1, 1]):
    tf.nn.depthwise_conv2d(input, filter, strides, padding, data_format, dilations[1:3])
DepthwiseConv2dNativeBackpropFilter(input, filter_sizes, out_backprop, strides, padding,
  explicit_paddings=[], data_format="NHWC", dilations=[1, 1, 1, 1]):
    tf.nn.depthwise_conv2d_backprop_filter(input, filter_sizes, out_backprop, strides,
    padding, data_format, dilations[1:3])
DepthwiseConv2dNativeBackpropInput(input_sizes, filter, out_backprop, strides, padding,
  explicit_paddings=[], data_format="NHWC", dilations=[1, 1, 1, 1]):
    tf.nn.depthwise_conv2d_backprop_input(input_sizes, filter, out_backprop, strides, padding,
    data_format, dilations[1:3])
Dilation2D(input, filter, strides, rates, padding):
    tf.nn.dilation2d(input, filter, strides, padding, "NHWC", rates)
FractionalMaxPool(value, pooling_ratio, pseudo_random=False, overlapping=False,
  deterministic=False, seed=0, seed2=0) -> output row_pooling_sequence col_pooling_sequence:
    tf.nn.fractional_max_pool(value, pooling_ratio, pseudo_random, overlapping, seed)
FusedBatchNorm(x!, scale, offset, mean, variance, epsilon=0.0001, exponential_avg_factor=1,
  data_format="NHWC", is_training=True) ->
  y batch_mean batch_variance reserve_space_1 reserve_space_2:
    made.fused_batch_norm(x, scale, offset, mean, variance, epsilon, exponential_avg_factor,
    data_format, is_training)
FusedBatchNormV2(x!, scale, offset, mean, variance, epsilon=0.0001, exponential_avg_factor=1,
  data_format="NHWC", is_training=True) ->
  y batch_mean batch_variance reserve_space_1 reserve_space_2:
    made.fused_batch_norm(x, scale, offset, mean, variance, epsilon, exponential_avg_factor,
    data_format, is_training)
FusedBatchNormV3(x!, scale, offset, mean, variance, epsilon=0.0001, exponential_avg_factor=1,
  data_format="NHWC", is_training=True) ->
  y batch_mean batch_variance reserve_space_1 reserve_space_2 reserve_space_3:
    made.fused_batch_norm(x, scale, offset, mean, variance, epsilon, exponential_avg_factor,
    data_format, is_training) + (tf.zeros([0]),)
FractionalAvgPool(value, pooling_ratio, pseudo_random=False, overlapping=False,
  deterministic=False, seed=0, seed2=0) -> output row_pooling_sequence col_pooling_sequence:
    tf.nn.fractional_avg_pool(value, pooling_ratio, pseudo_random, overlapping, seed)
LogSoftmax(logits): tf.nn.log_softmax
LRN(input, depth_radius=5, bias=1, alpha=1, beta=0.5):
    tf.nn.local_response_normalization(input, depth_radius, bias, alpha, beta)
MaxPool(input, ksize, strides, padding, explicit_paddings=[], data_format="NHWC"):
    tf.nn.max_pool2d(input, ksize, strides, padding, data_format)
MaxPoolV2(input, ksize, strides, padding, data_format="NHWC"):
    tf.nn.max_pool2d(input, ksize, strides, padding, data_format)
MaxPool3D(input, ksize, strides, padding, data_format="NDHWC"): tf.nn.max_pool3d
MaxPoolWithArgmax(input, ksize, strides, padding, Targmax=tf.int64,
  include_batch_in_index=False) -> output argmax:
    tf.nn.max_pool_with_argmax(input, ksize, strides, padding, "NHWC", Targmax,
    include_batch_in_index)
MaxPoolGrad(orig_input, orig_output, grad, ksize, strides, padding, explicit_paddings=[],
  data_format="NHWC"):
    made.gradient(lambda x: tf.nn.max_pool2d(x, ksize, strides, padding, data_format),
    orig_input, grad)
MaxPool3DGrad(orig_input, orig_output, grad, ksize, strides, padding, data_format="NDHWC"):
    made.gradient(lambda x: tf.nn.max_pool3d(x, ksize, strides, padding, data_format),
    orig_input, grad)
AvgPoolGrad(orig_input_shape, grad!, ksize, strides, padding, data_format="NHWC"):
    made.gradient(lambda x: tf.nn.avg_pool2d(x, ksize, strides, padding, data_format),
    tf.zeros(orig_input_shape, grad.dtype), grad)
AvgPool3DGrad(orig_input_shape, grad!, ksize, strides, padding, data_format="NDHWC"):
    made.gradient(lambda x: tf.nn.avg_pool3d(x, ksize, strides, padding, data_format),
    tf.zeros(orig_input_shape, grad.dtype), grad)
Softmax(logits): tf.nn.softmax
SoftmaxCrossEntropyWithLogits(features, labels) -> loss backprop:
    made.cross_entropy(features, labels, False)
SparseSoftmaxCrossEntropyWithLogits(features, labels) -> loss backprop:
    made.cross_entropy(features, labels, True)
AdjustContrastv2(images, contrast_factor): tf.image.adjust_contrast(images, contrast_factor)
AdjustHue(images, delta): tf.image.adjust_hue(images, delta)
AdjustSaturation(images, scale): tf.image.adjust_saturation(images, scale)
CombinedNonMaxSuppression(boxes, scores, max_output_size_per_class, max_total_size,
  iou_threshold, score_threshold, pad_per_class=False, clip_boxes=True) -> nmsed_boxes
  nmsed_scores nmsed_classes valid_detections:
    tf.image.combined_non_max_suppression(boxes, scores, max_output_size_per_class,
    max_total_size, iou_threshold, score_threshold, pad_per_class, clip_boxes)
CropAndResize(image, boxes, box_ind, crop_size, method="bilinear", extrapolation_value=0):
    tf.image.crop_and_resize(image, boxes, box_ind, crop_size, method, extrapolation_value)
DecodeBmp(contents, channels=0): tf.io.decode_bmp
DecodeGif(contents): tf.io.decode_gif
DecodeImage(contents, channels=0, dtype=tf.uint8, expand_animations=True):
    tf.io.decode_image(contents, channels, dtype, expand_animations=expand_animations)
DecodeJpeg(contents, channels=0, ratio=1, fancy_upscaling=True, try_recover_truncated=False,
  acceptable_fraction=1, dct_method=""):
    tf.io.decode_jpeg(contents, channels, ratio)
DecodePng(contents, channels=0, dtype=tf.uint8): tf.io.decode_png
DecodeAndCropJpeg(contents, crop_window, channels=0, ratio=1, fancy_upscaling=True,
  try_recover_truncated=False, acceptable_fraction=1, dct_method=""):
    tf.image.decode_and_crop_jpeg(contents, crop_window, channels, ratio)
DrawBoundingBoxesV2(images, boxes, colors): tf.image.draw_bounding_boxes
ExtractGlimpse(input, size, offsets, centered=True, normalized=True, uniform_noise=True,
  noise="uniform"):
    tf.image.extract_glimpse(input, size, offsets, centered, normalized, "uniform" if
    uniform_noise else noise)
EncodeJpeg(image, format="", quality=95, progressive=False, optimize_size=False,
  chroma_downsampling=True, density_unit="in", x_density=300, y_density=300, xmp_metadata=""):
    tf.io.encode_jpeg(image, format, quality)
EncodePng(image, compression=-1): tf.io.encode_png(image, compression)
ExtractJpegShape(contents, output_type=tf.int32): tf.image.extract_jpeg_shape
HSVToRGB(images): tf.image.hsv_to_rgb
RGBToHSV(images): tf.image.rgb_to_hsv
NonMaxSuppression(boxes, scores, max_output_size, iou_threshold=0.5):
    tf.image.non_max_suppression(boxes, scores, max_output_size, iou_threshold)
NonMaxSuppressionV3(boxes, scores, max_output_size, iou_threshold, score_threshold):
    tf.image.non_max_suppression
NonMaxSuppressionV4(boxes, scores, max_output_size, iou_threshold, score_threshold,
  pad_to_max_output_size=False) -> selected_indices valid_outputs:
    made.hard_suppression(boxes, scores, max_output_size, iou_threshold, score_threshold,
    pad_to_max_output_size)
NonMaxSuppressionV5(boxes, scores, max_output_size, iou_threshold, score_threshold,
  soft_nms_sigma, pad_to_max_output_size=False) -> selected_indices selected_scores
  valid_outputs:
    made.soft_suppression(boxes, scores, max_output_size, iou_threshold, score_threshold,
    soft_nms_sigma, pad_to_max_output_size)
NonMaxSuppressionWithOverlaps(overlaps, scores, max_output_size, overlap_threshold,
  score_threshold):
    tf.image.non_max_suppression_overlaps
ResizeArea(images, size, align_corners=False): tf.image.resize(images, size, "area")
ResizeNearestNeighbor(images, size, align_corners=False, half_pixel_centers=False):
    made.resize("nearest", images, size, align_corners, half_pixel_centers)
ResizeBilinear(images, size, align_corners=False, half_pixel_centers=False):
    made.resize("bilinear", images, size, align_corners, half_pixel_centers)
ResizeBicubic(images, size, align_corners=False, half_pixel_centers=False):
    made.resize("bicubic", images, size, align_corners, half_pixel_centers)
ImageProjectiveTransformV2(images, transforms, output_shape, interpolation, fill_mode="CONSTANT"):
    made.projected(images, transforms, output_shape, 0.0, interpolation, fill_mode)
ImageProjectiveTransformV3(images, transforms, output_shape, fill_value, interpolation,
  fill_mode="CONSTANT"):
    made.projected(images, transforms, output_shape, fill_value, interpolation, fill_mode)
"""
