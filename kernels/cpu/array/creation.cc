// Owns the CPU kernels that make tensors out of attributes.
#include "kernels/declared/creation.h"

#include <cstring>

#include "kernels/common/attrs/attrs.h"
#include "kernels/common/convert.h"
#include "runtime/threads/interrupt.h"
#include "runtime/threads/thread_pool.h"

namespace pelton::cpu {
namespace {

constexpr int64_t kFillGrainBytes = 1 << 18;

void clear(const TensorView& out) {
  const int64_t bytes = out.size * size_of(out.dtype);
  if (bytes <= kFillGrainBytes) {
    std::memset(out.data, 0, static_cast<size_t>(bytes));
    return;
  }
  parallel_for(bytes, kFillGrainBytes, [&](int64_t begin, int64_t end) {
    std::memset(out.as<char>() + begin, 0, static_cast<size_t>(end - begin));
  });
}

void set_all(const TensorView& out, double value) {
  visit(AllTypes{}, out.dtype, [&]<class T>() {
    const T item = convert<T>(value);
    T* const data = out.as<T>();
    const auto set = [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) data[i] = item;
    };
    const int64_t grain = kFillGrainBytes / static_cast<int64_t>(sizeof(T));
    if (out.size <= grain)
      set(0, out.size);
    else
      parallel_for(out.size, grain, set);
  });
}

}  // namespace

void zeros(const KernelContext& context) { clear(context.out(0)); }

void ones(const KernelContext& context) { set_all(context.out(0), 1); }

void full(const KernelContext& context) {
  set_all(context.out(0), context.attrs<FullAttrs>().value);
}

void eye(const KernelContext& context) {
  const TensorView& out = context.out(0);
  clear(out);
  const int64_t columns = out.dim(1);
  visit(AllTypes{}, out.dtype, [&]<class T>() {
    T* const data = out.as<T>();
    for (int64_t i = 0; i < out.dim(0) && i < columns; ++i) data[i * columns + i] = convert<T>(1.0);
  });
}

void range(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const auto& attrs = context.attrs<RangeAttrs>();
  visit(RealTypes{}, out.dtype, [&]<class T>() {
    T* const data = out.as<T>();
    interruptible_for(out.size, [&](int64_t begin, int64_t end) {
      if constexpr (std::is_integral_v<T>) {
        // Wraps around as 64 bits would that are then cut off.
        const auto delta = static_cast<wrap_t<T>>(static_cast<int64_t>(attrs.delta));
        auto number = static_cast<wrap_t<T>>(static_cast<int64_t>(attrs.start));
        number += static_cast<wrap_t<T>>(begin) * delta;
        for (int64_t i = begin; i < end; ++i, number += delta) data[i] = static_cast<T>(number);
      } else {
        const auto start = static_cast<double>(attrs.start),
                   delta = static_cast<double>(attrs.delta);
        for (int64_t i = begin; i < end; ++i)
          data[i] = convert<T>(start + static_cast<double>(i) * delta);
      }
    });
  });
}

void iota(const KernelContext& context) {
  const TensorView& out = context.out(0);
  visit(RealTypes{}, out.dtype, [&]<class T>() {
    T* const data = out.as<T>();
    interruptible_for(out.size, [=](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        if constexpr (std::is_integral_v<T>)
          data[i] = static_cast<T>(i);
        else
          data[i] = convert<T>(static_cast<double>(i));
      }
    });
  });
}

void shape(const KernelContext& context) {
  const TensorView& out = context.out(0);
  const Shape& sizes = context.in(0).shape();
  visit(Types<int32_t, int64_t>{}, out.dtype, [&]<class T>() {
    for (size_t i = 0; i < sizes.size(); ++i) out.as<T>()[i] = static_cast<T>(sizes[i]);
  });
}

}  // namespace pelton::cpu
