// Owns the gradient of lstm_grad, step by step in public ops: the way back once more, then the
// adjoint of that way, which runs forth.
#include "ops/nn/lstm_second_order.h"

#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

enum Operand : size_t {
  kX,
  kKernel,
  kRecurrent,
  kInitialH,
  kInitialC,
  kMask,
  kSequence,
  kSaved,
  kSequenceGrad,
  kSavedGrad,
  kGradH,
  kGradC
};

Tensor one_minus(const Tensor& x) { return subtract(scalar_like(1, x), x); }
Tensor twice(const Tensor& x) { return multiply(scalar_like(2, x), x); }

// Four values of one kind: those of the gates i, f, candidate and o, (batch, units) each.
struct Gates {
  Tensor input, forget, candidate, output;

  static Gates of(const std::vector<Tensor>& parts) {
    return {parts[0], parts[1], parts[2], parts[3]};
  }
  Tensor joined() const { return concat({input, forget, candidate, output}, {.axis = 1}); }
};

// One step of the sequence in the order of the forward pass.
struct Step {
  Tensor keep;  // (batch, 1), undefined where there is no mask
  Tensor x, h_before, c_before, squashed;
  Gates gates, more;              // what was saved, and the gradient that arrived for it
  Tensor output_grad;             // of the step's output, and
  Tensor cell_more;               // of the saved cell; undefined where none arrived
  Tensor h_grad, c_grad, z_grad;  // what the way back found
  Gates gate_grads;
  Tensor x_adj, h_before_adj, c_before_adj, cell_adj, output_adj, cell_more_adj;
  Gates gates_adj, more_adj;

  // `value` in rows that are not masked.
  Tensor kept(const Tensor& value, const Tensor& otherwise) const {
    return keep.defined() ? where(keep, value, otherwise) : value;
  }
  Tensor kept(const Tensor& value) const {
    return keep.defined() ? where(keep, value, scalar_like(0, value)) : value;
  }
};

class LstmSecondOrder {
 public:
  explicit LstmSecondOrder(GradContext& context)
      : c_(context),
        attrs_(context.attrs<LstmGradAttrs>()),
        sizes_(RecurrentSizes::of(context.in(kX).shape(), context.in(kRecurrent).shape())),
        dtype_(context.in(kSaved).dtype()),
        kernel_(wide(context.in(kKernel))),
        recurrent_(wide(context.in(kRecurrent))),
        none_(zeros({sizes_.batch, sizes_.units}, dtype_)),
        steps_(static_cast<size_t>(sizes_.time)) {}

  void run() {
    read_steps();
    go_back();
    read_adjoints();
    h_adj_ = state(c_.grad(2));
    c_adj_ = state(c_.grad(3));
    pending_adj_ = none_;
    for (Step& step : steps_) {
      const Gates z_adj = take_z_adjoint(step);
      go_forth(step, z_adj);
    }
    set_states();
    if (!steps_.empty()) set_sequences();
  }

 private:
  Tensor wide(const Tensor& x) const { return cast(x, dtype_); }
  bool is_given(size_t i) const { return c_.in(i).shape() != Shape{0}; }
  Tensor state(const Tensor& x) const { return x.defined() && x.rank() == 2 ? wide(x) : none_; }
  size_t time_of(size_t s) const {
    return static_cast<size_t>(sizes_.time_of(static_cast<int64_t>(s), attrs_.go_backwards));
  }
  // Operand i step by step along its second axis; undefined where it is not given.
  std::vector<Tensor> along_time(const Tensor& x) const {
    if (!x.defined() || x.rank() < 2) return std::vector<Tensor>(steps_.size());
    return unstack(wide(x), {.axis = 1});
  }

  void read_steps() {
    const auto x = along_time(c_.in(kX)), sequence = along_time(c_.in(kSequence));
    const auto saved = along_time(c_.in(kSaved)), more = along_time(c_.in(kSavedGrad));
    const auto output_grads = along_time(c_.in(kSequenceGrad));
    Tensor h = state(c_.in(kInitialH)), cell = state(c_.in(kInitialC));
    for (size_t s = 0; s < steps_.size(); ++s) {
      Step& step = steps_[s];
      const int64_t at = static_cast<int64_t>(time_of(s));
      if (is_given(kMask))
        step.keep = strided_slice(c_.in(kMask), {.begin = {0, at}, .size = {sizes_.batch, 1}});
      step.x = x[time_of(s)];
      step.h_before = h;
      step.c_before = cell;
      const std::vector<Tensor> parts = unstack(saved[s], {.axis = 1});
      step.gates = Gates::of(parts);
      cell = parts[4];
      step.squashed = tanh(cell);
      step.output_grad = output_grads[s].defined() ? output_grads[s] : none_;
      if (more[s].defined()) {
        const std::vector<Tensor> grads = unstack(more[s], {.axis = 1});
        step.more = Gates::of(grads);
        step.cell_more = grads[4];
      }
      h = step.kept(sequence[s], h);
    }
  }

