#include "bindings/foreign_refusals.h"

#include "bindings/text.h"
#include "core/error.h"

namespace pelton::bindings {
namespace {

// Without C++'s strings, which hold no half of a surrogate pair.
py::object between(const std::string& before, const py::object& text, const std::string& after) {
  return py::str(before).attr("__add__")(py::str(text)).attr("__add__")(py::str(after));
}

// Python's class of a refusal; null for what is none: how loops end, what the user interrupts.
PyObject* refusal_class(const py::error_already_set& error) {
  for (PyObject* type : {PyExc_TypeError, PyExc_ValueError, PyExc_IndexError, PyExc_OverflowError,
                         PyExc_MemoryError, PyExc_RecursionError})
    if (error.matches(type)) return type;
  return nullptr;
}

}  // namespace

void restore_named(const std::string& whose, py::error_already_set& error,
                   const std::string& after) {
  const py::object value = error.value();
  if (error.matches(PyExc_UnicodeError)) {  // whose words are made of its parts
    value.attr("reason") = between("", value.attr("reason"), cat(" [", whose, after, "]"));
    return error.restore();
  }
  const py::tuple args = value.attr("args");
  const py::object text = between(whose.empty() ? "" : cat(whose, ": "), value, after);
  if (args.size() == 1 && py::isinstance<py::str>(args[0])) {
    value.attr("args") = py::make_tuple(text);
    return error.restore();
  }
  // NumPy's, whose texts are made of a shape and dtypes.
  PyErr_SetObject(refusal_class(error), text.ptr());
}

bool is_of_a_value(const py::error_already_set& error) {
  py::object frame = error.trace();
  std::string module;
  for (; frame && !frame.is_none(); frame = frame.attr("tb_next"))
    module = str_text(frame.attr("tb_frame").attr("f_globals").attr("get")("__name__", ""));
  return module == "pelton.tensor_shape";
}

void raise_named(const std::string& whose, py::error_already_set& error, const std::string& after) {
  if ((error.trace() && !is_of_a_value(error)) || refusal_class(error) == nullptr) throw error;
  restore_named(whose, error, after);
  throw py::error_already_set();
}

}  // namespace pelton::bindings
