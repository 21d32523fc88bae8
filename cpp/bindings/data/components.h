// Owns the way of elements between Python and pipelines: lists of tensors, nodes and None.
#pragma once
#include <pybind11/pybind11.h>

#include "bindings/held_object.h"
#include "data/dataset.h"

namespace pelton::bindings {

namespace py = pybind11;

// A dataset as Python holds it.
struct DatasetNode {
  data::DatasetRef dataset;
};

// Leaves of any iterable: tensors and what stands for one, nodes, None. Pipelines hold their
// tensors on the CPU, where they read them.
data::Components to_components(py::handle leaves);
// A new list.
py::list to_leaves(const data::Components& parts);
py::object to_leaf(const data::Component& part);

}  // namespace pelton::bindings
