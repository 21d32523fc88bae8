// Owns recording: which calls are kept, and what of them.
#include "autograd/tape.h"

#include <algorithm>

#include "runtime/context.h"

namespace pelton {

Tape::~Tape() {
  if (recording_) context().remove_observer(this);
}

void Tape::start() {
  check(!recording_, Code::value_error,
        "Tape is still recording, This can happen if you try to re-enter an already-active tape.");
  recording_ = true;
  context().push_observer(this);
}

void Tape::stop() {
  check(recording_, Code::value_error, "Tape is not recording.");
  recording_ = false;
  context().remove_observer(this);
}

int32_t Tape::track(uint64_t id) {
  const int32_t slot = slot_of_.insert(id);
  tracked_.resize(slot_of_.size());
  tracked_[static_cast<size_t>(slot)] = true;
  return slot;
}

bool Tape::is_tracked(uint64_t id) const {
  const int32_t slot = slot_of_.find(id);
  return slot >= 0 && tracked_[static_cast<size_t>(slot)];
}

void Tape::watch(const Tensor& tensor) { track(tensor.id()); }

void Tape::watch(const Variable& variable) {
  const auto address = reinterpret_cast<uintptr_t>(&variable);
  const auto slot = static_cast<size_t>(watched_slot_of_.insert(address));
  if (slot == watched_.size()) watched_.push_back({Ref(&variable), {}});
  Source& ids = watched_[slot].ids;
  const uint64_t id = variable.value().id();
  if (!ids.empty() && ids.back() == id) return;
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  track(id);
}

std::vector<Ref<const Variable>> Tape::watched_variables() const {
  std::vector<Ref<const Variable>> out;
  for (const Watched& watched : watched_) out.push_back(watched.variable);
  return out;
}

Tape::Source Tape::source_of(const Variable& variable) const {
  const int32_t slot = watched_slot_of_.find(reinterpret_cast<uintptr_t>(&variable));
  return slot < 0 ? Source{} : watched_[static_cast<size_t>(slot)].ids;
}

void Tape::reset() {
  records_.clear();
  kept_.clear();
  slots_.clear();
  slot_of_.clear();
  tracked_.clear();
  watched_.clear();
  watched_slot_of_.clear();
  used_ = false;
}

void Tape::on_read(const Variable& variable) {
  for (Observer* observer : context().observers()) {
    auto* tape = dynamic_cast<Tape*>(observer);
    if (tape != nullptr && tape->watch_accessed_variables_) tape->watch(variable);
  }
}

void Tape::keep(Record& record, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                Keep keep) {
  const bool with_inputs = keep == Keep::inputs || keep == Keep::both;
  const bool with_outputs = keep == Keep::outputs || keep == Keep::both;
  record.first = kept_.size();
  record.inputs = inputs.size();
  record.outputs = outputs.size();
  for (const Tensor& input : inputs) {
    slots_.push_back(slot_of_.insert(input.id()));
    kept_.push_back(with_inputs ? input : input.without_data());
  }
  for (const Tensor& output : outputs) {
    slots_.push_back(track(output.id()));
    kept_.push_back(with_outputs ? output : output.without_data());
  }
  tracked_.resize(slot_of_.size());
}

bool Tape::sees_any(std::span<const Tensor> inputs) const {
  return std::any_of(inputs.begin(), inputs.end(),
                     [&](const Tensor& x) { return is_tracked(x.id()); });
}

void Tape::on_call(const OpCall& call) {
  if (!sees_any(call.inputs) || call.op.grad == &no_gradient) return;
  Record& record = records_.emplace_back();
  record.op = &call.op;
  record.attrs = AttrBox(call.op.attrs, call.attrs);
  keep(record, call.inputs, call.outputs, call.op.keep);
}

void Tape::record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                         const std::shared_ptr<CustomGradient>& gradient) {
  for (Observer* observer : context().observers()) {
    auto* tape = dynamic_cast<Tape*>(observer);
    if (tape == nullptr || !tape->sees_any(inputs)) continue;
    Record& record = tape->records_.emplace_back();
    record.custom = gradient;
    tape->keep(record, inputs, outputs, Keep::none);
  }
}

}  // namespace pelton
