#include "bindings/tensor/nest.h"

#include "bindings/recursion.h"
#include "bindings/tensor/convert.h"
#include "core/error.h"
#include "runtime/threads/interrupt.h"

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
  const bool is_dict = PyDict_Check(structure.ptr());
  if (!is_dict && !is_sequence(structure)) {
    poll_interrupt_at(std::ssize(leaves));
    leaves.push_back(py::reinterpret_borrow<py::object>(structure));
    return;
  }
  const RecursionGuard level(" while flattening a nested structure");
  if (is_dict)
    for (py::handle key : sorted_keys(structure)) append_leaves(structure[key], leaves);
  else
    for (py::handle item : structure) append_leaves(item, leaves);
}

py::object pack_next(py::handle structure, std::span<const py::object>& leaves);

// An empty dict of the same type; one with a default keeps it.
py::object empty_like(py::handle dict) {
  if (PyDict_CheckExact(dict.ptr())) return py::dict();
  const py::handle type = py::type::handle_of(dict);
  return py::hasattr(dict, "default_factory") ? type(dict.attr("default_factory")) : type();
}

py::object pack_dict(py::handle dict, std::span<const py::object>& leaves) {
  py::dict packed;
  for (py::handle key : sorted_keys(dict)) packed[key] = pack_next(dict[key], leaves);
  py::object out = empty_like(dict);
  for (py::handle key : dict) out[key] = packed[key];
  return out;
}

py::object pack_sequence(py::handle structure, std::span<const py::object>& leaves) {
  py::list items;
  for (py::handle item : structure) items.append(pack_next(item, leaves));
  if (PyList_CheckExact(structure.ptr())) return items;
  const py::handle type = py::type::handle_of(structure);
  return py::hasattr(structure, "_fields") ? type(*py::tuple(items)) : type(items);
}

py::object pack_next(py::handle structure, std::span<const py::object>& leaves) {
  const bool is_dict = PyDict_Check(structure.ptr());
  if (is_dict || is_sequence(structure)) {
    const RecursionGuard level(" while packing a nested structure");
    return is_dict ? pack_dict(structure, leaves) : pack_sequence(structure, leaves);
  }
  check(!leaves.empty(), Code::value_error, "there are fewer values than leaves to pack");
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

Leaves::Leaves(py::handle structure) {
  if (has_own_dtype(structure.ptr()))
    lone_ = structure.ptr();
  else
    list_ = flatten(structure);
}

py::object pack(py::handle structure, std::span<const py::object> leaves) {
  return pack_next(structure, leaves);
}

}  // namespace pelton::bindings