  // What lstm_grad does, with its steps kept.
  void go_back() {
    Tensor h = state(c_.in(kGradH)), cell = state(c_.in(kGradC)), pending = none_;
    for (size_t s = steps_.size(); s-- > 0;) {
      Step& step = steps_[s];
      Tensor arrived = step.output_grad;
      if (step.keep.defined() && !attrs_.zero_output_for_mask) {
        arrived = add(pending, arrived);
        pending = step.kept(none_, arrived);
      }
      step.h_grad = add(h, arrived);
      find_gate_grads(step, cell);
      h = step.kept(matmul(step.z_grad, recurrent_, {.transpose_b = true}), h);
      cell = step.kept(multiply(step.c_grad, step.gates.forget), step.c_grad);
    }
  }

  void find_gate_grads(Step& step, const Tensor& cell) const {
    const auto& [input, forget, candidate, output] = step.gates;
    const Tensor slope = one_minus(square(step.squashed));
    step.c_grad = add(cell, step.kept(multiply(multiply(step.h_grad, output), slope)));
    if (step.cell_more.defined()) accumulate(step.c_grad, step.cell_more);
    Gates& grads = step.gate_grads;
    grads = {multiply(step.c_grad, candidate), multiply(step.c_grad, step.c_before),
             multiply(step.c_grad, input), multiply(step.h_grad, step.squashed)};
    if (step.more.input.defined()) {
      accumulate(grads.input, step.more.input);
      accumulate(grads.forget, step.more.forget);
      accumulate(grads.candidate, step.more.candidate);
      accumulate(grads.output, step.more.output);
    }
    step.z_grad = step.kept(times_slopes(step.gates, grads).joined());
  }

  // From gradients of gates to those of what they were computed from, and from adjoints of the
  // latter to adjoints of the former.
  static Gates times_slopes(const Gates& gates, const Gates& grads) {
    return {sigmoid_grad(gates.input, grads.input), sigmoid_grad(gates.forget, grads.forget),
            tanh_grad(gates.candidate, grads.candidate), sigmoid_grad(gates.output, grads.output)};
  }

  void read_adjoints() {
    x_adj_ = along_time(c_.grad(0));
    if (!c_.grad(1).defined()) return;
    const Tensor all = wide(c_.grad(1));
    const int64_t width = all.shape()[1];
    const auto rows = [&](int64_t first, int64_t count) {
      return strided_slice(all, {.begin = {first, 0}, .size = {count, width}});
    };
    kernel_adj_ = rows(0, sizes_.features);
    recurrent_adj_ = rows(sizes_.features, sizes_.units);
    if (attrs_.has_bias) bias_adj_ = rows(sizes_.features + sizes_.units, 1);
  }

  // The adjoint of the step's z_grad, from what was made of that; its part in the weights'.
  Gates take_z_adjoint(Step& step) {
    const size_t s = static_cast<size_t>(&step - steps_.data());
    Tensor z_adj = matmul(h_adj_, recurrent_);
    accumulate(recurrent_out_, matmul(h_adj_, step.z_grad, {.transpose_a = true}));
    if (const Tensor& x_adj = x_adj_[time_of(s)]; x_adj.defined()) {
      accumulate(z_adj, matmul(x_adj, kernel_));
      accumulate(kernel_out_, matmul(x_adj, step.z_grad, {.transpose_a = true}));
    }
    if (kernel_adj_.defined()) {
      accumulate(z_adj, matmul(step.x, kernel_adj_));
      accumulate(z_adj, matmul(step.h_before, recurrent_adj_));
      step.x_adj = matmul(step.z_grad, kernel_adj_, {.transpose_b = true});
      step.h_before_adj = matmul(step.z_grad, recurrent_adj_, {.transpose_b = true});
    }
    if (bias_adj_.defined()) accumulate(z_adj, bias_adj_);
    return Gates::of(split(step.kept(z_adj), 4, {.axis = 1}));
  }

  void go_forth(Step& step, const Gates& z_adj) {
    const Gates grads_adj = times_slopes(step.gates, z_adj);
    const auto& [input, forget, candidate, output] = step.gates;
    const Tensor slope = one_minus(square(step.squashed));
    Tensor cell = step.kept(multiply(c_adj_, forget), c_adj_);
    accumulate(cell, multiply(grads_adj.input, candidate));
    accumulate(cell, multiply(grads_adj.forget, step.c_before));
    accumulate(cell, multiply(grads_adj.candidate, input));
    const Tensor h = step.kept(
        add(multiply(grads_adj.output, step.squashed), multiply(cell, multiply(output, slope))));
    find_gate_adjoints(step, z_adj, grads_adj, cell);
    step.more_adj = grads_adj;
    step.cell_more_adj = cell;
    step.c_before_adj = multiply(grads_adj.forget, step.c_grad);
    const bool waits = step.keep.defined() && !attrs_.zero_output_for_mask;
    step.output_adj = waits ? step.kept(h, pending_adj_) : h;
    pending_adj_ = step.output_adj;
    h_adj_ = step.kept(h, h_adj_);
    c_adj_ = cell;
  }

