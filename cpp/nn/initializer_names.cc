// Owns finding an initializer by name, serialized config or object.
#include <span>

#include "nn/foreign.h"
#include "nn/initializers.h"
#include "nn/naming.h"

namespace pelton {

namespace {

struct Row {
  const char* class_name;
  InitializerPtr (*make)(Dict& config);
};

template <class C>
InitializerPtr make(Dict& config) {
  return std::make_shared<InitializerOf<C>>(take_config<C>(config, C::kName));
}

template <class... C>
std::span<const Row> rows_of(Types<C...>) {
  static constexpr Row kRows[] = {{C::kName, &make<C>}...};
  return kRows;
}

struct Alias {
  const char* name;
  const char* class_name;
};
constexpr Alias kAliases[] = {{"zero", "Zeros"},
                              {"one", "Ones"},
                              {"normal", "RandomNormal"},
                              {"uniform", "RandomUniform"},
                              {"IdentityInitializer", "Identity"},
                              {"OrthogonalInitializer", "Orthogonal"}};

// Null when there is no initializer of that class or snake-case name.
InitializerPtr by_name(std::string_view name, Dict config) {
  for (const Alias& alias : kAliases)
    if (name == alias.name) name = alias.class_name;
  for (const Row& row : rows_of(InitializerConfigs{}))
    if (name == row.class_name || name == to_snake_case(row.class_name)) {
      InitializerPtr initializer = row.make(config);
      check_all_used(row.class_name, config);
      return initializer;
    }
  return nullptr;
}

InitializerPtr from_serialized(const Dict& dict) {
  const Value* name = dict.find("class_name");
  const Value* config = dict.find("config");
  if (name == nullptr || name->get_if<std::string>() == nullptr) return nullptr;
  const Dict* fields = config != nullptr ? config->get_if<Dict>() : nullptr;
  return by_name(*name->get_if<std::string>(), fields != nullptr ? *fields : Dict());
}

InitializerPtr from_object(const Value::Object& object) {
  if (auto initializer = std::dynamic_pointer_cast<const Initializer>(object)) return initializer;
  const auto* foreign = dynamic_cast<const Foreign*>(object.get());
  return foreign != nullptr ? foreign->as_initializer() : nullptr;
}

}  // namespace

Seed FieldType<Seed>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return {};
  if (const int64_t* number = value.get_if<int64_t>()) return {*number};
  raise(Code::value_error,
        "`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. "
        "Received: seed=",
        value, " [", site.owner, "]");
}

InitializerPtr get_initializer(const Value& identifier) {
  if (identifier.is_none()) return nullptr;
  InitializerPtr found;
  if (const auto* name = identifier.get_if<std::string>()) found = by_name(*name, {});
  if (const Dict* dict = identifier.get_if<Dict>()) found = from_serialized(*dict);
  if (const auto* object = identifier.get_if<Value::Object>()) found = from_object(*object);
  check(found != nullptr, Code::value_error,
        "Could not interpret initializer identifier: ", identifier);
  return found;
}

InitializerPtr FieldType<InitializerPtr>::parse(const Value& value, const FieldSite& site) {
  try {
    return get_initializer(value);
  } catch (const Error& error) {
    raise(error.code(), error.message(), " [", site.owner, ", argument `", site.name, "`]");
  }
}

}  // namespace pelton
