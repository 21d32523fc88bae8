#include "nn/training/step_programs.h"

#include <algorithm>
#include <utility>

#include "program/passes.h"
#include "program/trace/guard_order.h"
#include "program/trace/trace_key.h"

namespace pelton {
namespace {

using Result = StepPrograms::Result;

// More kinds of batches than this have no records: a run of ever new shapes must not fill memory.
constexpr size_t kMostKinds = 16;

std::string title_of(std::string_view phase, std::span<const Tensor> inputs) {
  std::string out(phase);
  for (const Tensor& input : inputs) out += cat(out.size() == phase.size() ? " " : ", ", input);
  return out;
}

// What decides which record fits: phase, which inputs there are, their dtypes and shapes, and what
// the code of the layers and of the gradients looks at besides inputs and values of variables.
// Bytes, as it is asked for in every step.
std::string key_of(const ModelStructure& model, const StepPrograms::Kind& kind) {
  std::string key(kind.phase);
  for (const Tensor& input : kind.inputs) {
    key += input.defined() ? 'x' : '-';
    if (!input.defined()) continue;
    append_value(key, input.dtype());
    append_value(key, input.rank());
    for (int64_t size : input.shape()) append_value(key, size);
  }
  append_value(key, kind.loss_scale);
  key += kind.settings;
  append_value(key, kind.variables.size());
  for (const VariableRef& variable : kind.variables) append_value(key, variable.get());
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

// A step of a kind, as it was asked for.
struct StepPrograms::Call {
  const ModelStructure& model;
  const Kind& kind;
  const std::string& key;
  std::span<const Tensor> inputs;  // the defined ones
  const Compute& forward;
  const Differentiate& differentiate;
  const Update& update;

  Result compute(const Compute& pass) const { return differentiate ? differentiate(pass) : pass(); }
  Result complete(Result result) const {
    if (!update) return result;
    update(result);
    return Result();
  }
  // Of which graph its random ops are: as in Keras, that of the phase, whose batches have open
  // sizes, but for predictions, of which each shape has its own.
  std::string graph() const {
    return kind.phase == "predict" ? title_of(kind.phase, inputs) : std::string(kind.phase);
  }
  // By the layers' own code.
  Result compute_all() const { return complete(compute(forward)); }
};

Result StepPrograms::run(const ModelStructure& model, const Kind& kind, const Compute& forward,
                         const Differentiate& differentiate, const Update& update) {
  const std::string key = key_of(model, kind);
  const std::vector<Tensor> inputs = defined_of(kind.inputs);
  const Call call{model, kind, key, inputs, forward, differentiate, update};
  std::string branch;
  if (EntryRef known = find(key)) {
    std::optional<Result> result = run_paths(
        std::move(known), [&](std::span<const Tensor> seen) { return find(key, seen); },
        [&](const Entry& entry) { return run_path(call, entry); }, branch);
    if (result) return std::move(*result);
  }
  return record_path(call, branch);
}

// The first of a kind, or what code that branches by values has led to at `branch`.
Result StepPrograms::record_path(const Call& call, const std::string& branch) {
  bool is_full = false, has_all_paths = false;
  {
    const std::lock_guard lock(mutex_);
    has_all_paths = entries_.has_all_paths(call.key);
    is_full = branch.empty() && entries_.key_count() >= kMostKinds;
  }
  if (has_all_paths) give_up(call, branch);
  if (has_all_paths || is_full) return call.compute_all();
  if (!call.model.built) return compute_first(call);
  const auto entry = std::make_shared<Entry>();
  entry->title = title_of(call.kind.phase, call.inputs);
  Result result = call.compute([&] { return record_forward(call, *entry); });
  if (entry->forward && !call.differentiate && !call.update) {
    entry->step = std::make_shared<SplitReplay>(entry->forward);
    entry->is_complete = true;
  }
  if (find(call.key, entry->guarded_values) == nullptr) {  // no other thread was faster
    const std::lock_guard lock(mutex_);
    entries_.add(call.key, entry);
  }
  return call.complete(std::move(result));
}

// What makes the weights is not recorded; its random ops are those of the records to come.
Result StepPrograms::compute_first(const Call& call) {
  if (call.kind.phase == kCall) return call.compute_all();
  GraphOps ops = graph_ops_of(call.graph());
  ops.begin_again();
  Result result = [&] {
    const UnrecordedGraph graph(ops);
    return call.compute_all();
  }();
  keep_graph_ops(call.graph(), ops);
  return result;
}

GraphOps StepPrograms::graph_ops_of(const std::string& graph) {
  const std::lock_guard lock(mutex_);
  const auto found = graph_ops_.find(graph);
  return found == graph_ops_.end() ? GraphOps() : found->second;
}

void StepPrograms::keep_graph_ops(const std::string& graph, const GraphOps& ops) {
  const std::lock_guard lock(mutex_);
  graph_ops_.insert_or_assign(graph, ops);
}

void StepPrograms::give_up(const Call& call, const std::string& branch) {
  const auto entry = std::make_shared<Entry>();
  entry->title = title_of(call.kind.phase, call.inputs);
  entry->obstacle = too_many_paths(branch);
  entry->is_complete = false;
  const std::lock_guard lock(mutex_);
  std::ignore = entries_.take(call.key);
  entries_.add(call.key, entry);
}

// Throws GuardFailed where the step takes another path.
Result StepPrograms::run_path(const Call& call, const Entry& entry) {
  if (entry.step != nullptr) {
    std::optional<Result> result = run_step(entry, call.inputs);
    return result ? std::move(*result) : call.compute_all();
  }
  if (entry.forward == nullptr && !entry.is_whole) return call.compute_all();
  const auto pass = [&] {
    if (entry.is_whole) return call.forward();
    return result_of(pelton::run(*entry.forward, call.inputs), entry.present, entry.scores);
  };
  if (!entry.obstacle.empty()) return call.complete(call.compute(pass));
  const auto next = std::make_shared<Entry>(entry);
  Result result = record_step(call, *next, pass);
  const std::lock_guard lock(mutex_);
  entries_.replace(call.key, &entry, next);
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

Result StepPrograms::record_forward(const Call& call, Entry& entry) {
  Tracer tracer(call.inputs, call.model.variables(), call.kind.host_callbacks);
  tracer.record_guards();
  if (call.kind.phase != kCall) tracer.begin_graph(Tracer::Graph::own, graph_ops_of(call.graph()));
  const Result result = call.forward();
  entry.guarded_values = tracer.guarded_values();
  entry.is_complete = false;
  std::optional<Program> program = finish(tracer, result);
  entry.graph_ops = tracer.take_graph_ops();
  keep_graph_ops(call.graph(), entry.graph_ops);
  entry.obstacle = tracer.obstacle();
  if (!program) return result;
  entry.present = presence_of(all_of(result));
  entry.scores = result.scores.size();
  entry.is_whole = tracer.has_own_gradients();
  if (entry.is_whole && call.kind.phase == "train") return result;
  entry.forward = std::make_shared<const Program>(std::move(*program));
  return result;
}

Result StepPrograms::record_step(const Call& call, Entry& entry, const Compute& pass) {
  Tracer tracer(call.inputs, call.model.variables(), call.kind.host_callbacks);
  tracer.record_guards();
  tracer.begin_graph(entry.is_whole ? Tracer::Graph::own : Tracer::Graph::known, entry.graph_ops);
  Result result = call.compute(pass);
  tracer.begin_updates();
  if (call.update) call.update(std::exchange(result, Result()));
  std::vector<Tensor> guarded_values = tracer.guarded_values();
  std::optional<Program> program = finish(tracer, result);
  entry.obstacle = tracer.obstacle();
  if (!program) return result;
  entry.guarded_values = std::move(guarded_values);
  entry.is_complete = true;
  entry.present = presence_of(all_of(result));
  entry.scores = result.scores.size();
  entry.step = std::make_shared<SplitReplay>(std::make_shared<const Program>(std::move(*program)));
  entry.forward.reset();
  return result;
}

StepPrograms::EntryRef StepPrograms::find(const std::string& key, std::span<const Tensor> seen) {
  const std::lock_guard lock(mutex_);
  return entries_.find(
      key, [](const Entry&) { return true; }, seen);
}

void StepPrograms::clear() {
  const std::lock_guard lock(mutex_);
  entries_ = {};
  graph_ops_.clear();
}

std::string StepPrograms::explain() const {
  const std::lock_guard lock(mutex_);
  std::string out;
  for (const Entry* entry : entries_.in_order()) {
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
