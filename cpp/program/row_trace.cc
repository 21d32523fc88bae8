#include "program/row_trace.h"

#include <algorithm>
#include <array>

namespace pelton {

RowTrace::RowTrace(const Program& program, std::span<const Tensor> inputs)
    : in_rows_(static_cast<size_t>(program.value_count), false) {
  for (const Tensor& input : inputs)
    if (input.rank() == 0 || input.shape()[0] != inputs[0].shape()[0]) return;
  if (!inputs.empty()) rows_ = inputs[0].shape()[0];
  for (ValueId id : program.inputs) in_rows_[static_cast<size_t>(id)] = true;
}

void RowTrace::note(const Step& step, std::span<const Tensor> values) {
  if (step.kind == Step::Kind::call && step.draw < 0)
    note_call(step, values);
  else if (step.kind != Step::Kind::read)
    rows_ = 0;  // what happens once in a run must not happen for each slice of it
}

void RowTrace::note_call(const Step& step, std::span<const Tensor> values) {
  std::vector<Tensor> inputs;
  std::array<bool, 64> in_rows{};
  if (step.inputs.size() > in_rows.size()) rows_ = 0;
  if (rows_ == 0) return;
  for (ValueId id : step.inputs) {
    in_rows[inputs.size()] = comes_in_rows(id);
    inputs.push_back(values[static_cast<size_t>(id)]);
  }
  const std::span<const bool> given(in_rows.data(), inputs.size());
  if (std::find(given.begin(), given.end(), true) == given.end()) return;
  const Tensor& output = values[static_cast<size_t>(step.outputs[0])];
  if (step.op->by_rows == nullptr || !step.op->by_rows({inputs, given, output, step.attrs.get()})) {
    rows_ = 0;
    return;
  }
  for (ValueId id : step.outputs) {
    const Tensor& value = values[static_cast<size_t>(id)];
    const bool has_rows = value.rank() > 0 && value.shape()[0] == rows_;
    if (!has_rows && value.size() > 0) rows_ = 0;
    in_rows_[static_cast<size_t>(id)] = has_rows;
  }
}

void RowTrace::note_copy(ValueId id, ValueId copy) {
  if (in_rows_.size() <= static_cast<size_t>(copy)) in_rows_.resize(static_cast<size_t>(copy) + 1);
  in_rows_[static_cast<size_t>(copy)] = comes_in_rows(id);
}

}  // namespace pelton
