// Owns the CUDA kernel of conversions between dtypes.
#include "kernels/common/convert.h"
#include "kernels/cuda/elementwise.h"
#include "kernels/cuda/operands.h"
#include "kernels/cuda/types.h"

namespace pelton::cuda {
namespace {

template <class To, class From>
__global__ void convert_all(Operands<1> operands) {
  for (int64_t i = first_item(); i < operands.size; i += item_step()) {
    int64_t at;
    operands.nest.offsets(i, &at);
    static_cast<To*>(operands.out)[i] = convert<To>(static_cast<const From*>(operands.in[0])[at]);
  }
}

}  // namespace

void cast(const KernelContext& context) {
  const TensorView &x = context.in(0), &out = context.out(0);
  void (*kernel)(Operands<1>) = nullptr;
  visit(DeviceTypes{}, x.dtype, [&]<class From>() {
    visit(DeviceTypes{}, out.dtype, [&]<class To>() { kernel = &convert_all<To, From>; });
  });
  launch(context, grid_over(out.size), kernel, make_operands<1>(context));
}

}  // namespace pelton::cuda
