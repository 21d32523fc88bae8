// Owns the CUDA kernel of conversions between dtypes.
#include <algorithm>

#include "kernels/common/convert.h"
#include "kernels/cuda/elementwise/elementwise.h"
#include "kernels/cuda/elementwise/operands.h"
#include "kernels/cuda/elementwise/types.h"
#include "kernels/cuda/gemm/pack.h"

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

// The same where the input has no gaps: 16 bytes of the wider type at once.
template <class To, class From>
inline constexpr int kValuesOfPack = kPackBytes / std::max(sizeof(To), sizeof(From));

template <class To, class From>
__global__ void convert_packs(const From* from, To* to, int64_t size) {
  constexpr int kValues = kValuesOfPack<To, From>;
  const int64_t packs = size / kValues;
  for (int64_t i = first_item(); i < packs; i += item_step()) {
    const auto x = load_pack<kValues>(from + i * kValues);
    Pack<To, kValues> y;
    for (int j = 0; j < kValues; ++j) y.values[j] = convert<To>(x.values[j]);
    store_pack(to + i * kValues, y);
  }
  for (int64_t i = packs * kValues + first_item(); i < size; i += item_step())
    to[i] = convert<To>(from[i]);
}

// False where packs may not lie in the input or the output.
template <class To, class From>
bool launch_packs(const KernelContext& context) {
  constexpr int kValues = kValuesOfPack<To, From>;
  const From* const from = context.in(0).as<const From>();
  To* const to = context.out(0).as<To>();
  const int64_t size = context.out(0).size;
  if (!is_pack_place<kValues>(from) || !is_pack_place<kValues>(to)) return false;
  launch(context, grid_over((size + kValues - 1) / kValues), &convert_packs<To, From>, from, to,
         size);
  return true;
}

// The conversions of mixed precision; false for others and for inputs with gaps.
bool convert_by_packs(const KernelContext& context, const Nest<1>& nest) {
  const TensorView &x = context.in(0), &out = context.out(0);
  if (nest.rank != 1 || nest.strides[0][0] != 1 || !is_floating(x.dtype) || !is_floating(out.dtype))
    return false;
  bool launched = false;
  visit(FloatingTypes{}, x.dtype, [&]<class From>() {
    visit(FloatingTypes{}, out.dtype,
          [&]<class To>() { launched = launch_packs<To, From>(context); });
  });
  return launched;
}

}  // namespace

void cast(const KernelContext& context) {
  const TensorView &x = context.in(0), &out = context.out(0);
  const Operands<1> operands = make_operands<1>(context);
  if (convert_by_packs(context, operands.nest)) return;
  void (*kernel)(Operands<1>) = nullptr;
  visit(DeviceTypes{}, x.dtype, [&]<class From>() {
    visit(DeviceTypes{}, out.dtype, [&]<class To>() { kernel = &convert_all<To, From>; });
  });
  launch(context, grid_over(out.size), kernel, operands);
}

}  // namespace pelton::cuda
