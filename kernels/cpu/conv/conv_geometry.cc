// Owns how the forward pass and the input gradient look as convolutions in gather form.
#include "kernels/cpu/conv/conv_gather.h"

namespace pelton::cpu {

template <class T>
Gather<T> forward_gather(const Conv2dShape& s, const T* input, const T* filters, T* out) {
  const int64_t tap = s.group_in() * s.out_channels;
  return {
      s.batch,
      s.groups,
      {input, s.y.in, s.x.in, s.in_channels},
      {out, s.y.out, s.x.out, s.out_channels},
      {filters, s.group_out(), s.x.window * tap, tap, s.out_channels, 1, s.y.window, s.x.window},
      forward_taps(s.y),
      forward_taps(s.x)};
}

// Taps are packed in reverse order, and each tap's matrix is transposed.
template <class T>
Gather<T> input_grad_gather(const Conv2dShape& s, const T* filters, const T* out_grad,
                            T* input_grad) {
  const int64_t tap = s.group_in() * s.out_channels, taps = s.y.window * s.x.window;
  return {s.batch,
          s.groups,
          {out_grad, s.y.out, s.x.out, s.out_channels},
          {input_grad, s.y.in, s.x.in, s.in_channels},
          {filters + (taps - 1) * tap, s.group_out(), -s.x.window * tap, -tap, 1, s.out_channels,
           s.y.window, s.x.window},
          input_grad_taps(s.y),
          input_grad_taps(s.x)};
}

template Gather<Half> forward_gather(const Conv2dShape&, const Half*, const Half*, Half*);
template Gather<BFloat16> forward_gather(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                         BFloat16*);
template Gather<float> forward_gather(const Conv2dShape&, const float*, const float*, float*);
template Gather<double> forward_gather(const Conv2dShape&, const double*, const double*, double*);
template Gather<Half> input_grad_gather(const Conv2dShape&, const Half*, const Half*, Half*);
template Gather<BFloat16> input_grad_gather(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                            BFloat16*);
template Gather<float> input_grad_gather(const Conv2dShape&, const float*, const float*, float*);
template Gather<double> input_grad_gather(const Conv2dShape&, const double*, const double*,
                                          double*);

}  // namespace pelton::cpu
