// Owns parsing of dtype policies and the settings behind keras.config.
#include "nn/config/dtype_policy.h"

#include <mutex>
#include <optional>

namespace pelton {

namespace {

struct Settings {
  std::mutex mutex;
  DType floatx = DType::float32;
  double epsilon = 1e-7;
  std::optional<DTypePolicy> policy;
};

Settings& settings() {
  static Settings instance;
  return instance;
}

}  // namespace

DTypePolicy DTypePolicy::parse(const std::string& name) {
  if (name == "mixed_float16") return {name, DType::float16, DType::float32};
  if (name == "mixed_bfloat16") return {name, DType::bfloat16, DType::float32};
  try {
    const DType dtype = parse_dtype(name);
    return {std::string(pelton::name(dtype)), dtype, dtype};
  } catch (const Error&) {
    raise(Code::value_error, "Cannot convert '", name,
          "' to a mixed precision DTypePolicy. Valid policies include 'mixed_float16', "
          "'mixed_bfloat16', and the name of any float dtype such as 'float32'.");
  }
}

DTypePolicy FieldType<DTypePolicy>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return default_dtype_policy();
  if (const auto* text = value.get_if<std::string>()) return DTypePolicy::parse(*text);
  if (const Dict* dict = value.get_if<Dict>())
    if (const Value* config = dict->find("config"))
      if (const Dict* inner = config->get_if<Dict>())
        if (const Value* name = inner->find("name")) return parse(*name, site);
  raise_bad_field(site, "a dtype or a DTypePolicy", value);
}

Value FieldType<DTypePolicy>::write(const DTypePolicy& policy) {
  return Dict{{"module", "keras"},
              {"class_name", "DTypePolicy"},
              {"config", Dict{{"name", policy.name}}},
              {"registered_name", Value()}};
}

DType floatx() {
  std::lock_guard lock(settings().mutex);
  return settings().floatx;
}

void set_floatx(const std::string& name) {
  check(name == "float16" || name == "bfloat16" || name == "float32" || name == "float64",
        Code::value_error, "Unknown `floatx` value: ", name,
        ". Expected one of {'bfloat16', 'float16', 'float32', 'float64'}");
  std::lock_guard lock(settings().mutex);
  settings().floatx = parse_dtype(name);
}

double epsilon() {
  std::lock_guard lock(settings().mutex);
  return settings().epsilon;
}

void set_epsilon(double epsilon) {
  std::lock_guard lock(settings().mutex);
  settings().epsilon = epsilon;
}

DTypePolicy default_dtype_policy() {
  std::lock_guard lock(settings().mutex);
  if (settings().policy) return *settings().policy;
  const DType dtype = settings().floatx;
  return {std::string(name(dtype)), dtype, dtype};
}

void set_default_dtype_policy(const DTypePolicy& policy) {
  std::lock_guard lock(settings().mutex);
  settings().policy = policy;
}

}  // namespace pelton
