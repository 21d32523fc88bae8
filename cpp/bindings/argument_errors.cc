#include "bindings/argument_errors.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "bindings/errors.h"
#include "bindings/foreign_refusals.h"
#include "bindings/gil.h"
#include "bindings/parameter_types.h"
#include "bindings/text.h"
#include "core/error.h"

namespace pelton::bindings {
namespace {

namespace py = pybind11;
using Record = py::detail::function_record;

// pybind11's own function under every bound one, in the form that it has in this version.
PyCFunction bound = nullptr;

// What a call gave: values of parameters by position, and those by name.
struct Given {
  std::vector<py::handle> positional;
  std::vector<std::pair<std::string, py::handle>> named;
};

bool has_own_object(const Record& record, const Given& given) {
  return !given.positional.empty() && py::isinstance(given.positional[0], record.scope);
}

std::string function_name(const Record& record, const Given& given) {
  if (!record.is_method || !has_own_object(record, given)) return record.name;
  const std::string_view type = Py_TYPE(given.positional[0].ptr())->tp_name;
  return cat(type.substr(type.rfind('.') + 1), ".", record.name);
}

// Each parameter after `self` with what was given for it; null where nothing was.
struct Slot {
  const Parameter* parameter;
  py::handle value;
};

void raise_type(const std::string& text) { PyErr_SetString(PyExc_TypeError, text.c_str()); }

// The values in the parameters' places; empty after raising TypeError where there is no place.
std::optional<std::vector<Slot>> placed(const std::string& name,
                                        const std::vector<Parameter>& parameters,
                                        const Given& given, size_t skipped) {
  std::vector<Slot> slots;
  for (const Parameter& parameter : parameters) slots.push_back({&parameter, {}});
  size_t at = 0;
  for (size_t i = skipped; i < given.positional.size(); ++i, ++at) {
    if (at >= slots.size() || slots[at].parameter->by_name_only) {
      raise_type(cat(name, "() takes at most ", at,
                     at == 1 ? " positional argument (" : " positional arguments (",
                     given.positional.size() - skipped, " given)"));
      return std::nullopt;
    }
    slots[at].value = given.positional[i];
  }
  for (const auto& [key, value] : given.named) {
    const auto slot = std::find_if(slots.begin(), slots.end(),
                                   [&](const Slot& s) { return s.parameter->name == key; });
    if (slot == slots.end() || slot->value) {
      raise_type(cat(name,
                     slot == slots.end() ? "() got an unexpected keyword argument '"
                                         : "() got multiple values for argument '",
                     key, "'"));
      return std::nullopt;
    }
    slot->value = value;
  }
  return slots;
}

std::string listed(const std::vector<Slot>& slots) {
  std::string text;
  for (const Slot& slot : slots)
    if (slot.value)
      text += cat(text.empty() ? "" : ", ", slot.parameter->name, "=", short_text(slot.value));
  return text.empty() ? "no argument" : text;
}

void reword(const Record& record, const Given& given) {
  const std::string name = function_name(record, given);
  const std::vector<Parameter> parameters = parameters_of(record);
  if (record.is_setter && has_own_object(record, given) && given.positional.size() == 2)
    return raise_type(
        cat(name, " must be ", parameters.at(0).type, ", got ", short_text(given.positional[1])));
  const size_t skipped = record.is_method ? 1 : 0;
  if (record.is_method && !has_own_object(record, given))
    return raise_type(cat(name, "() needs an object of ", str_text(record.scope)));
  const auto slots = placed(name, parameters, given, skipped);
  if (!slots) return;
  for (const Slot& slot : *slots)
    if (!slot.value && !slot.parameter->has_default)
      return raise_type(cat(name, "() missing required argument: '", slot.parameter->name, "'"));
  for (const Slot& slot : *slots)
    if (slot.value && !may_be(*slot.parameter, slot.value))
      return raise_type(cat(name, "(): argument '", slot.parameter->name, "' must be ",
                            slot.parameter->type, ", got ", short_text(slot.value)));
  std::string wanted;
  for (const Parameter& parameter : parameters)
    wanted += cat(wanted.empty() ? "" : ", ", parameter.name, ": ", parameter.type);
  raise_type(cat(name, "() takes (", wanted, "), got ", listed(*slots)));
}

// Whether the exception that is set says that no overload took the arguments.
bool is_of_arguments(std::string_view view) {
  return view.find("(): incompatible ") != view.npos &&
         view.find("The following argument types are supported") != view.npos;
}

// A keyword's name or a message, which need be no valid text.
std::string key_text(PyObject* key) {
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(key, &size);
  if (text == nullptr) PyErr_Clear();
  return text == nullptr ? "?" : std::string(text, static_cast<size_t>(size));
}

bool is_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

// Whether a text has "reshape()", a call of something other than Python's conversions of an object;
// "set()" is how an empty set is shown.
bool names_a_call(std::string_view text) {
  for (size_t at = text.find("()"); at != text.npos; at = text.find("()", at + 1)) {
    size_t from = at;
    while (from > 0 && is_part(text[from - 1])) --from;
    const std::string_view name = text.substr(from, at - from);
    const auto conversions = {"", "len", "iter", "float", "int", "index", "bool", "set"};
    if (std::find(conversions.begin(), conversions.end(), name) == conversions.end()) return true;
  }
  return false;
}

// Whether a text has the name as a word of its own: "layers.Dense" says what class a value has.
bool has_word(std::string_view text, std::string_view name) {
  for (size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool begins = at == 0 || !(is_part(text[at - 1]) || text[at - 1] == '.');
    if (begins && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

// Whether a text names what refused: an op, a function, a class or an argument.
bool names_whose(std::string_view text, std::string_view function, std::string_view type) {
  for (const std::string_view part : {"argument '", "argument `", "[Op:", "of layer '"})
    if (text.find(part) != text.npos) return true;
  for (const std::string_view part : {function, type})
    if (!part.empty() && has_word(text, part)) return true;
  return text.ends_with(']') || names_a_call(text);
}

// "Dense.add_weight(shape='a')"
std::string call_text(const Record& record, const Given& given) {
  const bool of_object = record.is_method && has_own_object(record, given);
  std::string values;
  for (size_t i = of_object ? 1 : 0; i < given.positional.size(); ++i)
    values += cat(values.empty() ? "" : ", ", short_text(given.positional[i]));
  for (const auto& [key, value] : given.named)
    values += cat(values.empty() ? "" : ", ", key, "=", short_text(value));
  return cat(function_name(record, given), "(", values, ")");
}

// Of devices and their settings, whose texts are TensorFlow's to the letter.
bool is_of_devices(const Record& record) {
  if (!record.scope) return false;  // of what stands in no class or module
  const char* const attribute = PyModule_Check(record.scope.ptr()) ? "__name__" : "__module__";
  return str_text(py::getattr(record.scope, attribute, py::str())).ends_with("_core.runtime");
}

// Puts the call after the text of a refusal of C++'s own that does not say whose it is, and sets
// Python's error indicator: what Python code raised, the user's among it, has a traceback and stays
// as it is.
void name_call(const Record& record, const Given& given, py::error_already_set& error) {
  if ((error.trace() && !is_of_a_value(error)) || is_of_devices(record)) return error.restore();
  const std::string_view function = record.name;
  const bool is_private = function.starts_with("_") && !function.starts_with("__");
  if (is_private) return error.restore();  // the public function that called it names itself
  const std::string text = key_text(py::str(error.value()).ptr());
  const std::string name = function_name(record, given);
  const size_t dot = name.find('.');
  const std::string type = dot == name.npos ? "" : name.substr(0, dot);
  if (names_whose(text, function.starts_with("__") ? "" : function, type)) return error.restore();
  if (!error.matches(PyExc_UnicodeError))
    return restore_named("", error, cat(" [", call_text(record, given), "]"));
  // In brackets, where a Python function that called it puts its own name.
  restore_named(name, error, "");
}

// What refusals are: how loops end and what attributes there are is no such thing.
bool is_refusal(const Record& record) {
  const bool ends_loops = std::string_view(record.name).starts_with("__");
  if (PyErr_ExceptionMatches(PyExc_IndexError)) return !ends_loops;
  for (PyObject* type : {PyExc_TypeError, PyExc_ValueError, PyExc_OverflowError, PyExc_MemoryError,
                         PyExc_RecursionError})
    if (PyErr_ExceptionMatches(type)) return true;
  return false;
}

template <class GivenOf>
void reword_if_of_arguments(PyObject* self, const GivenOf& given_of) {
  const Record* record = py::detail::function_record_ptr_from_PyObject(self);
  if (record == nullptr || !is_refusal(*record)) return;
  py::error_already_set error;
  guarded([&]() -> PyObject* {
    if (error.matches(PyExc_TypeError) && is_of_arguments(key_text(py::str(error.value()).ptr())))
      reword(*record, given_of());
    else
      name_call(*record, given_of(), error);
    return nullptr;
  });
}

// guarded(), as pybind11 writes its text outside of its own `try`: a keyword that is no valid text
// throws there.
PyObject* call_by_vector(PyObject* self, PyObject* const* values, Py_ssize_t count,
                         PyObject* names) {
  const CalledByPython called;
  using Vector = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
  PyObject* const result =
      guarded([&] { return reinterpret_cast<Vector>(bound)(self, values, count, names); });
  if (result == nullptr) [[unlikely]]
    reword_if_of_arguments(self, [&] {
      const Py_ssize_t n = PyVectorcall_NARGS(static_cast<size_t>(count));
      Given given{{values, values + n}, {}};
      const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
      for (Py_ssize_t i = 0; i < named; ++i)
        given.named.emplace_back(key_text(PyTuple_GET_ITEM(names, i)), values[n + i]);
      return given;
    });
  return result;
}

PyObject* call_by_tuple(PyObject* self, PyObject* values, PyObject* named) {
  const CalledByPython called;
  using Tuple = PyObject* (*)(PyObject*, PyObject*, PyObject*);
  PyObject* const result =
      guarded([&] { return reinterpret_cast<Tuple>(bound)(self, values, named); });
  if (result == nullptr) [[unlikely]]
    reword_if_of_arguments(self, [&] {
      Given given;
      for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(values); ++i)
        given.positional.push_back(PyTuple_GET_ITEM(values, i));
      PyObject *key = nullptr, *value = nullptr;
      for (Py_ssize_t at = 0; named != nullptr && PyDict_Next(named, &at, &key, &value);)
        given.named.emplace_back(key_text(key), value);
      return given;
    });
  return result;
}

void put_between(PyObject* function, const std::string& name) {
  if (!PyCFunction_Check(function) || PyCFunction_GET_SELF(function) == nullptr) return;
  Record* const record =
      py::detail::function_record_ptr_from_PyObject(PyCFunction_GET_SELF(function));
  if (record == nullptr) return;
  PyMethodDef& def = *reinterpret_cast<PyCFunctionObject*>(function)->m_ml;
  if (*record->name == 0) {  // a property's
    std::free(record->name);
    def.ml_name = record->name = strdup(name.c_str());
  }
  if (bound == nullptr) bound = def.ml_meth;
  if (def.ml_meth != bound) return;
  // Through void*: the three forms of a PyCFunction are told apart by its flags.
  def.ml_meth = reinterpret_cast<PyCFunction>((def.ml_flags & METH_FASTCALL) != 0
                                                  ? reinterpret_cast<void*>(&call_by_vector)
                                                  : reinterpret_cast<void*>(&call_by_tuple));
}

// The functions within what classes hold: methods, class methods and properties.
void put_between_member(py::handle member, const std::string& name) {
  PyObject* const object = member.ptr();
  if (PyInstanceMethod_Check(object))
    return put_between(PyInstanceMethod_GET_FUNCTION(object), name);
  if (Py_IS_TYPE(object, &PyProperty_Type) || PyType_IsSubtype(Py_TYPE(object), &PyProperty_Type)) {
    for (const char* part : {"fget", "fset"}) put_between_member(member.attr(part), name);
    return;
  }
  if (Py_IS_TYPE(object, &PyStaticMethod_Type) || Py_IS_TYPE(object, &PyClassMethod_Type))
    return put_between_member(member.attr("__func__"), name);
  put_between(object, name);
}

// Classes of other packages may stand in a module too; they are not touched.
bool is_own(py::handle type) { return str_text(type.attr("__module__")).starts_with("pelton"); }

void walk(py::handle scope, std::unordered_set<PyObject*>& seen) {
  if (!seen.insert(scope.ptr()).second) return;
  const bool is_class = PyType_Check(scope.ptr());
  PyObject* const names = is_class ? reinterpret_cast<PyTypeObject*>(scope.ptr())->tp_dict
                                   : PyModule_GetDict(scope.ptr());
  PyObject *key = nullptr, *value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(names, &at, &key, &value);) {
    if (PyModule_Check(value) || (PyType_Check(value) && is_own(value)))
      walk(value, seen);
    else
      put_between_member(value, key_text(key));
  }
}

}  // namespace

void name_bad_arguments(const py::module_& module) {
  std::unordered_set<PyObject*> seen;
  walk(module, seen);
}

}  // namespace pelton::bindings
