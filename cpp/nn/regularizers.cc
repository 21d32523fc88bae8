// Owns the penalties, and finding a regularizer by name, serialized config or object.
#include "nn/regularizers.h"

#include <cmath>
#include <span>

#include "nn/foreign.h"
#include "nn/naming.h"
#include "ops/ops.h"

namespace pelton {

namespace {

struct Row {
  const char* class_name;
  RegularizerPtr (*make)(Dict& config);
};

template <class C>
RegularizerPtr make(Dict& config) {
  return std::make_shared<RegularizerOf<C>>(take_config<C>(config, C::kName));
}

template <class... C>
std::span<const Row> rows_of(Types<C...>) {
  static constexpr Row kRows[] = {{C::kName, &make<C>}...};
  return kRows;
}

RegularizerPtr by_name(std::string_view name, Dict config) {
  if (name == "l1_l2") name = "L1L2";
  for (const Row& row : rows_of(RegularizerConfigs{}))
    if (name == row.class_name || name == to_snake_case(row.class_name)) {
      RegularizerPtr regularizer = row.make(config);
      check_all_used(row.class_name, config);
      return regularizer;
    }
  return nullptr;
}

RegularizerPtr from_serialized(const Dict& dict) {
  const Value* name = dict.find("class_name");
  const Value* config = dict.find("config");
  if (name == nullptr || name->get_if<std::string>() == nullptr) return nullptr;
  const Dict* fields = config != nullptr ? config->get_if<Dict>() : nullptr;
  return by_name(*name->get_if<std::string>(), fields != nullptr ? *fields : Dict());
}

RegularizerPtr from_object(const Value::Object& object) {
  if (auto regularizer = std::dynamic_pointer_cast<const Regularizer>(object)) return regularizer;
  const auto* foreign = dynamic_cast<const Foreign*>(object.get());
  return foreign != nullptr ? foreign->as_regularizer() : nullptr;
}

}  // namespace

void check_rate(const char* name, double rate) {
  check(rate >= 0 && std::isfinite(rate), Code::value_error, "Invalid value for argument ", name,
        ": expected a non-negative float. Received: ", name, "=", Value(rate));
}

Tensor weight_penalty(const Tensor& x, double absolute, double squared) {
  Tensor total;
  if (absolute != 0) total = multiply(scalar(absolute, x.dtype()), reduce_sum(abs(x)));
  if (squared == 0) return total.defined() ? total : zeros({}, x.dtype());
  const Tensor term = multiply(scalar(squared, x.dtype()), reduce_sum(square(x)));
  return total.defined() ? add(total, term) : term;
}

RegularizerPtr get_regularizer(const Value& identifier) {
  if (identifier.is_none()) return nullptr;
  RegularizerPtr found;
  if (const auto* name = identifier.get_if<std::string>()) found = by_name(*name, {});
  if (const Dict* dict = identifier.get_if<Dict>()) found = from_serialized(*dict);
  if (const auto* object = identifier.get_if<Value::Object>()) found = from_object(*object);
  check(found != nullptr, Code::value_error,
        "Could not interpret regularizer identifier: ", identifier);
  return found;
}

RegularizerPtr FieldType<RegularizerPtr>::parse(const Value& value, const FieldSite& site) {
  try {
    return get_regularizer(value);
  } catch (const Error& error) {
    raise(error.code(), error.message(), " [", site.owner, ", argument `", site.name, "`]");
  }
}

}  // namespace pelton
