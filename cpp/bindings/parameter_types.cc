#include "bindings/parameter_types.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "bindings/text.h"
#include "core/error.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;

constexpr int kLongestText = 100;

// pybind11's words for types, and those that users know.
constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kWords{{
    {"typing.SupportsFloat | typing.SupportsIndex", "float"},
    {"typing.SupportsInt | typing.SupportsIndex", "int"},
    {"typing.SupportsFloat", "float"},
    {"typing.SupportsInt", "int"},
    {"collections.abc.", ""},
    {"typing.", ""},
    {"pelton._core.", ""},
    {"pelton.", ""},
    {"object", "any object"},
}};

std::string in_words(std::string type) {
  for (const auto& [theirs, ours] : kWords)
    for (size_t at = type.find(theirs); at != type.npos; at = type.find(theirs, at + ours.size()))
      type.replace(at, theirs.size(), ours);
  // "layers.Layer" without its module.
  for (size_t dot = type.find('.'); dot != type.npos; dot = type.find('.')) {
    const size_t start = type.find_last_of(" [|,", dot);
    type.erase(start == type.npos ? 0 : start + 1, dot - (start == type.npos ? 0 : start + 1) + 1);
  }
  return type;
}

// "(self: T, a: int, b: dict[str, int] = None) -> None" at its commas.
std::vector<std::string> signature_parts(std::string_view signature) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t start = 1;
  for (size_t i = 0; i < signature.size(); ++i) {
    const char c = signature[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if ((c == ',' && depth == 1) || depth == 0) {
      if (i > start) parts.emplace_back(signature.substr(start, i - start));
      start = i + 2;
    }
    if (depth == 0) break;
  }
  return parts;
}

std::optional<std::string> attribute_text(py::handle object, const char* name) {
  const py::object value = py::getattr(object, name, py::none());
  if (value.is_none()) return std::nullopt;
  return str_text(value);
}

// The names of a value's class and its bases.
bool is_instance_of(py::handle value, std::string_view name) {
  for (const py::handle cls : py::type::of(value).attr("__mro__"))
    if (py::cast<std::string>(cls.attr("__name__")) == name) return true;
  return false;
}

bool may_be_one(std::string_view type, py::handle value) {
  PyObject* const object = value.ptr();
  if (type == "None") return value.is_none();
  if (type == "int") return PyIndex_Check(object) || PyObject_HasAttrString(object, "__int__");
  if (type == "float") return PyNumber_Check(object) != 0;
  if (type == "bool")
    return PyBool_Check(object) || is_instance_of(value, "bool_") || is_instance_of(value, "bool");
  if (type == "str") return PyUnicode_Check(object) || PyBytes_Check(object);
  if (type == "dict" || type.starts_with("dict[")) return PyDict_Check(object) != 0;
  if (type.starts_with("Callable")) return PyCallable_Check(object) != 0;
  if (type == "tuple" || type.starts_with("tuple[")) return PyTuple_Check(object) != 0;
  if (type.starts_with("Sequence["))
    return PySequence_Check(object) != 0 && !PyUnicode_Check(object);
  // A tensor is made of much; other names are classes.
  const bool is_class = type.find_first_of("[ ") == type.npos && type != "Tensor" &&
                        type != "any" && type != "list" && type != "Shape";
  return !is_class || is_instance_of(value, type);
}

}  // namespace

std::vector<Parameter> parameters_of(const py::detail::function_record& record) {
  std::vector<Parameter> out;
  std::vector<std::string> parts = signature_parts(record.signature);
  bool by_name_only = false;
  for (size_t i = record.is_method ? 1 : 0; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    if (part.starts_with('*')) by_name_only = true;
    const size_t colon = part.find(": ");
    if (part.starts_with('*') || part == "/" || colon == part.npos) continue;
    const size_t equals = part.find(" = ", colon);
    out.push_back({part.substr(0, colon), in_words(part.substr(colon + 2, equals - colon - 2)),
                   equals != part.npos, by_name_only});
  }
  return out;
}

bool may_be(const Parameter& parameter, py::handle value) {
  const std::string& type = parameter.type;
  for (size_t start = 0; start <= type.size();) {
    const size_t bar = std::min(type.find(" | ", start), type.size());
    if (may_be_one(std::string_view(type).substr(start, bar - start), value)) return true;
    start = bar + 3;
  }
  return false;
}

std::string short_text(py::handle value) {
  try {
    const auto shape = attribute_text(value, "shape");
    const auto dtype = attribute_text(py::getattr(value, "dtype", py::none()), "name");
    if (shape && dtype)
      return cat(str_text(py::type::of(value).attr("__name__")), " of shape ", *shape,
                 " and dtype ", *dtype);
    // reprlib's limits hold within lists too, so that a long one is not written in full.
    const py::object writer = py::module_::import("reprlib").attr("Repr")();
    writer.attr("maxstring") = kLongestText;
    writer.attr("maxother") = kLongestText;
    return str_text(writer.attr("repr")(value));
  } catch (py::error_already_set&) {
    return std::string("an object of class ") + Py_TYPE(value.ptr())->tp_name;
  }
}

}  // namespace pelton::bindings
