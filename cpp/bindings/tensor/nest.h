// Owns nested structures of Python values: dicts (keys in order), lists, tuples and named tuples.
#pragma once
#include <pybind11/pybind11.h>

#include <cstdint>
#include <span>
#include <vector>

namespace pelton::bindings {

namespace py = pybind11;

// Whether values made of several tensors, and their specs, are leaves, or their parts are.
enum class Composites : uint8_t { are_leaves, are_expanded };

// The leaves of `structure` in order; a value that is no container is its own only leaf. Raises
// RecursionError where it contains itself, TypeError for keys that cannot be sorted.
std::vector<py::object> flatten(py::handle structure,
                                Composites composites = Composites::are_leaves);
// The leaves of a structure that the caller holds; a lone tensor or variable makes no list.
class Leaves {
 public:
  explicit Leaves(py::handle structure);
  bool is_lone() const { return lone_ != nullptr; }
  size_t size() const { return is_lone() ? 1 : list_.size(); }
  PyObject* operator[](size_t i) const { return is_lone() ? lone_ : list_[i].ptr(); }

 private:
  PyObject* lone_ = nullptr;
  std::vector<py::object> list_;
};

// The same nesting, of the same types, with `leaves` in place of its own; their number must be that
// of flatten. As in TensorFlow's nest, a dict's items keep their order.
py::object pack(py::handle structure, std::span<const py::object> leaves,
                Composites composites = Composites::are_leaves);

}  // namespace pelton::bindings
