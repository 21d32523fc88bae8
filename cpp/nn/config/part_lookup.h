// Owns how a part of a layer, an initializer or a regularizer, is found by its name, serialized
// config or object. Knows no particular part.
#pragma once
#include <span>

#include "nn/config/foreign.h"
#include "nn/module/naming.h"

namespace pelton {

template <class Part>
struct PartRow {
  const char* class_name;
  std::shared_ptr<const Part> (*make)(Dict& config);
};

// Another name of a class.
struct PartAlias {
  std::string_view name;
  std::string_view class_name;
};

// A row for each config C of Types<C...>, whose part is an Of<C>.
template <class Part, template <class> class Of, class List>
struct PartRows;
template <class Part, template <class> class Of, class... C>
struct PartRows<Part, Of, Types<C...>> {
  template <class Config>
  static std::shared_ptr<const Part> make(Dict& config) {
    return std::make_shared<Of<Config>>(take_config<Config>(config, Config::kName));
  }
  static constexpr PartRow<Part> kRows[] = {{C::kName, &make<C>}...};
};

template <class Part>
struct PartTable {
  using Pointer = std::shared_ptr<const Part>;

  const char* kind;  // for messages: "initializer"
  std::span<const PartRow<Part>> rows;
  std::span<const PartAlias> aliases;
  Pointer (Foreign::*from_foreign)() const;

  // Null for None; raises value_error "Could not interpret initializer identifier: nope".
  Pointer find(const Value& identifier) const {
    if (identifier.is_none()) return nullptr;
    Pointer found;
    if (const auto* name = identifier.get_if<std::string>()) found = by_name(*name, {});
    if (const Dict* dict = identifier.get_if<Dict>()) found = from_serialized(*dict);
    if (const auto* object = identifier.get_if<Value::Object>()) found = from_object(*object);
    check(found != nullptr, Code::value_error, "Could not interpret ", kind,
          " identifier: ", identifier);
    return found;
  }

  // Null when there is no class of that name, in its own spelling or in snake case.
  Pointer by_name(std::string_view name, Dict config) const {
    for (const PartAlias& alias : aliases)
      if (name == alias.name) name = alias.class_name;
    for (const PartRow<Part>& row : rows)
      if (name == row.class_name || name == to_snake_case(row.class_name)) {
        Pointer part = row.make(config);
        check_all_used(row.class_name, config);
        return part;
      }
    return nullptr;
  }

  Pointer from_serialized(const Dict& dict) const {
    const Value* name = dict.find("class_name");
    const Value* config = dict.find("config");
    if (name == nullptr || name->get_if<std::string>() == nullptr) return nullptr;
    const Dict* fields = config != nullptr ? config->get_if<Dict>() : nullptr;
    return by_name(*name->get_if<std::string>(), fields != nullptr ? *fields : Dict());
  }

  Pointer from_object(const Value::Object& object) const {
    if (auto part = std::dynamic_pointer_cast<const Part>(object)) return part;
    const auto* foreign = dynamic_cast<const Foreign*>(object.get());
    return foreign != nullptr ? (foreign->*from_foreign)() : nullptr;
  }
};

}  // namespace pelton
