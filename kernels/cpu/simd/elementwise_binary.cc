// Owns the binary elementwise kernels with NumPy broadcasting, built once per instruction set.
#include "kernels/common/functors.h"
#include "kernels/cpu/elementwise.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

// One row: the loops without a stride vectorise.
template <class F, class T>
void row(T* out, const T* a, int64_t step_a, const T* b, int64_t step_b, int64_t n) {
  using C = compute_t<T>;
  const F f{};
  if (step_a == 1 && step_b == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = T(f(C(a[i]), C(b[i])));
  } else if (step_a == 1 && step_b == 0) {
    const C right(*b);
    for (int64_t i = 0; i < n; ++i) out[i] = T(f(C(a[i]), right));
  } else {
    for (int64_t i = 0; i < n; ++i) out[i] = T(f(C(a[i * step_a]), C(b[i * step_b])));
  }
}

// Stride of operand `x` along output axis `axis`; 0 where it is broadcast.
int64_t broadcast_stride(const TensorView& x, int64_t axis, int64_t rank) {
  const int64_t own = axis - (rank - x.rank());
  if (own < 0 || x.dim(static_cast<size_t>(own)) == 1) return 0;
  return x.strides()[static_cast<size_t>(own)];
}

template <class F, class T>
void binary_loop(const TensorView& a, const TensorView& b, const TensorView& out) {
  const int64_t rank = out.rank();
  const int64_t n = rank == 0 ? 1 : out.shape().back();
  const int64_t step_a = rank == 0 ? 0 : broadcast_stride(a, rank - 1, rank);
  const int64_t step_b = rank == 0 ? 0 : broadcast_stride(b, rank - 1, rank);
  const T* left = a.as<const T>();
  const T* right = b.as<const T>();
  Shape index(static_cast<size_t>(rank), 0);
  for (int64_t done = 0; done < out.size; done += n) {
    row<F>(out.as<T>() + done, left, step_a, right, step_b, n);
    for (int64_t axis = rank - 1; axis-- > 0;) {
      const auto k = static_cast<size_t>(axis);
      const int64_t stride_a = broadcast_stride(a, axis, rank);
      const int64_t stride_b = broadcast_stride(b, axis, rank);
      left += stride_a;
      right += stride_b;
      if (++index[k] < out.dim(k)) break;
      left -= stride_a * out.dim(k);
      right -= stride_b * out.dim(k);
      index[k] = 0;
    }
  }
}

template <class F, class List>
void binary(const KernelContext& context) {
  const TensorView &a = context.in(0), &b = context.in(1), &out = context.out(0);
  visit(List{}, out.dtype, [&]<class T>() {
    if (a.size == out.size && b.size == out.size && a.layout->is_contiguous() &&
        b.layout->is_contiguous())
      row<F>(out.as<T>(), a.as<const T>(), 1, b.as<const T>(), 1, out.size);
    else
      binary_loop<F, T>(a, b, out);
  });
}

}  // namespace

void add(const KernelContext& context) { binary<Add, NumericTypes>(context); }
void subtract(const KernelContext& context) { binary<Subtract, NumericTypes>(context); }
void multiply(const KernelContext& context) { binary<Multiply, NumericTypes>(context); }

}  // namespace pelton::cpu::PELTON_ISA
