// Owns the gradient of gru_grad, step by step in public ops: the way back once more, then the
// adjoint of that way, which runs forth.
#include "ops/nn/gru_second_order.h"

#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/linalg/linalg.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"

namespace pelton {
namespace {

enum Operand : size_t { kRecurrent, kInitialH, kMask, kSaved, kSequenceGrad, kSavedGrad, kGradH };

Tensor one_minus(const Tensor& x) { return subtract(scalar_like(1, x), x); }
Tensor twice(const Tensor& x) { return multiply(scalar_like(2, x), x); }

// Five values of one kind: what is saved of a step, (batch, units) each; undefined: 0.
struct Planes {
  Tensor update, reset, candidate, inner, state;

  static Planes of(const std::vector<Tensor>& parts) {
    return {parts[0], parts[1], parts[2], parts[3], parts[4]};
  }
  Tensor joined(const Tensor& none) const {
    std::vector<Tensor> all{update, reset, candidate, inner, state};
    for (Tensor& part : all)
      if (!part.defined()) part = none;
    return stack(all, {.axis = 1});
  }
};

// One step of the sequence in the order of the forward pass.
struct Step {
  Tensor keep;         // (batch, 1), undefined where there is no mask
  Planes saved, more;  // what was saved, and the gradient that arrived for it
  Tensor h_before, output_grad;
  // What the way back found: gradients of the new h, of the gates behind their activations, and of
  // what came from x and from h, (batch, 3 * units).
  Tensor state_grad, update_grad, reset_grad, candidate_grad, of_x, gates_grad;
  Planes saved_adj, more_adj;
  Tensor h_before_adj, output_adj;

  // `value` in rows that are not masked.
  Tensor kept(const Tensor& value, const Tensor& otherwise) const {
    return keep.defined() ? where(keep, value, otherwise) : value;
  }
  Tensor kept(const Tensor& value) const {
    return keep.defined() ? where(keep, value, scalar_like(0, value)) : value;
  }
};

class GruSecondOrder {
 public:
  explicit GruSecondOrder(GradContext& context)
      : c_(context),
        attrs_(context.attrs<GruGradAttrs>()),
        sizes_{context.in(kSaved).shape()[0], context.in(kSaved).shape()[1], 0,
               context.in(kSaved).shape()[3]},
        dtype_(context.in(kSaved).dtype()),
        recurrent_(wide(context.in(kRecurrent))),
        none_(zeros({sizes_.batch, sizes_.units}, dtype_)),
        steps_(static_cast<size_t>(sizes_.time)) {}

  void run() {
    read_steps();
    go_back();
    x_adj_ = along_time(c_.grad(0));
    read_weight_adjoints();
    h_adj_ = state(c_.grad(2));
    pending_adj_ = none_;
    for (size_t s = 0; s < steps_.size(); ++s) go_forth(s);
    set(kRecurrent, recurrent_out_);
    set(kGradH, h_adj_);
    if (!steps_.empty()) set_sequences();
  }

 private:
  Tensor wide(const Tensor& x) const { return cast(x, dtype_); }
  bool is_given(size_t i) const { return c_.in(i).shape() != Shape{0}; }
  Tensor state(const Tensor& x) const { return x.defined() && x.rank() == 2 ? wide(x) : none_; }
  size_t time_of(size_t s) const {
    return static_cast<size_t>(sizes_.time_of(static_cast<int64_t>(s), attrs_.go_backwards));
  }
  // A tensor step by step along its second axis; undefined where it is not given.
  std::vector<Tensor> along_time(const Tensor& x) const {
    if (!x.defined() || x.rank() < 2) return std::vector<Tensor>(steps_.size());
    return unstack(wide(x), {.axis = 1});
  }

  void read_steps() {
    const auto saved = along_time(c_.in(kSaved)), more = along_time(c_.in(kSavedGrad));
    const auto output_grads = along_time(c_.in(kSequenceGrad));
    Tensor h = state(c_.in(kInitialH));
    for (size_t s = 0; s < steps_.size(); ++s) {
      Step& step = steps_[s];
      const int64_t at = static_cast<int64_t>(time_of(s));
      if (is_given(kMask))
        step.keep = strided_slice(c_.in(kMask), {.begin = {0, at}, .size = {sizes_.batch, 1}});
      step.h_before = h;
      step.saved = Planes::of(unstack(saved[s], {.axis = 1}));
      if (more[s].defined()) step.more = Planes::of(unstack(more[s], {.axis = 1}));
      step.output_grad = output_grads[s].defined() ? output_grads[s] : none_;
      h = step.saved.state;
    }
  }

