// Owns what Rescaling checks and computes.
#include "nn/layers/core/rescaling.h"

#include "nn/layers/conv/spatial.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"

namespace pelton {

namespace {

Tensor constant(const NumberOrList& value, const Tensor& like) {
  if (value.is_single) return scalar(value.numbers[0], like.dtype());
  const auto count = static_cast<int64_t>(value.numbers.size());
  const Tensor host = from_host(value.numbers.data(), {count}, DType::float64, like.device());
  return cast(host, like.dtype());
}

}  // namespace

NumberOrList FieldType<NumberOrList>::parse(const Value& value, const FieldSite& site) {
  const List* list = value.get_if<List>();
  if (list == nullptr) return {{FieldType<double>::parse(value, site)}, true};
  NumberOrList out{{}, false};
  for (const Value& item : list->items) out.numbers.push_back(FieldType<double>::parse(item, site));
  if (out.numbers.empty()) raise_bad_field(site, "at least one number", value);
  return out;
}

Value FieldType<NumberOrList>::write(const NumberOrList& value) {
  if (value.is_single) return value.numbers[0];
  List list;
  for (double number : value.numbers) list.items.push_back(number);
  return list;
}

Tensor Rescaling::call(const Tensor& input, bool) {
  const Tensor x = input.dtype() == compute_dtype() ? input : cast(input, compute_dtype());
  Tensor scale = constant(config_.scale, x);
  if (scale.rank() == 1 && default_data_format() == DataFormat::channels_first)
    scale =
        reshape(scale, {.shape = {scale.shape()[0], 1, 1}});  // Keras does so of the scale alone
  return add(multiply(x, scale), constant(config_.offset, x));
}

}  // namespace pelton
