#include "bindings/training/python_callbacks.h"

#include <string>

#include "bindings/gil.h"
#include "bindings/tensor/convert.h"

namespace pelton::bindings {
namespace {

const char* name_of(Phase phase) {
  constexpr const char* kNames[] = {"train", "test", "predict"};
  return kNames[static_cast<size_t>(phase)];
}

std::string hook(Phase phase, const char* rest) {
  return std::string("on_") + name_of(phase) + rest;
}

}  // namespace

py::dict logs_dict(const Logs& logs) {
  py::dict out;
  for (const auto& [name, value] : logs) {
    const auto* several = std::get_if<Tensor>(&value);
    out[py::str(name)] = several ? to_numpy(*several) : py::float_(std::get<double>(value));
  }
  return out;
}

void PythonCallbacks::on_begin(Phase phase) {
  const GilTaken gil;
  list_.attr(hook(phase, "_begin").c_str())();
}

void PythonCallbacks::on_end(Phase phase, const Logs& logs) {
  const GilTaken gil;
  list_.attr(hook(phase, "_end").c_str())(logs_dict(logs));
}

void PythonCallbacks::on_epoch_begin(int64_t epoch) {
  const GilTaken gil;
  list_.attr("on_epoch_begin")(epoch);
}

void PythonCallbacks::on_epoch_end(int64_t epoch, const Logs& logs) {
  const GilTaken gil;
  list_.attr("on_epoch_end")(epoch, logs_dict(logs));
}

int64_t PythonCallbacks::batches_done() {
  const GilTaken gil;
  return list_.attr("batches_done")().cast<int64_t>();
}

void PythonCallbacks::on_batches_skipped() {
  const GilTaken gil;
  list_.attr("on_batches_skipped")();
}

bool PythonCallbacks::wants_batch_begin(Phase phase) {
  const GilTaken gil;
  return list_.attr("needs_batch_begin")(name_of(phase)).cast<bool>();
}

bool PythonCallbacks::wants_batch_end(Phase phase, int64_t step) {
  const GilTaken gil;
  return list_.attr("needs_batch_end")(name_of(phase), step).cast<bool>();
}

double PythonCallbacks::batch_end_pause(Phase phase) {
  const GilTaken gil;
  return list_.attr("batch_end_pause")(name_of(phase)).cast<double>();
}

void PythonCallbacks::on_batch_begin(Phase phase, int64_t step) {
  const GilTaken gil;
  list_.attr(hook(phase, "_batch_begin").c_str())(step);
}

void PythonCallbacks::on_batch_end(Phase phase, int64_t step, const Logs& logs) {
  const GilTaken gil;
  list_.attr(hook(phase, "_batch_end").c_str())(step, logs_dict(logs));
}

void PythonCallbacks::on_batch_outputs(int64_t step, std::span<const Tensor> leaves) {
  const GilTaken gil;
  py::list outputs;
  for (const Tensor& leaf : leaves) outputs.append(to_numpy(leaf));
  py::dict logs;
  logs["outputs"] = leaves.size() == 1 ? py::object(outputs[0]) : py::object(outputs);
  list_.attr("on_predict_batch_end")(step, logs);
}

}  // namespace pelton::bindings