  // What gru_grad does, with its steps kept.
  void go_back() {
    Tensor h = state(c_.in(kGradH)), pending = none_;
    for (size_t s = steps_.size(); s-- > 0;) {
      Step& step = steps_[s];
      Tensor arrived = step.output_grad;
      if (step.keep.defined() && !attrs_.zero_output_for_mask) {
        arrived = add(pending, arrived);
        pending = step.kept(none_, arrived);
      }
      if (step.more.state.defined()) h = add(h, step.more.state);
      step.state_grad = add(h, arrived);
      find_gate_grads(step);
      const Tensor before = add(multiply(step.state_grad, step.saved.update),
                                matmul(step.gates_grad, recurrent_, {.transpose_b = true}));
      h = step.kept(before, h);
    }
  }

  static void find_gate_grads(Step& step) {
    const auto& [update, reset, candidate, inner, state] = step.saved;
    step.update_grad = multiply(step.state_grad, subtract(step.h_before, candidate));
    step.candidate_grad = multiply(step.state_grad, one_minus(update));
    const bool has_more = step.more.update.defined();
    if (has_more) {
      accumulate(step.update_grad, step.more.update);
      accumulate(step.candidate_grad, step.more.candidate);
    }
    step.of_x = tanh_grad(candidate, step.candidate_grad);
    step.reset_grad = multiply(step.of_x, inner);
    Tensor inner_grad = multiply(step.of_x, reset);
    if (has_more) {
      accumulate(step.reset_grad, step.more.reset);
      accumulate(inner_grad, step.more.inner);
    }
    step.gates_grad = step.kept(concat(
        {sigmoid_grad(update, step.update_grad), sigmoid_grad(reset, step.reset_grad), inner_grad},
        {.axis = 1}));
  }

  void read_weight_adjoints() {
    if (!c_.grad(1).defined()) return;
    const Tensor all = wide(c_.grad(1));
    const auto rows = [&](int64_t first, int64_t count) {
      return strided_slice(all, {.begin = {first, 0}, .size = {count, all.shape()[1]}});
    };
    weight_adj_ = rows(0, sizes_.units);
    if (attrs_.has_bias) bias_adj_ = rows(sizes_.units, 1);
  }

  // The adjoint of the step's gates_grad, from what was made of it; its part in the weights'.
  Tensor gates_adjoint(Step& step) {
    const Tensor h_adj = step.kept(h_adj_);
    Tensor adjoint = matmul(h_adj, recurrent_);
    accumulate(recurrent_out_, matmul(h_adj, step.gates_grad, {.transpose_a = true}));
    if (weight_adj_.defined()) {
      accumulate(adjoint, matmul(step.h_before, weight_adj_));
      step.h_before_adj = matmul(step.gates_grad, weight_adj_, {.transpose_b = true});
    }
    if (bias_adj_.defined()) accumulate(adjoint, bias_adj_);
    return step.kept(adjoint);
  }

  // Adjoints of a step's gradients: of the sums behind update and reset gate, and of what came from
  // x and from h into the candidate; and of those of the gates themselves.
  struct Adjoints {
    Tensor update_sum, reset_sum, of_x, inner;
    Tensor update, reset, candidate;
  };

  Adjoints adjoints_of(size_t s) {
    Step& step = steps_[s];
    const auto from_h = split(gates_adjoint(step), 3, {.axis = 1});
    Adjoints a{from_h[0], from_h[1], multiply(from_h[2], step.saved.reset), from_h[2], {}, {}, {}};
    if (const Tensor& x_adj = x_adj_[time_of(s)]; x_adj.defined()) {
      const auto from_x = split(step.kept(x_adj), 3, {.axis = 1});
      accumulate(a.update_sum, from_x[0]);
      accumulate(a.reset_sum, from_x[1]);
      accumulate(a.of_x, from_x[2]);
    }
    a.update = sigmoid_grad(step.saved.update, a.update_sum);
    a.reset = sigmoid_grad(step.saved.reset, a.reset_sum);
    accumulate(a.of_x, multiply(a.reset, step.saved.inner));
    a.candidate = tanh_grad(step.saved.candidate, a.of_x);
    return a;
  }

