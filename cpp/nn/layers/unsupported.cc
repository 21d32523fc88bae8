// Owns telling a constraint that is not supported yet from a name that is none.
#include "nn/layers/unsupported.h"

#include <array>

namespace pelton {

NoConstraint FieldType<NoConstraint>::parse(const Value& value, const FieldSite& site) {
  if (value.is_none()) return {};
  constexpr std::array<std::string_view, 8> kNames = {"max_norm",   "MaxNorm", "min_max_norm",
                                                      "MinMaxNorm", "non_neg", "NonNeg",
                                                      "unit_norm",  "UnitNorm"};
  const auto* text = value.get_if<std::string>();
  const bool is_name =
      text == nullptr || std::find(kNames.begin(), kNames.end(), *text) != kNames.end();
  check(is_name, Code::value_error, "Could not interpret constraint identifier: ", value, " [",
        site.owner, ", argument `", site.name, "`]");
  raise(Code::unimplemented, site.owner, ": `", site.name,
        "` is not supported yet, only None. Received: ", site.name, "=", value);
}

}  // namespace pelton
