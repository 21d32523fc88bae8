// Owns what Python can ask of the op table: tests, stubs and docs are made from it.
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/ops/op_signature.h"
#include "bindings/python_object.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton::bindings {
namespace {

py::list names_of(DTypeSet dtypes) {
  py::list out;
  for (int i = 0; i < kDTypeCount; ++i)
    if (dtypes.contains(static_cast<DType>(i)))
      out.append(std::string(name(static_cast<DType>(i))));
  return out;
}

// (name, type, default, required), as the `_fields` of classes.
py::tuple describe_field(const AttrField& field, const AttrSpec& spec) {
  return py::make_tuple(
      field.name, kind_name(field.kind),
      field.required ? py::object(py::none()) : attr_object(field, spec.defaults()),
      field.required);
}

// What ops with and without kernels have.
py::dict describe_schema(const OpDef& op) {
  py::dict info;
  info["name"] = op.name;
  info["tf_name"] = op.tf_name;
  py::list inputs, attrs;
  for (const Arg& arg : op.inputs)
    inputs.append(py::make_tuple(arg.name, names_of(arg.dtypes.empty() ? op.dtypes : arg.dtypes)));
  if (op.attrs != nullptr)
    for (const AttrField& field : op.attrs->arguments())
      attrs.append(describe_field(field, *op.attrs));
  info["inputs"] = inputs;
  info["variadic"] = op.variadic;
  info["outputs"] = op.outputs;
  info["attrs"] = attrs;
  info["dtypes"] = names_of(op.dtypes);
  return info;
}

const CompositeOp* find_composite(std::string_view name) {
  for (const CompositeOp* op : composite_list())
    if (name == op->schema.name) return op;
  return nullptr;
}

py::dict describe_op(const OpDef& op) {
  const CompositeOp* const wide = find_composite(op.name);
  py::dict info = describe_schema(wide != nullptr ? wide->schema : op);
  info["gradient"] = op.grad == nullptr        ? py::object(py::none())
                     : op.grad == &no_gradient ? py::object(py::bool_(false))
                                               : py::object(py::bool_(true));
  info["is_view"] = op.view != nullptr;
  info["mutates"] = op.mutates;
  info["sizes_follow_values"] = op.sizes != nullptr;
  py::list devices;
  if (op.kernels.cpu != nullptr || op.view != nullptr) devices.append("CPU");
  if (!op.kernels.cuda.is_empty() || op.view != nullptr) devices.append("GPU");
  info["devices"] = devices;
  return info;
}

}  // namespace

void bind_op_table(py::module_& module) {
  module.def(
      "elementwise_ops",
      [] {
        std::vector<std::string> names;
        for (const OpDef* op : op_list())
          if (op->sharding == sharding_rules::of_broadcast) names.emplace_back(op->name);
        return names;
      },
      "The names of the ops that compute each element by itself, of operands that broadcast.");
  module.def(
      "op_names",
      [] {
        std::vector<std::string> names;
        for (const OpDef* op : op_list()) names.emplace_back(op->name);
        return names;
      },
      "Names of all ops with kernels.");
  module.def(
      "composite_names",
      [] {
        std::vector<std::string> names;
        for (const CompositeOp* op : composite_list())
          if (find_op(op->schema.name) == nullptr) names.emplace_back(op->schema.name);
        return names;
      },
      "Names of the ops that are made of other ops, without those that widen one with kernels.");
  module.def(
      "op_info",
      [](const std::string& name) {
        if (const OpDef* op = find_op(name)) return describe_op(*op);
        if (const CompositeOp* op = find_composite(name)) return describe_schema(op->schema);
        raise(Code::not_found, "no op named '", name, "'");
      },
      "Inputs, attributes and dtypes of one op; gradient and devices where it has kernels.");
}

}  // namespace pelton::bindings