  // Adjoints of what was saved: the slopes of gates, and gates as factors of gradients.
  void find_gate_adjoints(Step& step, const Gates& z_adj, const Gates& grads_adj,
                          const Tensor& cell) const {
    const auto of_sigmoid = [](const Tensor& gate, const Tensor& grad, const Tensor& adj) {
      return multiply(multiply(adj, grad), one_minus(twice(gate)));
    };
    const auto& [input, forget, candidate, output] = step.gates;
    const Gates& grads = step.gate_grads;
    const Tensor slope = one_minus(square(step.squashed)), h_cell = multiply(cell, step.h_grad);
    step.gates_adj = {
        step.kept(add(of_sigmoid(input, grads.input, z_adj.input),
                      multiply(grads_adj.candidate, step.c_grad))),
        step.kept(
            add(of_sigmoid(forget, grads.forget, z_adj.forget), multiply(c_adj_, step.c_grad))),
        step.kept(subtract(multiply(grads_adj.input, step.c_grad),
                           multiply(twice(candidate), multiply(z_adj.candidate, grads.candidate)))),
        step.kept(add(of_sigmoid(output, grads.output, z_adj.output), multiply(h_cell, slope)))};
    const Tensor squashed_adj = subtract(multiply(grads_adj.output, step.h_grad),
                                         multiply(twice(step.squashed), multiply(h_cell, output)));
    step.cell_adj = step.kept(multiply(squashed_adj, slope));
  }

  void set(size_t i, const Tensor& adjoint) {
    if (adjoint.defined() && c_.needs(i) && is_given(i)) c_.set(i, cast(adjoint, c_.in(i).dtype()));
  }

  void set_states() {
    set(kKernel, kernel_out_);
    set(kRecurrent, recurrent_out_);
    set(kGradH, h_adj_);
    set(kGradC, c_adj_);
  }

  void set_sequences() {
    std::vector<Tensor> x(steps_.size()), sequence, saved, outputs, more;
    Tensor h;  // adjoint of the h behind the step
    for (size_t s = steps_.size(); s-- > 0;) {
      Step& step = steps_[s];
      if (s + 1 < steps_.size()) accumulate(step.cell_adj, steps_[s + 1].c_before_adj);
      x[time_of(s)] = step.x_adj;
      sequence.insert(sequence.begin(), h.defined() ? step.kept(h) : none_);
      if (h.defined() && step.keep.defined()) accumulate(step.h_before_adj, step.kept(none_, h));
      h = step.h_before_adj;
    }
    for (const Step& step : steps_) {
      const auto planes = [](const Gates& gates, const Tensor& cell) {
        return stack({gates.input, gates.forget, gates.candidate, gates.output, cell}, {.axis = 1});
      };
      saved.push_back(planes(step.gates_adj, step.cell_adj));
      outputs.push_back(step.output_adj);
      more.push_back(planes(step.more_adj, step.cell_more_adj));
    }
    if (x[0].defined()) set(kX, stack(x, {.axis = 1}));
    if (h.defined()) set(kInitialH, h);
    set(kInitialC, steps_[0].c_before_adj);
    set(kSequence, stack(sequence, {.axis = 1}));
    set(kSaved, stack(saved, {.axis = 1}));
    set(kSequenceGrad, stack(outputs, {.axis = 1}));
    set(kSavedGrad, stack(more, {.axis = 1}));
  }

  GradContext& c_;
  const LstmGradAttrs& attrs_;
  const RecurrentSizes sizes_;
  const DType dtype_;
  const Tensor kernel_, recurrent_, none_;
  std::vector<Step> steps_;
  std::vector<Tensor> x_adj_;
  Tensor kernel_adj_, recurrent_adj_, bias_adj_;  // of the weights' gradients
  Tensor kernel_out_, recurrent_out_;             // of the weights
  Tensor h_adj_, c_adj_, pending_adj_;            // of the gradients that came to the step
};

}  // namespace

void lstm_second_order(GradContext& context) {
  const Shape &x = context.in(0).shape(), &recurrent = context.in(2).shape();
  check(is_fully_known(x) && is_fully_known(recurrent), Code::unimplemented,
        "gradients of lstm_grad need all sizes, got x ", x, " and recurrent_kernel ", recurrent);
  LstmSecondOrder(context).run();
}

}  // namespace pelton
