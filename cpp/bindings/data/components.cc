#include "bindings/data/components.h"

#include "bindings/tensor/convert.h"
#include "bindings/tensor/tensor_type.h"
#include "runtime/dispatch/scoped_device.h"
#include "runtime/memory/memory.h"

namespace pelton::bindings {

data::Components to_components(py::handle leaves) {
  const ScopedDevice on_cpu("/CPU:0");
  data::Components out;
  for (py::handle leaf : leaves) {
    if (leaf.is_none())
      out.emplace_back();
    else if (is_tensor(leaf.ptr()))
      out.emplace_back(copy_to(unwrap(leaf.ptr()), Device{}));
    else if (py::isinstance<DatasetNode>(leaf))
      out.emplace_back(leaf.cast<const DatasetNode&>().dataset);
    else
      out.emplace_back(to_tensor(leaf.ptr()));
  }
  return out;
}

py::object to_leaf(const data::Component& part) {
  if (part.dataset != nullptr) return py::cast(DatasetNode{part.dataset});
  return part.tensor.defined() ? wrap_object(part.tensor) : py::none();
}

py::list to_leaves(const data::Components& parts) {
  py::list out;
  for (const data::Component& part : parts) out.append(to_leaf(part));
  return out;
}

}  // namespace pelton::bindings
