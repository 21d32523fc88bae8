// Owns the checks of integer operands that arithmetic must refuse before anything is written.
#include "kernels/common/functors/functors_binary.h"
#include "kernels/cpu/dispatch/loop_nest.h"
#include "kernels/cpu/elementwise/elementwise.h"

namespace pelton::cpu {
namespace {

// True when some element of the integer operand `x` fulfils `test`.
template <class Test>
bool any_element(const TensorView& x, Test test) {
  bool found = false;
  visit(IntegerTypes{}, x.dtype, [&]<class T>() {
    const Layout* const layout = x.layout;
    const LoopNest nest = make_loop_nest(x.shape(), {&layout, 1});
    for_each_row(nest, 0, x.size, [&](const int64_t* offsets, int64_t n) {
      const T* at = x.as<const T>() + offsets[0];
      for (int64_t i = 0; i < n; ++i) found |= test(at[i * nest.step(0)]);
    });
  });
  return found;
}

}  // namespace

template <class F>
void checked_divisor(const KernelContext& context) {
  const TensorView& divisor = context.in(1);
  if (is_integer(divisor.dtype) && context.out(0).size > 0)
    check(!any_element(divisor, [](auto y) { return y == 0; }), "Integer division by zero");
  elementwise<F>(context);
}

template <class F>
void checked_exponent(const KernelContext& context) {
  const TensorView& exponent = context.in(1);
  if (kSigned.contains(exponent.dtype) && context.out(0).size > 0)
    check(!any_element(exponent, [](auto y) { return y < decltype(y)(0); }),
          "Integers to negative integer powers are not allowed");
  elementwise<F>(context);
}

template void checked_divisor<FloorDivide>(const KernelContext&);
template void checked_divisor<FloorMod>(const KernelContext&);
template void checked_exponent<Pow>(const KernelContext&);

}  // namespace pelton::cpu
