// Owns finding an initializer by name, serialized config or object.
#include "nn/config/part_lookup.h"
#include "nn/weights/initializers.h"

namespace pelton {

namespace {

constexpr PartAlias kInitializerAliases[] = {{"zero", "Zeros"},
                                             {"one", "Ones"},
                                             {"normal", "RandomNormal"},
                                             {"uniform", "RandomUniform"},
                                             {"IdentityInitializer", "Identity"},
                                             {"OrthogonalInitializer", "Orthogonal"}};

constexpr PartTable<Initializer> kInitializers{
    "initializer", PartRows<Initializer, InitializerOf, InitializerConfigs>::kRows,
    kInitializerAliases, &Foreign::as_initializer};

}  // namespace

Seed FieldType<Seed>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return {};
  if (const int64_t* number = value.get_if<int64_t>()) return {*number, nullptr};
  if (const Foreign* foreign = foreign_of(value))
    if (auto source = foreign->as_seed()) return {std::nullopt, std::move(source)};
  raise(Code::value_error,
        "`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. "
        "Received: seed=",
        value, " [", site.owner, "]");
}

Distribution FieldType<Distribution>::parse(const Value& value, const FieldSite& site) {
  const auto* text = value.get_if<std::string>();
  if (value.is_none() || (text != nullptr && *text == "normal"))
    return Distribution::truncated_normal;
  const auto& names = enum_names<Distribution>;
  return static_cast<Distribution>(parse_choice(value, site, names.data(), names.size()));
}

FanAxes FieldType<FanAxes>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return {};
  const List* list = value.get_if<List>();
  if (list == nullptr) raise_bad_field(site, "a list of axes or None", value);
  FanAxes out{.axes = std::vector<int64_t>(), .is_tuple = list->is_tuple};
  for (const Value& item : list->items) out.axes->push_back(FieldType<int64_t>::parse(item, site));
  return out;
}

Value FieldType<FanAxes>::write(const FanAxes& axes) {
  if (!axes.axes) return {};
  List list{.items = {}, .is_tuple = axes.is_tuple};
  for (const int64_t axis : *axes.axes) list.items.emplace_back(axis);
  return list;
}

InitializerPtr get_initializer(const Value& identifier) { return kInitializers.find(identifier); }

InitializerPtr FieldType<InitializerPtr>::parse(const Value& value, const FieldSite& site) {
  return found_for(site, value, get_initializer);
}

}  // namespace pelton
