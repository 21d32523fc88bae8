#include "bindings/tensor/nest.h"

#include <optional>

#include "bindings/recursion.h"
#include "bindings/tensor/composite_parts.h"
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

using Objects = std::vector<py::object>;

// The parts of a value that has some, their specs of its spec; nothing of others.
std::optional<Objects> parts_within(py::handle leaf) {
  if (is_parts_spec(leaf.ptr())) return part_specs(leaf);
  if (has_parts(leaf.ptr())) return parts_of(parts_spec(leaf), leaf);
  return std::nullopt;
}

void append_leaf(py::handle leaf, Objects& leaves, Composites composites) {
  poll_interrupt_at(std::ssize(leaves));
  if (composites == Composites::are_expanded) {
    if (auto parts = parts_within(leaf)) {
      for (py::object& part : *parts) leaves.push_back(std::move(part));
      return;
    }
  }
  leaves.push_back(py::reinterpret_borrow<py::object>(leaf));
}

void append_leaves(py::handle structure, Objects& leaves, Composites composites) {
  const bool is_dict = PyDict_Check(structure.ptr());
  if (!is_dict && !is_sequence(structure)) return append_leaf(structure, leaves, composites);
  const RecursionGuard level(" while flattening a nested structure");
  if (is_dict)
    for (py::handle key : sorted_keys(structure)) append_leaves(structure[key], leaves, composites);
  else
    for (py::handle item : structure) append_leaves(item, leaves, composites);
}

// Leaves that are put into a structure one after the other.
struct Packing {
  std::span<const py::object> leaves;
  Composites composites;

  std::span<const py::object> take(size_t count) {
    check(count <= leaves.size(), Code::value_error, "there are fewer values than leaves to pack");
    const auto taken = leaves.first(count);
    leaves = leaves.subspan(count);
    return taken;
  }
};

py::object pack_next(py::handle structure, Packing& rest);

// An empty dict of the same type; one with a default keeps it.
py::object empty_like(py::handle dict) {
  if (PyDict_CheckExact(dict.ptr())) return py::dict();
  const py::handle type = py::type::handle_of(dict);
  return py::hasattr(dict, "default_factory") ? type(dict.attr("default_factory")) : type();
}

py::object pack_dict(py::handle dict, Packing& rest) {
  py::dict packed;
  for (py::handle key : sorted_keys(dict)) packed[key] = pack_next(dict[key], rest);
  py::object out = empty_like(dict);
  for (py::handle key : dict) out[key] = packed[key];
  return out;
}

py::object pack_sequence(py::handle structure, Packing& rest) {
  py::list items;
  for (py::handle item : structure) items.append(pack_next(item, rest));
  if (PyList_CheckExact(structure.ptr())) return items;
  const py::handle type = py::type::handle_of(structure);
  return py::hasattr(structure, "_fields") ? type(*py::tuple(items)) : type(items);
}

py::object pack_next(py::handle structure, Packing& rest) {
  const bool is_dict = PyDict_Check(structure.ptr());
  if (is_dict || is_sequence(structure)) {
    const RecursionGuard level(" while packing a nested structure");
    return is_dict ? pack_dict(structure, rest) : pack_sequence(structure, rest);
  }
  if (rest.composites == Composites::are_expanded) {
    const bool is_spec = is_parts_spec(structure.ptr());
    if (is_spec || has_parts(structure.ptr())) {
      const py::object spec =
          is_spec ? py::reinterpret_borrow<py::object>(structure) : parts_spec(structure);
      return of_parts(spec, rest.take(part_specs(spec).size()));
    }
  }
  return rest.take(1).front();
}

}  // namespace

std::vector<py::object> flatten(py::handle structure, Composites composites) {
  std::vector<py::object> leaves;
  append_leaves(structure, leaves, composites);
  return leaves;
}

Leaves::Leaves(py::handle structure) {
  if (has_own_dtype(structure.ptr()))
    lone_ = structure.ptr();
  else
    list_ = flatten(structure);
}

py::object pack(py::handle structure, std::span<const py::object> leaves, Composites composites) {
  Packing rest{leaves, composites};
  return pack_next(structure, rest);
}

}  // namespace pelton::bindings
