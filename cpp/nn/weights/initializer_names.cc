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
  if (const int64_t* number = value.get_if<int64_t>()) return {*number};
  raise(Code::value_error,
        "`seed` argument should be an instance of `keras.random.SeedGenerator()` or an integer. "
        "Received: seed=",
        value, " [", site.owner, "]");
}

InitializerPtr get_initializer(const Value& identifier) { return kInitializers.find(identifier); }

InitializerPtr FieldType<InitializerPtr>::parse(const Value& value, const FieldSite& site) {
  return found_for(site, value, get_initializer);
}

}  // namespace pelton
