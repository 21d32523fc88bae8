// Owns how engine errors become Python exceptions and the guard around hand-written C functions.
#pragma once
#include <pybind11/pybind11.h>

#include <new>
#include <stdexcept>

#include "core/error.h"
#include "runtime/threads/work_gate.h"

namespace pelton::bindings {

namespace py = pybind11;

// Makes the classes of pelton.errors in `module`; call first.
void bind_errors(py::module_& module);
// Sets Python's error indicator from an engine error.
void set_python_error(const Error& error);
// The same from what pybind11 throws: a value that C++ cannot take is a TypeError of its class.
void set_python_error(const py::builtin_exception& error);
// The same where the C++ library had no room for what was asked for.
void set_no_memory();
// TensorFlow's OperatorNotAllowedInGraphError, a TypeError (borrowed).
PyObject* operator_not_allowed_class();
// The Python class for `code` (borrowed).
PyObject* exception_class(Code code);

// Runs `body` and returns its result; any C++ exception becomes Python's and gives `failed`.
template <class Body, class Result>
Result guarded(Result failed, Body&& body) noexcept {
  try {
    return body();
  } catch (const Error& error) {
    set_python_error(error);
  } catch (py::error_already_set& error) {
    error.restore();
  } catch (const py::builtin_exception& error) {
    set_python_error(error);
  } catch (const std::bad_alloc&) {
    set_no_memory();
  } catch (const std::length_error&) {
    set_no_memory();
  } catch (const std::exception& error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
  } catch (...) {  // the forced unwinding of a thread that Python ends, which is no object
    rest_for_good();
  }
  return failed;
}

template <class Body>
PyObject* guarded(Body&& body) noexcept {
  return guarded(static_cast<PyObject*>(nullptr), std::forward<Body>(body));
}

}  // namespace pelton::bindings
