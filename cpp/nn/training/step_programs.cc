#include "nn/training/step_programs.h"

#include <algorithm>
#include <utility>

#include "program/passes.h"
#include "program/trace/tracer.h"

namespace pelton {
namespace {

using Result = StepPrograms::Result;

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
// the code of the layers and of the gradients looks at besides inputs and values of variables.
// Bytes, as it is asked for in every step.
std::string key_of(const ModelStructure& model, const StepPrograms::Kind& kind) {
  std::string key(kind.phase);
  for (const Tensor& input : kind.inputs) {
    key += input.defined() ? 'x' : '-';
    if (!input.defined()) continue;
    append_bytes(key, input.dtype());
    append_bytes(key, input.rank());
    for (int64_t size : input.shape()) append_bytes(key, size);
  }
  append_bytes(key, kind.loss_scale);
  key += kind.settings;
  append_bytes(key, kind.variables.size());
  for (const VariableRef& variable : kind.variables) append_bytes(key, variable.get());
  return key += model.key;
}

// y_pred, its mask, loss, scores and gradients, defined or not.
std::vector<Tensor> all_of(const Result& result) {
  const Tensor mask = result.y_pred.defined() ? result.y_pred.mask() : Tensor();
  std::vector<Tensor> out{result.y_pred, mask, result.loss};
  out.insert(out.end(), result.scores.begin(), result.scores.end());
  out.insert(out.end(), result.gradients.begin(), result.gradients.end());
  return out;
}

std::vector<Tensor> defined_of(std::span<const Tensor> tensors) {
  std::vector<Tensor> out;
  for (const Tensor& tensor : tensors)
    if (tensor.defined()) out.push_back(tensor);
  return out;
}

std::vector<bool> presence_of(std::span<const Tensor> tensors) {
  std::vector<bool> out;
  for (const Tensor& tensor : tensors) out.push_back(tensor.defined());
  return out;
}

// The result of which a program's outputs are those that are `present`, so many of them scores.
Result result_of(std::vector<Tensor> outputs, const std::vector<bool>& present, size_t scores) {
  Result out;
  size_t next = 0;
  for (size_t i = 0; i < present.size(); ++i) {
    Tensor tensor = present[i] ? std::move(outputs[next++]) : Tensor();
    if (i == 0)
      out.y_pred = std::move(tensor);
    else if (i == 1 && tensor.defined())
      out.y_pred.set_mask(tensor);
    else if (i == 2)
      out.loss = std::move(tensor);
    else if (i > 2)
      (i < 3 + scores ? out.scores : out.gradients).push_back(std::move(tensor));
  }
  return out;
}

// The program of what gave `result`; nothing where it cannot be recorded.
std::optional<Program> finish(Tracer& tracer, const Result& result) {
  std::vector<Tensor> outputs = all_of(result);
  std::erase_if(outputs, [](const Tensor& output) { return !output.defined(); });
  std::optional<Program> program = tracer.finish(outputs);
  if (program) apply_passes(*program);
  return program;
}

}  // namespace

Result StepPrograms::run(const ModelStructure& model, const Kind& kind, const Compute& forward,
                         const Differentiate& differentiate, const Update& update) {
  const std::string key = key_of(model, kind);
  const std::vector<Tensor> inputs = defined_of(kind.inputs);
  const EntryRef known = find(key);
  const auto compute = [&](const Compute& pass) {
    return differentiate ? differentiate(pass) : pass();
  };
  const auto complete = [&](Result result) {
    if (!update) return result;
    update(result);
    return Result();
  };
  if (known != nullptr && known->step != nullptr) {
    std::optional<Result> result = run_step(*known, inputs);
    return result ? std::move(*result) : complete(compute(forward));
  }
  Entry entry;
  if (known == nullptr) {
    if (!model.built || is_full()) return complete(compute(forward));
    entry.title = title_of(kind.phase, inputs);
    Result result = compute([&] { return record_forward(model, kind, entry, inputs, forward); });
    if (entry.forward && !differentiate && !update)
      entry.step = std::make_shared<SplitReplay>(entry.forward);
    put(key, std::move(entry));
    return complete(std::move(result));
  }
  if (known->forward == nullptr && !known->is_whole) return complete(compute(forward));
  const auto pass = [&] {
    if (known->is_whole) return forward();
    return result_of(pelton::run(*known->forward, inputs), known->present, known->scores);
  };
  if (!known->obstacle.empty()) return complete(compute(pass));
  entry = *known;
  Result result = record_step(
      model, kind, entry, inputs, [&] { return compute(pass); }, update);
  put(key, std::move(entry));
  return result;
}

// Nothing where a run met bad values, such as a label that is no class: the layers' own code names
// what met them.
std::optional<Result> StepPrograms::run_step(const Entry& entry, std::span<const Tensor> inputs) {
  bool is_updating = false;
  try {
    return result_of(entry.step->run(inputs, is_updating), entry.present, entry.scores);
  } catch (const Error& error) {
    if (is_updating) throw;
    if (error.code() != Code::invalid_argument && error.code() != Code::bad_index) throw;
  }
  return std::nullopt;
}

Result StepPrograms::record_forward(const ModelStructure& model, const Kind& kind, Entry& entry,
                                    std::span<const Tensor> inputs, const Compute& forward) {
  Tracer tracer(inputs, model.variables(), kind.host_callbacks);
  const Result result = forward();
  std::optional<Program> program = finish(tracer, result);
  entry.obstacle = tracer.obstacle();
  if (!program) return result;
  entry.present = presence_of(all_of(result));
  entry.scores = result.scores.size();
  entry.is_whole = tracer.has_own_gradients();
  if (entry.is_whole && kind.phase == "train") return result;
  entry.forward = std::make_shared<const Program>(std::move(*program));
  return result;
}

Result StepPrograms::record_step(const ModelStructure& model, const Kind& kind, Entry& entry,
                                 std::span<const Tensor> inputs, const Compute& compute,
                                 const Update& update) {
  Tracer tracer(inputs, model.variables(), kind.host_callbacks);
  Result result = compute();
  tracer.begin_updates();
  if (update) update(std::exchange(result, Result()));
  std::optional<Program> program = finish(tracer, result);
  entry.obstacle = tracer.obstacle();
  if (!program) return result;
  entry.present = presence_of(all_of(result));
  entry.scores = result.scores.size();
  entry.step = std::make_shared<SplitReplay>(std::make_shared<const Program>(std::move(*program)));
  entry.forward.reset();
  return result;
}

StepPrograms::EntryRef StepPrograms::find(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(key);
  return found == entries_.end() ? nullptr : found->second;
}

bool StepPrograms::is_full() const {
  const std::lock_guard lock(mutex_);
  return entries_.size() >= kMostEntries;
}

void StepPrograms::put(const std::string& key, Entry entry) {
  const std::lock_guard lock(mutex_);
  entries_[key] = std::make_shared<const Entry>(std::move(entry));
}

void StepPrograms::clear() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

std::string StepPrograms::explain() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  for (const auto& [key, entry] : entries_) {
    out += entry->title + ": ";
    if (entry->step != nullptr)
      out += entry->step->explain();
    else if (entry->is_whole)
      out += "recorded as a whole, with gradients of its own, from the next such batch";
    else if (entry->forward != nullptr)
      out += to_string(*entry->forward) + (entry->obstacle.empty()
                                               ? "\ngradients come with the next such batch"
                                               : "\ngradients not recorded, " + entry->obstacle);
    else
      out += "not recorded, " + entry->obstacle;
    out += "\n";
  }
  return out;
}

}  // namespace pelton
