// Owns HeldObject: a Python object in the hands of C++ code that runs without Python's lock.
#pragma once
#include <pybind11/pybind11.h>

#include <memory>

#include "bindings/gil.h"

namespace pelton::bindings {

namespace py = pybind11;

// A Python object that may be shared and dropped without Python's lock.
class __attribute__((visibility("hidden"))) HeldObject {
 public:
  static std::shared_ptr<const HeldObject> share(py::object object) {
    return std::make_shared<const HeldObject>(std::move(object));
  }
  explicit HeldObject(py::object object) : object_(std::move(object)) {}
  ~HeldObject() {
    const GilTaken gil;
    object_ = py::object();
  }
  HeldObject(const HeldObject&) = delete;
  HeldObject& operator=(const HeldObject&) = delete;
  const py::object& get() const { return object_; }

 private:
  py::object object_;
};

}  // namespace pelton::bindings
