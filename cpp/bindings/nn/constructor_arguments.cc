#include "bindings/nn/constructor_arguments.h"

#include <algorithm>

#include "bindings/python_object.h"
#include "bindings/text.h"
#include "nn/weights/constant_value.h"

namespace pelton::bindings {

namespace {

// Where an array is wanted it is kept, not read as lists.
Value read(std::string_view owner, const std::vector<ConfigField>& rows, std::string_view name,
           py::handle object) {
  static const std::string array_type = FieldType<ConstantValue>::text();
  const bool takes_array = std::any_of(rows.begin(), rows.end(), [&](const ConfigField& row) {
    return row.name == name && row.type == array_type;
  });
  try {
    if (takes_array && is_array_of_numbers(object))
      return Value::Object(
          std::make_shared<PythonObject>(py::reinterpret_borrow<py::object>(object)));
    return to_value(object);
  } catch (const Error& error) {
    raise(error.code(), owner, ": argument `", name, "`: ", error.message());
  }
}

// How a call prints a default that is an object: "Zeros()".
std::string default_text(const Value& value) {
  const Dict* object = value.get_if<Dict>();
  if (object == nullptr || object->find("class_name") == nullptr) return to_repr(value);
  return cat(object->at("class_name"), "()");
}

}  // namespace

Dict all_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                   const py::args& args, const py::kwargs& kwargs) {
  size_t required = 1;
  for (const ConfigField& row : rows) required += row.required ? 1 : 0;
  const size_t most = rows.size() + 1;
  const std::string takes = required == most ? cat(most) : cat("from ", required, " to ", most);
  check(args.size() < most, Code::type_error, owner, ".__init__() takes ", takes,
        " positional argument", most == 1 ? "" : "s", " but ", args.size() + 1, " were given");
  Dict out;
  for (size_t i = 0; i < args.size(); ++i)
    out.set(rows[i].name, read(owner, rows, rows[i].name, args[i]));
  for (const auto& item : kwargs) {
    const auto key = text_of(item.first);
    check(out.find(key) == nullptr, Code::type_error, owner,
          ".__init__() got multiple values for argument '", key, "'");
    out.set(key, read(owner, rows, key, item.second));
  }
  return out;
}

Dict name_arguments(std::string_view owner, const std::vector<ConfigField>& rows,
                    const py::args& args, const py::kwargs& kwargs) {
  Dict out = all_arguments(owner, rows, args, kwargs);
  for (const Dict::Item& item : out) {
    bool known = false;
    for (const ConfigField& row : rows) known |= item.first == row.name;
    check(known, Code::type_error, owner, ".__init__() got an unexpected keyword argument '",
          item.first, "'");
  }
  return out;
}

void throw_naming(const Error& error, std::string_view owner) {
  if (error.message().find(owner) != std::string::npos) throw;
  raise(error.code(), error.message(), " [", owner, "]");
}

py::list field_rows(const std::vector<ConfigField>& rows) {
  py::list out;
  for (const ConfigField& row : rows)
    out.append(py::make_tuple(row.name, row.type, to_python(row.default_value), row.required));
  return out;
}

std::string signature_text(std::string_view owner, const std::vector<ConfigField>& rows) {
  std::string out(owner);
  out += '(';
  for (const ConfigField& row : rows) {
    if (out.back() != '(') out += ", ";
    out += row.name;
    if (!row.required) out += "=" + default_text(row.default_value);
  }
  return out + ")";
}

}  // namespace pelton::bindings
