#include "bindings/errors.h"

#include <array>

namespace pelton::bindings {
namespace {

// A class of pelton.errors: TensorFlow's name and numeric code, the builtin that it also is, and
// the class that it is a kind of.
struct Row {
  const char* name;
  int code;
  PyObject** builtin;          // null: none
  const char* base = nullptr;  // of an earlier row; null: OpError
};

const Row kRows[] = {
    {"CancelledError", 1, nullptr},
    {"UnknownError", 2, nullptr},
    {"InvalidArgumentError", 3, &PyExc_ValueError},
    {"DeadlineExceededError", 4, &PyExc_TimeoutError},
    {"NotFoundError", 5, nullptr},
    {"AlreadyExistsError", 6, nullptr},
    {"PermissionDeniedError", 7, nullptr},
    {"UnauthenticatedError", 16, nullptr},
    {"ResourceExhaustedError", 8, &PyExc_MemoryError},
    {"FailedPreconditionError", 9, nullptr},
    {"AbortedError", 10, nullptr},
    {"OutOfRangeError", 11, &PyExc_IndexError},
    {"UnimplementedError", 12, &PyExc_NotImplementedError},
    {"InternalError", 13, nullptr},
    {"UnavailableError", 14, nullptr},
    {"DataLossError", 15, nullptr},
    {"DeviceLostError", 14, nullptr},
    // TensorFlow raises its base alone.
    {"InvalidIndexError", 3, &PyExc_IndexError, "InvalidArgumentError"},
};

// What stands for a Code: one of the rows above, or a builtin.
struct CodeRow {
  const char* name = nullptr;
  PyObject** builtin = nullptr;
};

std::array<PyObject*, std::size(kRows)> classes{};
PyObject* operator_not_allowed = nullptr;

PyObject* class_named(const char* name) {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (std::string_view(kRows[i].name) == name) return classes[i];
  return PyExc_RuntimeError;
}

// NotImplementedError is a RuntimeError already; the bases must not repeat it.
py::tuple bases_of(const Row& row, const py::object& op_error) {
  if (row.base != nullptr)
    return py::make_tuple(py::handle(class_named(row.base)), py::handle(*row.builtin));
  if (row.builtin == nullptr) return py::make_tuple(op_error, py::handle(PyExc_RuntimeError));
  if (row.builtin == &PyExc_NotImplementedError || row.builtin == &PyExc_MemoryError ||
      row.builtin == &PyExc_TimeoutError)
    return py::make_tuple(op_error, py::handle(*row.builtin));
  return py::make_tuple(op_error, py::handle(*row.builtin), py::handle(PyExc_RuntimeError));
}

}  // namespace

PyObject* operator_not_allowed_class() { return operator_not_allowed; }

PyObject* exception_class(Code code) {
  // In the order of Code.
  static const CodeRow kCodeRows[] = {
      {"InvalidArgumentError"},             // invalid_argument
      {nullptr, &PyExc_TypeError},          // type_error
      {nullptr, &PyExc_ValueError},         // value_error
      {nullptr, &PyExc_IndexError},         // index_error
      {"InvalidIndexError"},                // bad_index
      {nullptr, &PyExc_LookupError},        // lookup_error
      {nullptr, &PyExc_AttributeError},     // attribute_error
      {nullptr, &PyExc_RuntimeError},       // runtime_error
      {"NotFoundError"},                    // not_found
      {"OutOfRangeError"},                  // out_of_range
      {"ResourceExhaustedError"},           // resource_exhausted
      {"UnimplementedError"},               // unimplemented
      {"InternalError"},                    // internal
      {"FailedPreconditionError"},          // failed_precondition
      {"DeviceLostError"},                  // device_lost
      {"DataLossError"},                    // data_loss
      {"PermissionDeniedError"},            // permission_denied
      {"AlreadyExistsError"},               // already_exists
      {nullptr, &PyExc_KeyboardInterrupt},  // interrupted
  };
  const CodeRow& row = kCodeRows[static_cast<size_t>(code)];
  return row.builtin != nullptr ? *row.builtin : class_named(row.name);
}

void set_python_error(const Error& error) {
  // An interrupt check has already set what the signal handler raised.
  if (error.code() == Code::interrupted && PyErr_Occurred()) return;
  // Not PyErr_SetString: a user's text in the message may hold a null character.
  const std::string& text = error.message();
  PyObject* message =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
  if (message == nullptr) return;
  PyErr_SetObject(exception_class(error.code()), message);
  Py_DECREF(message);
}

void set_python_error(const py::builtin_exception& error) {
  if (dynamic_cast<const py::cast_error*>(&error) == nullptr) return error.set_error();
  const std::string_view text = error.what();
  const size_t from = text.find("<class '"), to = text.find("'>", from);
  const std::string type =
      to == text.npos ? "" : cat(" of class ", text.substr(from + 8, to - from - 8));
  PyErr_SetString(PyExc_TypeError, cat("a value", type, " cannot be taken here").c_str());
}

void set_no_memory() {
  set_python_error(Error(Code::resource_exhausted, "out of memory on the host"));
}

void bind_errors(py::module_& module) {
  py::object op_error = py::reinterpret_steal<py::object>(PyErr_NewExceptionWithDoc(
      "pelton.errors.OpError", "Base of the errors that an operation raises.", nullptr, nullptr));
  // The message is the exception's only argument; TensorFlow's users read it as `.message`.
  op_error.attr("message") =
      py::module_::import("builtins").attr("property")(py::cpp_function([](py::handle self) {
        return py::str(self);
      }));
  op_error.attr("op") = py::none();
  module.attr("OpError") = op_error;
  for (size_t i = 0; i < std::size(kRows); ++i) {
    py::dict members;
    members["error_code"] = kRows[i].code;
    const std::string name = cat("pelton.errors.", kRows[i].name);
    classes[i] =
        PyErr_NewException(name.c_str(), bases_of(kRows[i], op_error).ptr(), members.ptr());
    if (classes[i] == nullptr) throw py::error_already_set();
    module.attr(kRows[i].name) = py::handle(classes[i]);
  }
  operator_not_allowed =
      PyErr_NewException("pelton.errors.OperatorNotAllowedInGraphError", PyExc_TypeError, nullptr);
  if (operator_not_allowed == nullptr) throw py::error_already_set();
  module.attr("OperatorNotAllowedInGraphError") = py::handle(operator_not_allowed);
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
      set_python_error(error);
    } catch (const py::cast_error& error) {
      set_python_error(error);
    } catch (const std::bad_alloc&) {
      set_no_memory();
    } catch (const std::length_error&) {
      set_no_memory();
    }
  });
}

}  // namespace pelton::bindings
