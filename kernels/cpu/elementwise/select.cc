// Owns the kernels that move values unread (where, identity) and the integer rows of
// clip_by_value.
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

}  // namespace

template struct OtherRows<SelectFunctors>;

void identity(const KernelContext& context) {
  Row row = nullptr;
  visit_size(Sizes{}, size_of(context.in(0).dtype), [&]<class T>() { row = &unary_row<Copy, T>; });
  run_rows(context, {row, nullptr, 1, false});
}

void where(const KernelContext& context) {
  Row row = nullptr;
  visit_size(Sizes{}, size_of(context.out(0).dtype),
             [&]<class T>() { row = &ternary_row<Select, bool, T>; });
  run_rows(context, {row, nullptr, 1, false});
}

}  // namespace pelton::cpu
