// Owns how an elementwise kernel is made of a functor: rows of plain loops, found by dtype, under
// one broadcasting iteration. Must not know which functors there are.
#pragma once
#include "kernels/common/functors/functors.h"
#include "kernels/cpu/dispatch/isa.h"
#include "runtime/dispatch/kernel_context.h"

namespace pelton::cpu {

// Computes n results at data[0] from the operands data[1], data[2], ... that lie steps[k] elements
// apart (the results are adjacent). `attrs` is what make_functor() takes.
using Row = void (*)(void* const* data, const int64_t* steps, int64_t n, const void* attrs);

// The rows of F for float32 and float64, compiled once per instruction set in kernels/cpu/simd/.
namespace generic {
template <class F>
Row float_row(DType dtype);
}
namespace avx2 {
template <class F>
Row float_row(DType dtype);
}
namespace avx512 {
template <class F>
Row float_row(DType dtype);
}

// The rows of F for integers, complex numbers and bool, compiled once in kernels/cpu/.
template <class F>
Row other_row(DType dtype);

// Which of them F has, by its dtypes.
template <class F>
inline constexpr bool kHasFloatRow = !(F::kDTypes & kFloating).empty();
template <class F>
inline constexpr bool kHasOtherRow = (F::kDTypes & kFloating) != F::kDTypes;

// The row of F for operands of `dtype`, one that arithmetic happens in (not float16 or bfloat16).
template <class F>
Row row_of(DType dtype) {
  if constexpr (kHasFloatRow<F>) {
    if (is_floating(dtype)) {
#if PELTON_X86
      const Isa isa = active_isa();
      if (isa == Isa::avx2) return avx2::float_row<F>(dtype);
      if (isa == Isa::avx512) return avx512::float_row<F>(dtype);
#endif
      return generic::float_row<F>(dtype);
    }
  }
  if constexpr (kHasOtherRow<F>) return other_row<F>(dtype);
  raise(Code::internal, "no kernel for dtype ", dtype);
}

struct RowCall {
  Row row;
  const void* attrs = nullptr;
  int cost = 1;        // of one result, relative to an addition
  bool widens = true;  // float16 and bfloat16 operands reach the row as float
};

// Runs `call` over the context's operands with NumPy broadcasting to output 0, in parallel when
// there is much to do. The output is row-major; inputs may have any strides.
void run_rows(const KernelContext& context, const RowCall& call);

// The kernel of functor F; the last input's dtype decides which row.
template <class F>
void elementwise(const KernelContext& context) {
  const DType dtype = context.in(context.input_count() - 1).dtype;
  const void* attrs = nullptr;
  if constexpr (requires { typename F::Attrs; }) attrs = &context.attrs<typename F::Attrs>();
  run_rows(context, {row_of<F>(compute_dtype(dtype)), attrs, kCost<F>});
}

// Like elementwise<F>, for integers only after a check of the second operand: a zero divisor or a
// negative exponent raises invalid_argument with TensorFlow's words.
template <class F>
void checked_divisor(const KernelContext& context);
template <class F>
void checked_exponent(const KernelContext& context);

// Conversion between any two dtypes, and the row that does it (see kernels/common/convert.h).
void cast(const KernelContext& context);
Row cast_row(DType from, DType to);
// Copies input 0, whatever its dtype and strides.
void identity(const KernelContext& context);
// condition ? x : y for any dtype of x and y.
void where(const KernelContext& context);

}  // namespace pelton::cpu
