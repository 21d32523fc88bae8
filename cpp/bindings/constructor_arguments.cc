#include "bindings/constructor_arguments.h"

#include "core/error.h"

namespace pelton::bindings {

Dict name_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                    const py::args& args, const py::kwargs& kwargs) {
  check(args.size() <= rows.size(), Code::type_error, owner, ".__init__() takes from 1 to ",
        rows.size() + 1, " positional arguments but ", args.size() + 1, " were given");
  Dict out;
  for (size_t i = 0; i < args.size(); ++i) out.set(rows[i].name, to_value(args[i]));
  for (const auto& item : kwargs) {
    const auto key = item.first.cast<std::string>();
    check(out.find(key) == nullptr, Code::type_error, owner,
          ".__init__() got multiple values for argument '", key, "'");
    bool known = false;
    for (const ConfigField& row : rows) known |= key == row.name;
    check(known, Code::type_error, owner, ".__init__() got an unexpected keyword argument '", key,
          "'");
    out.set(key, to_value(item.second));
  }
  return out;
}

std::string signature_text(std::string_view owner, const std::vector<ConfigField>& rows) {
  std::string out(owner);
  out += '(';
  for (const ConfigField& row : rows) {
    if (out.back() != '(') out += ", ";
    out += row.name;
    if (!row.required) out += "=" + to_repr(row.default_value);
  }
  return out + ")";
}

}  // namespace pelton::bindings
