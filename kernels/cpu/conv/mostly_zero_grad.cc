// Owns when the sparse gradients are taken for a convolution without a pool: each output pixel is a
// window of one cell.
#include "kernels/cpu/conv/mostly_zero_grad.h"

#include <algorithm>

#include "kernels/cpu/conv/sparse_grad.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kMostShare = 16;  // one number of so many may be other than zero
constexpr int64_t kLeastRun = 64;   // products of a number: fewer do not pay for looking at it
constexpr int64_t kBlock = 4096;  // numbers looked at before it may be known that too many are not

template <class T>
bool is_mostly_zero(const T* numbers, int64_t count) {
  int64_t left = count / kMostShare;
  for (int64_t i = 0; i < count && left >= 0; i += kBlock) {
    const int64_t end = std::min(i + kBlock, count);
    int32_t others = 0;
    for (int64_t j = i; j < end; ++j) others += static_cast<Compute<T>>(numbers[j]) != 0;
    left -= others;
  }
  return left >= 0;
}

template <class T>
bool are_finite(const T* numbers, int64_t count) {
  int32_t others = 0;
  for (int64_t i = 0; i < count; ++i) {
    const auto x = static_cast<Compute<T>>(numbers[i]);
    others |= x - x != 0;
  }
  return others == 0;
}

int64_t filters_of(const Conv2dShape& s) {
  return s.y.window * s.x.window * s.group_in() * s.out_channels;
}

template <class T>
bool is_sparse(const Conv2dShape& s, const T* out_grad) {
  return s.y.window * s.x.window * s.group_in() >= kLeastRun && fits_sparse_grad({s}) &&
         is_mostly_zero(out_grad, element_count(s.output()));
}

// The cells of the windows' only elements.
Workspace cells_of(const Conv2dShape& s, const KernelContext& context) {
  return context.workspace(static_cast<size_t>(element_count(s.output())));
}

}  // namespace

template <class T>
bool mostly_zero_input_grad(const Conv2dShape& s, const T* filters, const T* out_grad,
                            T* input_grad, const KernelContext& context) {
  if (!is_sparse(s, out_grad) || !are_finite(filters, filters_of(s))) return false;
  const Workspace cells = cells_of(s, context);
  std::fill_n(cells.as<uint8_t>(), element_count(s.output()), uint8_t{0});
  FusedGrad<T> grad{{s}};
  grad.filters = filters;
  grad.cells = cells.as<uint8_t>();
  grad.out_grad = out_grad;
  grad.input_grad = input_grad;
  sparse_input_grad(grad, context);
  return true;
}

template <class T>
bool mostly_zero_filter_grad(const FilterGrad<T>& g, const KernelContext& context) {
  const Conv2dShape& s = g.shape;
  const int64_t inputs = s.batch * s.y.in * s.x.in * s.in_channels;
  if (!is_sparse(s, g.out_grad) || !are_finite(g.input, inputs)) return false;
  const Workspace cells = cells_of(s, context);
  std::fill_n(cells.as<uint8_t>(), element_count(s.output()), uint8_t{0});
  const Workspace bias = context.workspace(static_cast<size_t>(s.out_channels) * sizeof(T));
  FusedGrad<T> grad{{s}};
  grad.input = g.input;
  grad.cells = cells.as<uint8_t>();
  grad.out_grad = g.out_grad;
  grad.filters_grad = g.filters;
  grad.bias_grad = bias.as<T>();
  sparse_filter_grad(grad, context);
  return true;
}

template bool mostly_zero_input_grad(const Conv2dShape&, const Half*, const Half*, Half*,
                                     const KernelContext&);
template bool mostly_zero_input_grad(const Conv2dShape&, const BFloat16*, const BFloat16*,
                                     BFloat16*, const KernelContext&);
template bool mostly_zero_input_grad(const Conv2dShape&, const float*, const float*, float*,
                                     const KernelContext&);
template bool mostly_zero_input_grad(const Conv2dShape&, const double*, const double*, double*,
                                     const KernelContext&);
template bool mostly_zero_filter_grad(const FilterGrad<Half>&, const KernelContext&);
template bool mostly_zero_filter_grad(const FilterGrad<BFloat16>&, const KernelContext&);
template bool mostly_zero_filter_grad(const FilterGrad<float>&, const KernelContext&);
template bool mostly_zero_filter_grad(const FilterGrad<double>&, const KernelContext&);

}  // namespace pelton::cpu
