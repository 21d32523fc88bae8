// Owns the loops that add a bias to rows and apply relu, vectors along the row.
#include "kernels/cpu/gemm/bias_rows.h"

#include "kernels/cpu/simd/vec.h"

namespace pelton::cpu::PELTON_ISA {
namespace {

template <class T, bool kRelu>
void add_with(T* y, int64_t row_step, int64_t rows, int64_t cols, const T* bias) {
  for (int64_t r = 0; r < rows; ++r, y += row_step)
    for_lanes<T>(cols, [&](int64_t c, int lanes) {
      Vec<T> shift, sum;
      load_lanes(shift, bias + c, lanes);
      load_lanes(sum, y + c, lanes);
      sum += shift;
      if constexpr (kRelu) sum = sum < Vec<T>{} ? Vec<T>{} : sum;  // NaN stays
      store_lanes(y + c, sum, lanes);
    });
}

template <class T>
void add(T* y, int64_t row_step, int64_t rows, int64_t cols, const T* bias, bool relu) {
  if (relu)
    add_with<T, true>(y, row_step, rows, cols, bias);
  else
    add_with<T, false>(y, row_step, rows, cols, bias);
}

}  // namespace

template <class T>
const BiasTable<T>& bias_table() {
  static constexpr BiasTable<T> table{add<T>};
  return table;
}
template const BiasTable<float>& bias_table<float>();
template const BiasTable<double>& bias_table<double>();

}  // namespace pelton::cpu::PELTON_ISA
