#include "bindings/layers/layer_masks.h"

#include "bindings/tensor/casters.h"
#include "bindings/tensor/nest.h"
#include "bindings/tensor/tensor_type.h"
#include "nn/module/lost_mask.h"

namespace pelton::bindings {
namespace {

bool has_masks(py::handle value) {
  if (is_tensor(value.ptr())) return unwrap(value.ptr()).has_mask();
  if (!PyList_Check(value.ptr()) && !PyTuple_Check(value.ptr()) && !PyDict_Check(value.ptr()))
    return false;
  for (const py::object& leaf : flatten(value))
    if (is_tensor(leaf.ptr()) && unwrap(leaf.ptr()).has_mask()) return true;
  return false;
}

bool is_any_mask(const py::object& masks) {
  if (masks.is_none()) return false;
  const std::vector<py::object> leaves = flatten(masks);
  return std::any_of(leaves.begin(), leaves.end(),
                     [](const py::object& leaf) { return !leaf.is_none(); });
}

bool has_tensors(py::handle value) {
  for (const py::object& leaf : flatten(value))
    if (is_tensor(leaf.ptr())) return true;
  return false;
}

// The masks in the structure of the tensors, None for what has none.
py::object masks_of(py::handle value) {
  const auto mask_of = py::cpp_function([](py::handle leaf) -> py::object {
    const bool has = is_tensor(leaf.ptr()) && unwrap(leaf.ptr()).has_mask();
    return has ? wrap_object(unwrap(leaf.ptr()).mask()) : py::none();
  });
  return py::module_::import("pelton.nest").attr("map_structure")(mask_of, value);
}

void fill(py::dict& keywords, const py::list& names, const py::str& name, py::handle tensors) {
  if (!names.contains(name) || (keywords.contains(name) && !keywords[name].is_none())) return;
  if (has_masks(tensors)) keywords[name] = masks_of(tensors);
}

}  // namespace

py::object take_masks(const PythonSide& side, const py::tuple& args, py::dict keywords) {
  bool any = keywords.contains("mask") && !keywords["mask"].is_none();
  for (py::handle arg : args) any = any || has_masks(arg);
  for (auto [key, value] : keywords) any = any || has_masks(value);
  if (!any) return py::none();
  const py::list names(side.call_parameters());
  std::vector<std::pair<py::object, py::object>> tensors;  // argument, value
  for (size_t i = 0; i < args.size() && i < names.size(); ++i)
    if (has_tensors(args[i])) tensors.emplace_back(names[i], args[i]);
  for (auto [key, value] : keywords)
    if (!py::cast<std::string>(key).ends_with("mask") && has_tensors(value))
      tensors.emplace_back(py::reinterpret_borrow<py::object>(key),
                           py::reinterpret_borrow<py::object>(value));
  const bool is_only = tensors.size() == 1;
  for (const auto& [name, value] : tensors)
    fill(keywords, names, py::str(is_only ? "mask" : py::cast<std::string>(name) + "_mask"), value);
  if (keywords.contains("mask") && !keywords["mask"].is_none()) return keywords["mask"];
  return args.empty() ? py::object(py::none()) : masks_of(args[0]);
}

void set_output_masks(const PythonSide& side, py::handle first, py::handle output,
                      const py::object& masks) {
  const bool computes = static_cast<bool>(side.overridden("compute_mask"));
  if (!computes && masks.is_none()) return;
  const bool supports = py::cast<bool>(py::bool_(side.self().attr("supports_masking")));
  if (!supports && is_any_mask(masks)) warn_of_lost_mask(*py::cast<const Layer*>(side.self()));
  if (!computes && !supports) return;
  // A user's compute_mask gets a nest of None for a nest without masks, as in Keras.
  const bool is_nest = masks.is_none() && !is_tensor(first.ptr()) &&
                       !side.python_module().starts_with(kLibraryModules);
  const py::object made =
      side.self().attr("compute_mask")(first, is_nest ? masks_of(first) : masks);
  if (made.is_none()) return;
  const std::vector<py::object> outputs = flatten(output), given = flatten(made);
  for (size_t i = 0; i < outputs.size() && i < given.size(); ++i)
    if (is_tensor(outputs[i].ptr()) && !given[i].is_none() && !unwrap(outputs[i].ptr()).has_mask())
      unwrap(outputs[i].ptr()).set_mask(to_tensor(given[i].ptr()));
}

bool supports_masking(const Layer& layer) {
  const auto* side = dynamic_cast<const PythonSide*>(&layer);
  return layer.supports_masking() ||
         (side != nullptr && side->is_derived() && side->overridden("compute_mask"));
}

}  // namespace pelton::bindings
