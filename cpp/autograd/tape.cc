// Owns recording: which calls are kept, and what of them.
#include "autograd/tape.h"

#include <algorithm>

#include "runtime/dispatch/context.h"

namespace pelton {

Tape::~Tape() {
  if (recording_) context().remove_observer(this);
}

void Tape::start() {
  check(!recording_, Code::value_error,
        "Tape is still recording, This can happen if you try to re-enter an already-active tape.");
  recording_ = true;
  pauses_ = 0;
  context().push_observer(this);
}

void Tape::stop() {
  check(recording_, Code::value_error, "Tape is not recording.");
  recording_ = false;
  context().remove_observer(this);
}

size_t Tape::slot_of(const Tensor& tensor) {
  TapeRecords& records = *records_;
  const auto slot = static_cast<size_t>(records.slot_of.insert(tensor.id()));
  if (slot == records.slots.size()) records.slots.emplace_back();
  return slot;
}

bool Tape::is_tracked(uint64_t id) const {
  const int32_t slot = records_->slot_of.find(id);
  return slot >= 0 && records_->slots[static_cast<size_t>(slot)].is_tracked;
}

void Tape::watch(const Tensor& tensor) { track(tensor); }

void Tape::watch(const Variable& variable) { watch(variable, variable.seen_value()); }

void Tape::watch(const Variable& variable, const Tensor& value) {
  TapeRecords& records = *records_;
  const auto address = reinterpret_cast<uintptr_t>(&variable);
  const auto slot = static_cast<size_t>(records.watched_slot_of.insert(address));
  if (slot == records.watched.size()) records.watched.push_back({Ref(&variable), -1});
  TapeRecords::Watched& watched = records.watched[slot];
  const uint64_t id = value.id();
  for (int32_t at = watched.last_reading; at >= 0;
       at = records.readings[static_cast<size_t>(at)].before)
    if (records.readings[static_cast<size_t>(at)].id == id) return;
  records.readings.push_back({id, watched.last_reading});
  watched.last_reading = static_cast<int32_t>(records.readings.size() - 1);
  track(value);
}

std::vector<Ref<const Variable>> Tape::watched_variables() const {
  std::vector<Ref<const Variable>> out;
  for (const auto& watched : records_->watched) out.push_back(watched.variable);
  return out;
}

void Tape::reset() {
  check(walks_ == 0, Code::runtime_error,
        "Tape cannot be reset while its gradient is being computed.");
  records_->clear();
  used_ = false;
}

void Tape::on_trainable_read(const Counted& variable, const Tensor& value) {
  if (watch_accessed_variables_ && pauses_ == 0)
    watch(static_cast<const Variable&>(variable), value);
}

// The next tensor of a record: its data only where the gradient reads it.
TapeRecords::Slot& Tape::keep(const Tensor& tensor, bool with_data) {
  TapeRecords& records = *records_;
  const size_t index = slot_of(tensor);
  TapeRecords::Slot& slot = records.slots[index];
  records.kept_slots.push_back(static_cast<int32_t>(index));
  records.kept.push_back(with_data ? tensor : Tensor());
  records.bytes += tensor.bytes();
  if (!with_data && !slot.description.defined()) slot.description = tensor.without_data();
  return slot;
}

void Tape::record(Record record, std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                  Keep kept) {
  const bool with_inputs = kept == Keep::inputs || kept == Keep::both || kept == Keep::later_inputs;
  const bool with_outputs = kept == Keep::outputs || kept == Keep::both;
  record.first = records_->kept.size();
  record.inputs = inputs.size();
  record.outputs = outputs.size();
  for (size_t i = 0; i < inputs.size(); ++i) {
    auto& slot = keep(inputs[i], with_inputs && (i > 0 || kept != Keep::later_inputs));
    if (watches_all_) slot.is_tracked = sees(inputs[i]);
  }
  for (const Tensor& output : outputs) keep(output, with_outputs).is_tracked = true;
  records_->records.push_back(record);
}

bool Tape::sees(const Tensor& tensor) const {
  return (watches_all_ && kInexact.contains(tensor.dtype())) || is_tracked(tensor.id());
}

bool Tape::sees_any(std::span<const Tensor> inputs) const {
  return pauses_ == 0 &&
         std::any_of(inputs.begin(), inputs.end(), [&](const Tensor& x) { return sees(x); });
}

void Tape::on_call(const OpCall& call) {
  if (!sees_any(call.inputs) || call.op.grad == &no_gradient) return;
  const void* const attrs = records_->attrs.copy(call.op.attrs, call.attrs);
  record({.op = &call.op, .attrs = attrs}, call.inputs, call.outputs, call.op.keep);
}

std::vector<bool> Tape::tracked(std::span<const Tensor> tensors) {
  std::vector<bool> out(tensors.size(), false);
  for (Observer* observer : context().observers()) {
    const auto* tape = dynamic_cast<const Tape*>(observer);
    if (tape == nullptr || tape->pauses_ > 0) continue;
    for (size_t i = 0; i < tensors.size(); ++i) out[i] = out[i] || tape->sees(tensors[i]);
  }
  return out;
}

void Tape::record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                         const std::shared_ptr<CustomGradient>& gradient) {
  for (Observer* observer : context().observers()) {
    auto* tape = dynamic_cast<Tape*>(observer);
    if (tape == nullptr || !tape->sees_any(inputs)) continue;
    tape->records_->customs.push_back(gradient);
    tape->record({.custom = tape->records_->customs.size() - 1}, inputs, outputs, Keep::none);
  }
}

}  // namespace pelton
