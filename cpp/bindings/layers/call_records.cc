#include "bindings/layers/call_records.h"

#include <algorithm>

#include "bindings/gil.h"
#include "bindings/tensor/convert.h"
#include "bindings/tensor/tensor_type.h"
#include "nn/module/model.h"
#include "nn/training/step_programs.h"

namespace pelton::bindings {

namespace py = pybind11;

namespace {

struct CallRecords {
  StepPrograms programs;
};

StepPrograms::Result result_with(const py::list& outputs) {
  StepPrograms::Result out;
  for (py::handle output : outputs) {
    Tensor tensor = to_tensor(output.ptr());
    if (out.y_pred.defined())
      out.scores.push_back(std::move(tensor));
    else
      out.y_pred = std::move(tensor);
  }
  return out;
}

// What compute(values) gives, a list of tensors: from a record where nobody sees the layers' calls
// one by one and they leave nothing behind. A record has no masks.
py::list run_recorded(CallRecords& records, const Model& model, const py::list& values,
                      const py::function& compute) {
  std::vector<Tensor> inputs;
  int64_t bytes = 0;
  for (py::handle value : values) inputs.push_back(to_tensor(value.ptr()));
  const bool is_plain = std::none_of(inputs.begin(), inputs.end(), [](const Tensor& input) {
    return input.is_symbolic() || input.has_mask();
  });
  if (!is_plain || !model.may_record_call(false)) return compute(values);
  const ModelStructure structure(model);
  if (structure.has_call_losses) return compute(values);
  for (const Tensor& input : inputs) bytes += input.bytes();
  const auto pass = [&] {
    const GilTaken gil;
    return result_with(compute(values));
  };
  const StepPrograms::Result result = unlocked(bytes, [&] {
    return records.programs.run(structure, {"call", inputs, {}}, pass);
  });
  py::list out;
  out.append(wrap_object(result.y_pred));
  for (const Tensor& tensor : result.scores) out.append(wrap_object(tensor));
  return out;
}

}  // namespace

void bind_call_records(py::module_& layers) {
  py::class_<CallRecords>(layers, "_CallRecords")
      .def(py::init<>())
      .def("run", &run_recorded, py::arg("model"), py::arg("values"), py::arg("compute"))
      .def("explain", [](const CallRecords& records) { return records.programs.explain(); });
}

}  // namespace pelton::bindings
