// Owns what Python can ask of the op table: tests, stubs and docs are made from it.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bindings/bind.h"
#include "bindings/errors.h"
#include "ops/op_list.h"

namespace pelton::bindings {
namespace {

const char* kind_name(AttrKind kind) {
  switch (kind) {
    case AttrKind::boolean:
      return "bool";
    case AttrKind::integer:
      return "int";
    case AttrKind::optional_integer:
      return "int | None";
    case AttrKind::real:
      return "float";
    case AttrKind::optional_real:
      return "float | None";
    case AttrKind::dtype:
      return "DType";
    case AttrKind::optional_dtype:
      return "DType | None";
    case AttrKind::ints:
      return "ints";
    case AttrKind::optional_ints:
      return "ints | None";
    case AttrKind::choice:
      return "str";
  }
  return "";
}

py::list names_of(DTypeSet dtypes) {
  py::list out;
  for (int i = 0; i < kDTypeCount; ++i)
    if (dtypes.contains(static_cast<DType>(i)))
      out.append(std::string(name(static_cast<DType>(i))));
  return out;
}

py::dict describe(const OpDef& op) {
  py::dict info;
  info["name"] = op.name;
  info["tf_name"] = op.tf_name;
  py::list inputs, attrs;
  for (const Arg& arg : op.inputs)
    inputs.append(py::make_tuple(arg.name, names_of(arg.dtypes.empty() ? op.dtypes : arg.dtypes)));
  if (op.attrs != nullptr)
    for (const AttrField& field : op.attrs->fields)
      attrs.append(py::make_tuple(field.name, kind_name(field.kind), field.required));
  info["inputs"] = inputs;
  info["variadic"] = op.variadic;
  info["attrs"] = attrs;
  info["dtypes"] = names_of(op.dtypes);
  info["gradient"] = op.grad == nullptr        ? py::object(py::none())
                     : op.grad == &no_gradient ? py::object(py::bool_(false))
                                               : py::object(py::bool_(true));
  info["is_view"] = op.view != nullptr;
  info["mutates"] = op.mutates;
  py::list devices;
  if (op.kernels.cpu != nullptr || op.view != nullptr) devices.append("CPU");
  if (op.kernels.cuda != nullptr || op.view != nullptr) devices.append("GPU");
  info["devices"] = devices;
  return info;
}

}  // namespace

void bind_op_table(py::module_& module) {
  module.def(
      "op_names",
      [] {
        std::vector<std::string> names;
        for (const OpDef* op : op_list()) names.emplace_back(op->name);
        return names;
      },
      "Names of all ops of the engine.");
  module.def(
      "op_info",
      [](const std::string& name) {
        const OpDef* op = find_op(name);
        check(op != nullptr, Code::not_found, "no op named '", name, "'");
        return describe(*op);
      },
      "Inputs, attributes, dtypes, gradient and devices of one op.");
}

}  // namespace pelton::bindings
