#include "nn/step_programs.h"

#include "nn/walk_layers.h"
#include "program/passes.h"
#include "program/recorder.h"

namespace pelton {
namespace {

// More kinds of batches than this have no records: a run of ever new shapes must not fill memory.
constexpr size_t kMostEntries = 16;

std::string title_of(std::string_view phase, std::span<const Tensor> inputs) {
  std::string out(phase);
  for (const Tensor& input : inputs) out += cat(out.size() == phase.size() ? " " : ", ", input);
  return out;
}

template <class T>
void append_bytes(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

// What decides which record fits: phase, which inputs there are, their dtypes and shapes, and what
// the code of the layers looks at besides inputs and values of variables. Bytes, as it is asked for
// in every step.
std::string key_of(const Layer& model, std::string_view phase, std::span<const Tensor> inputs) {
  std::string key(phase);
  for (const Tensor& input : inputs) {
    key += input.defined() ? 'x' : '-';
    if (!input.defined()) continue;
    append_bytes(key, input.dtype());
    append_bytes(key, input.rank());
    for (int64_t size : input.shape()) append_bytes(key, size);
  }
  walk_layers(model, [&](const Layer& layer) {
    append_bytes(key, &layer);
    key += layer.trainable() ? 't' : 'f';
    return true;
  });
  return key;
}

}  // namespace

StepPrograms::Result StepPrograms::run(const Layer& model, std::string_view phase,
                                       std::span<const Tensor> all_inputs,
                                       const std::function<Result()>& compute) {
  const std::string key = key_of(model, phase, all_inputs);
  std::vector<Tensor> inputs;
  for (const Tensor& input : all_inputs)
    if (input.defined()) inputs.push_back(input);
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    if (!model.built() || entries_.size() >= kMostEntries) return compute();
    Entry& entry = entries_[key];
    entry.title = title_of(phase, inputs);
    return record(model, entry, inputs, compute);
  }
  if (!found->second.program) return compute();
  const std::vector<Tensor> outputs = pelton::run(*found->second.program, inputs);
  return {outputs[0], outputs.size() > 1 ? outputs[1] : Tensor()};
}

StepPrograms::Result StepPrograms::record(const Layer& model, Entry& entry,
                                          std::span<const Tensor> inputs,
                                          const std::function<Result()>& compute) {
  Recorder recorder(inputs, model.variables());
  const Result result = compute();
  std::vector<Tensor> outputs{result.y_pred};
  if (result.loss.defined()) outputs.push_back(result.loss);
  entry.program = recorder.finish(outputs);
  entry.obstacle = recorder.obstacle();
  if (entry.program) apply_passes(*entry.program);
  return result;
}

std::string StepPrograms::explain() const {
  std::string out;
  for (const auto& [key, entry] : entries_)
    out += cat(entry.title, ": ",
               entry.program ? to_string(*entry.program) : "not recorded, " + entry.obstacle, "\n");
  return out;
}

}  // namespace pelton
