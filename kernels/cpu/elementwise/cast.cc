#include "kernels/cpu/elementwise/cast.h"

#include "kernels/common/convert.h"

namespace pelton::cpu {
namespace {

template <class To, class From>
void convert_row(void* const* data, const int64_t* steps, int64_t n, const void*) {
  To* __restrict out = static_cast<To*>(data[0]);
  const From* __restrict x = static_cast<const From*>(data[1]);
  const int64_t step = steps[1];
  if (step == 1)
    for (int64_t i = 0; i < n; ++i) out[i] = convert<To>(x[i]);
  else
    for (int64_t i = 0; i < n; ++i) out[i] = convert<To>(x[i * step]);
}

template <class T>
void copy_row(void* const* data, const int64_t* steps, int64_t n, const void*) {
  for (int64_t i = 0; i < n; ++i)
    static_cast<T*>(data[0])[i] = static_cast<const T*>(data[1])[i * steps[1]];
}

Row frequent_row(DType from, DType to) {
#if PELTON_X86
  if (active_isa() == Isa::avx512) return avx512::frequent_cast_row(from, to);
  if (active_isa() == Isa::avx2) return avx2::frequent_cast_row(from, to);
#endif
  return generic::frequent_cast_row(from, to);
}

}  // namespace

Row cast_row(DType from, DType to) {
  if (from == DType::string) return &copy_row<StringElement>;
  Row row = frequent_row(from, to);
  if (row != nullptr) return row;
  visit(AllTypes{}, from, [&]<class From>() {
    visit(AllTypes{}, to, [&]<class To>() { row = &convert_row<To, From>; });
  });
  return row;
}

void cast(const KernelContext& context) {
  const Row row = cast_row(context.in(0).dtype, context.out(0).dtype);
  run_rows(context, {row, nullptr, 2, false});
}

}  // namespace pelton::cpu
