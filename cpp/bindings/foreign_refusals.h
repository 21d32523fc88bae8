// Owns how refusals that are not the engine's get the name of what was called: of Python's slots,
// of NumPy and of values that C++ asked for something.
#pragma once
#include <pybind11/pybind11.h>

#include <string>

#include "core/error.h"

namespace pelton::bindings {

namespace py = pybind11;

// Sets Python's error indicator to the refusal, whose text becomes "whose: <text>" and what
// follows.
void restore_named(const std::string& whose, py::error_already_set& error,
                   const std::string& after);
// Whether a value of ours refused what C++ asked it for, such as the sizes of an unknown shape.
bool is_of_a_value(const py::error_already_set& error);
// Raises the refusal again, named so; as it is where Python code raised it, the user's among it,
// which has a traceback, and where it refuses nothing.
[[noreturn]] void raise_named(const std::string& whose, py::error_already_set& error,
                              const std::string& after);

// Runs `body`, whose refusals of that kind say so: "add: <text>; argument 'y'".
template <class Body>
auto naming_argument(const char* name, const char* argument, Body&& body) {
  try {
    return body();
  } catch (const Error& error) {
    throw Error(error.code(), cat(name, ": ", error.message(), "; argument '", argument, "'"));
  } catch (py::error_already_set& error) {
    raise_named(name, error, cat("; argument '", argument, "'"));
  }
}

}  // namespace pelton::bindings
