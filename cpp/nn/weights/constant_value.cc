#include "nn/weights/constant_value.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "nn/config/foreign.h"
#include "ops/array/array.h"
#include "ops/math/math.h"
#include "runtime/memory/memory.h"

namespace pelton {
namespace {

std::optional<double> number_of(const Value& value) {
  if (const double* number = value.get_if<double>()) return *number;
  if (const auto* number = value.get_if<int64_t>()) return static_cast<double>(*number);
  if (const bool* flag = value.get_if<bool>()) return *flag ? 1.0 : 0.0;
  return std::nullopt;
}

// Nested lists of numbers; of others, or of rows that differ, they are none.
class Numbers {
 public:
  explicit Numbers(const Value& lists) : is_array_(read(lists, 0)) {}
  bool is_array() const { return is_array_; }
  Tensor tensor() const {
    Tensor out = empty(shape_, DType::float64);
    std::copy(numbers_.begin(), numbers_.end(), out.data_as<double>());
    return out;
  }

 private:
  bool read(const Value& value, size_t depth) {
    const List* list = value.get_if<List>();
    if (list == nullptr) {
      const auto number = number_of(value);
      if (number) numbers_.push_back(*number);
      return number && depth == shape_.size();
    }
    const auto size = static_cast<int64_t>(list->items.size());
    if (depth == shape_.size() && numbers_.empty() && std::ssize(shape_) < kMaxRank)
      shape_.push_back(size);
    if (depth >= shape_.size() || shape_[depth] != size) return false;
    return std::all_of(list->items.begin(), list->items.end(),
                       [&](const Value& item) { return read(item, depth + 1); });
  }

  std::vector<double> numbers_;
  Shape shape_;
  bool is_array_;
};

// The lists within Keras's description of an array; others as they are.
const Value& within(const Value& value) {
  const Dict* dict = value.get_if<Dict>();
  const Value* config = dict == nullptr ? nullptr : dict->find("config");
  const Dict* inner = config == nullptr ? nullptr : config->get_if<Dict>();
  const Value* lists = inner == nullptr ? nullptr : inner->find("value");
  return lists == nullptr ? value : *lists;
}

bool broadcasts_to(const Shape& shape, const Shape& wanted) {
  if (shape.size() > wanted.size()) return false;
  const size_t before = wanted.size() - shape.size();
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != 1 && shape[i] != wanted[before + i]) return false;
  return true;
}

Tensor tensor_of(const Value& given) {
  if (const Foreign* object = foreign_of(given)) return object->as_tensor();
  const Value& value = within(given);
  if (const auto number = number_of(value)) return scalar(*number, DType::float64);
  const Numbers numbers(value);
  return numbers.is_array() ? numbers.tensor() : Tensor();
}

}  // namespace

Tensor ConstantValue::fill(const Shape& shape, DType dtype) const {
  if (const auto number = number_of(given)) return pelton::fill(shape, scalar(*number, dtype));
  const Tensor value = tensor_of(given);
  check(broadcasts_to(value.shape(), shape), Code::value_error, "Constant: a value of shape ",
        value.shape(), " does not broadcast to a weight of shape ", shape);
  return broadcast_to(cast(value, dtype), {.shape = shape});
}

ConstantValue FieldType<ConstantValue>::parse(const Value& value, const FieldSite& site) {
  if (!tensor_of(value).defined()) raise_bad_field(site, "a number or an array of numbers", value);
  return {value};
}

Value FieldType<ConstantValue>::write(const ConstantValue& value) {
  const auto* object = value.given.get_if<Value::Object>();
  return object == nullptr ? value.given : (*object)->serialized();
}

}  // namespace pelton
