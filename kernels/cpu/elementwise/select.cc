// Owns the kernels that move values unread (where, identity) and the integer rows of
// clip_by_value.
#include "kernels/cpu/elementwise/select.h"

#include "kernels/common/functors/functors_select.h"
#include "kernels/cpu/elementwise/other_rows.h"

namespace pelton::cpu {
namespace {

// A value of 16 bytes.
struct Wide {
  uint64_t low, high;
};
using Sizes = Types<uint8_t, uint16_t, uint32_t, uint64_t, Wide>;

struct Copy {
  template <class T>
  PELTON_HD T operator()(T x) const {
    return x;
  }
};

// Calls f with the type of the list that is `size` bytes wide.
template <class... T, class F>
void visit_size(Types<T...>, int64_t size, F&& f) {
  ((static_cast<int64_t>(sizeof(T)) == size ? f.template operator()<T>() : void()), ...);
}

Row row_of_size(int64_t size) {
#if PELTON_X86
  if (active_isa() == Isa::avx512) return avx512::select_row(size);
  if (active_isa() == Isa::avx2) return avx2::select_row(size);
#endif
  return generic::select_row(size);
}

}  // namespace

template struct OtherRows<SelectFunctors>;

void identity(const KernelContext& context) {
  Row row = nullptr;
  visit_size(Sizes{}, size_of(context.in(0).dtype), [&]<class T>() { row = &unary_row<Copy, T>; });
  run_rows(context, {row, nullptr, 1, false});
}

void where(const KernelContext& context) {
  Row row = row_of_size(size_of(context.out(0).dtype));
  if (row == nullptr) row = &ternary_row<Select, bool, Wide>;
  run_rows(context, {row, nullptr, 1, false});
}

}  // namespace pelton::cpu
