#include "bindings/nest.h"

namespace pelton::bindings {
namespace {

py::list sorted_keys(py::handle dict) {
  py::list keys = py::reinterpret_steal<py::list>(PyDict_Keys(dict.ptr()));
  if (PyList_Sort(keys.ptr()) != 0) throw py::error_already_set();
  return keys;
}

bool is_sequence(py::handle value) {
  return PyList_Check(value.ptr()) || PyTuple_Check(value.ptr());
}

void append_leaves(py::handle structure, std::vector<py::object>& leaves) {
  if (PyDict_Check(structure.ptr())) {
    for (py::handle key : sorted_keys(structure)) append_leaves(structure[key], leaves);
  } else if (is_sequence(structure)) {
    for (py::handle item : structure) append_leaves(item, leaves);
  } else {
    leaves.push_back(py::reinterpret_borrow<py::object>(structure));
  }
}

py::object pack_next(py::handle structure, std::span<const py::object>& leaves);

py::object pack_dict(py::handle structure, std::span<const py::object>& leaves) {
  py::dict packed = py::reinterpret_steal<py::dict>(PyDict_Copy(structure.ptr()));
  for (py::handle key : sorted_keys(structure)) packed[key] = pack_next(structure[key], leaves);
  return packed;
}

py::object pack_sequence(py::handle structure, std::span<const py::object>& leaves) {
  py::list items;
  for (py::handle item : structure) items.append(pack_next(item, leaves));
  if (PyList_CheckExact(structure.ptr())) return items;
  const py::handle type = py::type::handle_of(structure);
  return py::hasattr(structure, "_fields") ? type(*py::tuple(items)) : type(items);
}

py::object pack_next(py::handle structure, std::span<const py::object>& leaves) {
  if (PyDict_Check(structure.ptr())) return pack_dict(structure, leaves);
  if (is_sequence(structure)) return pack_sequence(structure, leaves);
  py::object leaf = leaves.front();
  leaves = leaves.subspan(1);
  return leaf;
}

}  // namespace

std::vector<py::object> flatten(py::handle structure) {
  std::vector<py::object> leaves;
  append_leaves(structure, leaves);
  return leaves;
}

py::object pack(py::handle structure, std::span<const py::object> leaves) {
  return pack_next(structure, leaves);
}

}  // namespace pelton::bindings
