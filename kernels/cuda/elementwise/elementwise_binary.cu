// Owns the CUDA kernels of the arithmetic functors of two operands.
#include "kernels/common/functors/functors_binary.h"

#include "kernels/cuda/elementwise/elementwise_loops.h"

namespace pelton::cuda {
namespace {

struct IsZero {
  static constexpr const char* kMessage = "Integer division by zero";
  template <class T>
  PELTON_HD static bool is_bad(T x) {
    return x == 0;
  }
};

struct IsNegative {
  static constexpr const char* kMessage = "Integers to negative integer powers are not allowed";
  template <class T>
  PELTON_HD static bool is_bad(T x) {
    return std::is_signed_v<T> && x < T(0);
  }
};

template <class Test, class T>
__global__ void look_for_bad(Operands<2> operands, FailureSite site) {
  for (int64_t i = first_item(); i < operands.size; i += item_step()) {
    int64_t at[2];
    operands.nest.offsets(i, at);
    if (Test::is_bad(static_cast<const T*>(operands.in[1])[at[1]])) fail(site);
  }
}

// Integers that the functor's second operand must not be.
template <class Test>
void check_second(const KernelContext& context) {
  const DType dtype = context.in(1).dtype;
  if (!is_integer(dtype)) return;
  void (*kernel)(Operands<2>, FailureSite) = nullptr;
  visit(IntegerTypes{}, dtype, [&]<class T>() { kernel = &look_for_bad<Test, T>; });
  launch(context, grid_over(context.out(0).size), kernel, make_operands<2>(context),
         bad_value(context, Test::kMessage));
}

}  // namespace

template <>
void elementwise<FloorDivide>(const KernelContext& context) {
  check_second<IsZero>(context);
  run_elementwise<FloorDivide>(context);
}

template <>
void elementwise<FloorMod>(const KernelContext& context) {
  check_second<IsZero>(context);
  run_elementwise<FloorMod>(context);
}

template <>
void elementwise<Pow>(const KernelContext& context) {
  check_second<IsNegative>(context);
  run_elementwise<Pow>(context);
}

template void compile(BinaryFunctors, Kernel*);

}  // namespace pelton::cuda
