// Owns the CUDA kernels that make tensors out of attributes.
#include "kernels/declared/creation.h"

#include <algorithm>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/convert.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/launch.h"

namespace pelton::cuda {
namespace {

// Each gives element i as a T.
struct Constant {
  double value;
  template <class T>
  PELTON_HD T at(int64_t) const {
    return convert<T>(value);
  }
};

struct Diagonal {
  int64_t columns;
  template <class T>
  PELTON_HD T at(int64_t i) const {
    return convert<T>(i / columns == i % columns ? 1.0 : 0.0);
  }
};

struct Steps {
  double start, delta;
  template <class T>
  PELTON_HD T at(int64_t i) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<int64_t>(start) + i * static_cast<int64_t>(delta));
    else
      return convert<T>(start + static_cast<double>(i) * delta);
  }
};

struct Sizes {
  int64_t sizes[kMaxRank];
  template <class T>
  PELTON_HD T at(int64_t i) const {
    return static_cast<T>(sizes[i]);
  }
};

template <class F, class T>
__global__ void fill(void* out, int64_t size, F f) {
  for (int64_t i = first_item(); i < size; i += item_step())
    static_cast<T*>(out)[i] = f.template at<T>(i);
}

template <class Types, class F>
void launch_fill(const KernelContext& context, const F& f) {
  const TensorView& out = context.out(0);
  void (*kernel)(void*, int64_t, F) = nullptr;
  visit(Types{}, out.dtype, [&]<class T>() { kernel = &fill<F, T>; });
  launch(context, grid_over(out.size), kernel, out.data, out.size, f);
}

}  // namespace

void zeros(const KernelContext& context) { launch_fill<DeviceTypes>(context, Constant{0}); }
void ones(const KernelContext& context) { launch_fill<DeviceTypes>(context, Constant{1}); }

void full(const KernelContext& context) {
  launch_fill<DeviceTypes>(context, Constant{context.attrs<FullAttrs>().value});
}

void eye(const KernelContext& context) {
  launch_fill<DeviceTypes>(context, Diagonal{context.out(0).dim(1)});
}

void range(const KernelContext& context) {
  const auto& attrs = context.attrs<RangeAttrs>();
  launch_fill<RealTypes>(context, Steps{attrs.start, attrs.delta});
}

void iota(const KernelContext& context) { launch_fill<RealTypes>(context, Steps{0, 1}); }

void shape(const KernelContext& context) {
  Sizes of{};
  const Shape& sizes = context.in(0).shape();
  std::copy(sizes.begin(), sizes.end(), of.sizes);
  launch_fill<Types<int32_t, int64_t>>(context, of);
}

}  // namespace pelton::cuda
