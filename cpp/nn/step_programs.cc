#include "nn/step_programs.h"

#include <algorithm>

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

// What the code of a layer and of those inside looks at besides inputs and values of variables.
void append_state(const Layer& layer, std::vector<const Layer*>& seen, std::string& out) {
  const Layer* address = &layer;
  if (std::find(seen.begin(), seen.end(), address) != seen.end()) return;
  seen.push_back(address);
  out.append(reinterpret_cast<const char*>(&address), sizeof(address));
  out += layer.trainable() ? 't' : 'f';
  for (const LayerPtr& inner : layer.sublayers()) append_state(*inner, seen, out);
}

}  // namespace

StepPrograms::Result StepPrograms::run(const Layer& model, std::string_view phase,
                                       std::span<const Tensor> all_inputs,
                                       const std::function<Result()>& compute) {
  std::vector<Tensor> inputs;
  std::string places;
  for (const Tensor& input : all_inputs) {
    places += input.defined() ? 'x' : '-';
    if (input.defined()) inputs.push_back(input);
  }
  const std::string title = title_of(phase, inputs);
  std::string key = title + places;
  std::vector<const Layer*> seen;
  append_state(model, seen, key);
  const auto found = entries_.find(key);
  if (found == entries_.end()) {
    if (!model.built() || entries_.size() >= kMostEntries) return compute();
    Entry& entry = entries_[key];
    entry.title = title;
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