  // Adjoints of what was saved: the slopes of gates, and gates as factors of gradients.
  static void find_saved_adjoints(Step& step, const Adjoints& a, const Tensor& h_adj) {
    const auto& [update, reset, candidate, inner, state] = step.saved;
    const auto of_sigmoid = [](const Tensor& gate, const Tensor& grad, const Tensor& adjoint) {
      return multiply(multiply(adjoint, grad), one_minus(twice(gate)));
    };
    Planes& saved = step.saved_adj;
    saved.update = subtract(of_sigmoid(update, step.update_grad, a.update_sum),
                            multiply(a.candidate, step.state_grad));
    accumulate(saved.update, multiply(h_adj, step.state_grad));
    saved.reset =
        add(of_sigmoid(reset, step.reset_grad, a.reset_sum), multiply(a.inner, step.of_x));
    saved.candidate =
        negative(add(multiply(twice(candidate), multiply(a.of_x, step.candidate_grad)),
                     multiply(a.update, step.state_grad)));
    saved.inner = multiply(a.reset, step.of_x);
    for (Tensor* const part : {&saved.update, &saved.reset, &saved.candidate, &saved.inner})
      *part = step.kept(*part);
    accumulate(step.h_before_adj, step.kept(multiply(a.update, step.state_grad)));
  }

  void go_forth(size_t s) {
    Step& step = steps_[s];
    const Adjoints a = adjoints_of(s);
    const Tensor h_adj = step.kept(h_adj_);
    find_saved_adjoints(step, a, h_adj);
    const auto& [update, reset, candidate, inner, state] = step.saved;
    const Tensor direct = add(multiply(a.update, subtract(step.h_before, candidate)),
                              multiply(a.candidate, one_minus(update)));
    const Tensor state_adj = add(direct, multiply(h_adj, update));
    step.more_adj = {a.update, a.reset, a.candidate, a.inner, step.kept(state_adj, h_adj_)};
    const bool waits = step.keep.defined() && !attrs_.zero_output_for_mask;
    step.output_adj = waits ? step.kept(state_adj, pending_adj_) : step.kept(state_adj);
    pending_adj_ = step.output_adj;
    h_adj_ = step.kept(state_adj, h_adj_);
  }

  void set(size_t i, const Tensor& adjoint) {
    if (adjoint.defined() && c_.needs(i) && is_given(i)) c_.set(i, cast(adjoint, c_.in(i).dtype()));
  }

  void set_sequences() {
    std::vector<Tensor> saved, outputs, more;
    for (size_t s = 0; s < steps_.size(); ++s) {
      if (s + 1 < steps_.size()) steps_[s].saved_adj.state = steps_[s + 1].h_before_adj;
      saved.push_back(steps_[s].saved_adj.joined(none_));
      outputs.push_back(steps_[s].output_adj);
      more.push_back(steps_[s].more_adj.joined(none_));
    }
    set(kInitialH, steps_[0].h_before_adj);
    set(kSaved, stack(saved, {.axis = 1}));
    set(kSequenceGrad, stack(outputs, {.axis = 1}));
    set(kSavedGrad, stack(more, {.axis = 1}));
  }

  GradContext& c_;
  const GruGradAttrs& attrs_;
  const RecurrentSizes sizes_;
  const DType dtype_;
  const Tensor recurrent_, none_;
  std::vector<Step> steps_;
  std::vector<Tensor> x_adj_;
  Tensor weight_adj_, bias_adj_;  // of the weights' gradients
  Tensor recurrent_out_;          // of the recurrent kernel
  Tensor h_adj_, pending_adj_;    // of the gradients that came to the step
};

}  // namespace

void gru_second_order(GradContext& context) {
  const Shape& saved = context.in(kSaved).shape();
  check(is_fully_known(saved), Code::unimplemented, "gradients of gru_grad need all sizes, got ",
        saved);
  GruSecondOrder(context).run();
}

}  // namespace pelton
