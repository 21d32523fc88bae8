#include "program/plan/row_trace.h"

#include <algorithm>

namespace pelton {
namespace {

bool is_sum(RowKind kind) { return kind == RowKind::sum || kind == RowKind::mean; }

// Random numbers of all rows at once, or in rows of a stream that is no draw of the program's: a
// slice begins where its rows are in the draws only.
bool is_tied_draw(const Step& step) {
  if (step.op->by_rows == nullptr) return step.draw >= 0;
  return step.draw < 0 && stream_in(step.op->attrs, step.attrs.get()).has_value();
}

// One or more of the first axis for each row, such as the positions of all sequences.
bool has_rows(const Tensor& value, int64_t rows) {
  return value.rank() > 0 && value.shape()[0] % rows == 0;
}

}  // namespace

RowTrace::RowTrace(const Program& program, std::span<const Tensor> inputs)
    : kinds_(static_cast<size_t>(program.value_count), RowKind::whole) {
  const auto has_other_rows = [&](const Tensor& input) {
    return input.rank() == 0 || input.shape()[0] != inputs[0].shape()[0];
  };
  if (!inputs.empty() && std::none_of(inputs.begin(), inputs.end(), has_other_rows))
    rows_ = inputs[0].shape()[0];
  if (rows_ == 0) refuse("its inputs have no rows in common");
  for (ValueId id : program.inputs) kinds_[static_cast<size_t>(id)] = RowKind::each;
}

void RowTrace::refuse(std::string reason) {
  rows_ = 0;
  obstacle_ = std::move(reason);
}

void RowTrace::note(const Step& step, std::span<const Tensor> values) {
  if (rows_ == 0 || step.kind == Step::Kind::read) return;
  if (step.kind != Step::Kind::call)  // must not happen for each slice of a run
    return refuse(step.kind == Step::Kind::host ? "it runs host code" : "it assigns a variable");
  if (is_tied_draw(step)) return refuse(cat("op ", step.op->name, " draws for all rows"));
  note_call(step, values);
}

void RowTrace::note_call(const Step& step, std::span<const Tensor> values) {
  std::vector<Tensor> inputs;
  std::vector<RowKind> kinds;
  for (ValueId id : step.inputs) {
    kinds.push_back(kind(id));
    inputs.push_back(values[static_cast<size_t>(id)]);
  }
  for (size_t i = 0; i < step.outputs.size(); ++i) {
    const Tensor& output = values[static_cast<size_t>(step.outputs[i])];
    const RowKind found = kind_of_output(step, i, inputs, kinds, output);
    kinds_[static_cast<size_t>(step.outputs[i])] = found;
    const bool lacks_rows = found == RowKind::each && !has_rows(output, rows_);
    const bool rounds = is_sum(found) && !is_floating(output.dtype());
    if (found == RowKind::tied || lacks_rows || rounds)
      return refuse(cat("op ", step.op->name, " needs all rows"));
  }
}

RowKind RowTrace::kind_of_output(const Step& step, size_t index, std::span<const Tensor> inputs,
                                 std::span<const RowKind> kinds, const Tensor& output) const {
  const bool is_view = step.op->view != nullptr;
  if (output.size() == 0) return RowKind::whole;
  if (std::all_of(kinds.begin(), kinds.end(), [](RowKind k) { return k == RowKind::whole; })) {
    // One row for all of them, such as the gradient of a mean: any number of them is the same.
    const bool repeats = is_view && output.rank() > 0 && output.shape()[0] == rows_ &&
                         output.layout().strides[0] == 0;
    return repeats && rows_ > 1 ? RowKind::each : RowKind::whole;
  }
  if (is_view && is_sum(kinds[0])) return kinds[0];
  if (step.op->by_rows == nullptr) return RowKind::tied;
  return step.op->by_rows({inputs, kinds, output, index, step.attrs.get()});
}

void RowTrace::note_copy(ValueId id, ValueId copy) {
  if (kinds_.size() <= static_cast<size_t>(copy)) kinds_.resize(static_cast<size_t>(copy) + 1);
  kinds_[static_cast<size_t>(copy)] = kind(id);
}

}  // namespace pelton
