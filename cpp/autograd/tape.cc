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

void Tape::watch(const Tensor& tensor) { tracked_.insert(tensor.id()); }

void Tape::watch(const Variable& variable) {
  std::vector<uint64_t>& ids = variable_ids_[&variable];
  if (ids.empty()) variables_.emplace_back(&variable);
  const uint64_t id = variable.value().id();
  if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  tracked_.insert(id);
}

Tape::Source Tape::source_of(const Variable& variable) const {
  const auto found = variable_ids_.find(&variable);
  return found == variable_ids_.end() ? Source{} : found->second;
}

void Tape::reset() {
  records_.clear();
  tracked_.clear();
  variables_.clear();
  variable_ids_.clear();
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
  for (const Tensor& input : inputs) {
    record.input_ids.push_back(input.id());
    record.inputs.push_back(with_inputs ? input : input.without_data());
  }
  for (const Tensor& output : outputs) {
    record.output_ids.push_back(output.id());
    record.outputs.push_back(with_outputs ? output : output.without_data());
    tracked_.insert(output.id());
  }
}

void Tape::on_call(const OpCall& call) {
  const bool tracked = std::any_of(call.inputs.begin(), call.inputs.end(),
                                   [&](const Tensor& x) { return tracked_.contains(x.id()); });
  if (!tracked || call.op.grad == &no_gradient) return;
  Record& record = records_.emplace_back();
  record.op = &call.op;
  record.attrs = AttrBox(call.op.attrs, call.attrs);
  keep(record, call.inputs, call.outputs, call.op.keep);
}

void Tape::record_custom(std::span<const Tensor> inputs, std::span<const Tensor> outputs,
                         std::shared_ptr<CustomGradient> gradient) {
  Record& record = records_.emplace_back();
  record.custom = std::move(gradient);
  keep(record, inputs, outputs, Keep::none);
}

}  // namespace pelton
