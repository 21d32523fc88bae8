// Owns the way of elements between Python and pipelines: lists of tensors, nodes and None.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/gil.h"
#include "data/dataset.h"

namespace pelton::bindings {

namespace py = pybind11;

// A dataset as Python holds it.
struct DatasetNode {
  data::DatasetRef dataset;
};

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

// Leaves of any iterable: tensors and what stands for one, nodes, None.
data::Components to_components(py::handle leaves);
// A new list.
py::list to_leaves(const data::Components& parts);
py::object to_leaf(const data::Component& part);

}  // namespace pelton::bindings
