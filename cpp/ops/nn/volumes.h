// Declares how convolutions over volumes (batch, depth, height, width, channels) become ones over
// images: each output plane is an image whose channels are the planes that the filters meet.
#pragma once
#include "ops/nn/convolution.h"

namespace pelton {

// The depth axis of a volume as filters of `window` planes see it.
struct DepthWindow {
  int64_t in;  // planes, which may be unknown
  int64_t window, stride, dilation;
  int64_t before, after;  // planes of padding
};

namespace volumes {

// Raises unimplemented where window or padding do not follow because a size is unknown,
// invalid_argument for an input that no whole window fits.
DepthWindow window_of(int64_t in, int64_t window, int64_t stride, int64_t dilation, Padding padding,
                      const Axes& explicit_paddings);

// (batch, depth, ...) as (batch * depth, ...), and back for the batch of `like` and `depth`.
Tensor as_images(const Tensor& volume);
Tensor from_images(const Tensor& images, const Tensor& like, int64_t depth);

struct Planes {
  Tensor images;  // (batch * depth, height, width, window * channels), group by group
  Tensor first;   // what the first tap reads: (batch, planes of the output, ...)
};
Planes planes_as_channels(const Tensor& input, const Tensor& filters, const DepthWindow& depth);
// (depth, height, width, channels, filters) as (height, width, depth * channels, filters).
Tensor filters_of_planes(const Tensor& filters);
// The reverse of planes_as_channels for one group: channels of each input plane added to the planes
// of a volume of depth.in planes.
Tensor add_planes(const Tensor& maps, const DepthWindow& depth);

}  // namespace volumes

// Attrs: ConvolutionAttrs or ConvTransposeAttrs of three axes.
template <class Attrs>
DepthWindow depth_window(int64_t in, int64_t window, const Attrs& attrs) {
  return volumes::window_of(in, window, attrs.strides[0], attrs.dilations[0], attrs.padding,
                            attrs.explicit_paddings);
}

}  // namespace pelton
