#include "nn/training/class_weights.h"

#include <algorithm>
#include <cmath>

#include "nn/training/host_array.h"

namespace pelton {

Tensor class_weights(const Tensor& y, const std::map<int64_t, double>& weights) {
  check(y.defined() && y.rank() >= 1, Code::value_error,
        "`class_weight` needs targets with one class per sample");
  const int64_t classes = y.rank() > 1 ? y.shape().back() : 1;
  Shape shape = y.shape();
  if (y.rank() > 1) shape.resize(shape.size() - 1);
  Tensor out = empty(shape, DType::float32);
  const HostArray<double> values(y);
  auto* to = out.data_as<float>();
  for (int64_t i = 0; i < out.size(); ++i) {
    const double* row = values.data() + i * classes;
    const auto label = classes > 1 ? std::max_element(row, row + classes) - row
                                   : static_cast<int64_t>(std::llround(row[0]));
    const auto found = weights.find(label);
    to[i] = found == weights.end() ? 1.0f : static_cast<float>(found->second);
  }
  return out;
}

}  // namespace pelton
