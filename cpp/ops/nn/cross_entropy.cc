// Owns the cross-entropies of softmax and of sigmoid, and which rows are classified right. The ops
// of softmax give the loss and, as TensorFlow's kernels do, its gradient by the logits, computed in
// the same pass; those with correct predictions give the correct predictions of that pass too.
#include "kernels/common/functors/functors_activation.h"
#include "kernels/declared/softmax.h"
#include "ops/array/array.h"
#include "ops/composite.h"
#include "ops/math/elementwise.h"
#include "ops/math/math.h"
#include "ops/nn/nn.h"
#include "ops/op_list.h"
#include "ops/sharding_rules.h"

namespace pelton {

struct LastAxisAttrs {
  int64_t axis = -1;
};
template <>
inline constexpr auto fields<LastAxisAttrs> = std::tuple{field("axis", &LastAxisAttrs::axis)};

namespace {

// The shape of the logits or scores without their last axis, the classes.
Shape shape_of_rows(const InferContext& c) {
  return Shape(c.shape(1).begin(), c.shape(1).end() - 1);
}

// What labels and logits say of the logits' shape.
Shape common_shape(const InferContext& c) {
  Shape labels = c.shape(0);
  if (labels.size() < c.shape(1).size()) labels.push_back(c.shape(1).back());
  return merge_shapes(c.shape(1), labels);
}

// Loss of the rows' shape and gradient of logits' shape.
void add_outputs(InferContext& c) {
  const Shape shape = common_shape(c);
  c.add_output(c.dtype(1), Shape(shape.begin(), shape.end() - 1));
  c.add_output(c.dtype(1), shape);
}

// A label is one of the classes, unless there is no label.
void check_classes(const InferContext& c, const char* name) {
  const int64_t classes = c.shape(1).back();
  check(classes > 0 || !is_known(classes) || count_or_unknown(shape_of_rows(c)) <= 0,
        "Must have at least one class, but got ", name, " ", c.shape(1));
}

void add_correct(InferContext& c, const char* name) {
  check_classes(c, name);
  const Shape shape = common_shape(c);
  c.add_output(DType::float32, Shape(shape.begin(), shape.end() - 1));
}

void check_sparse(const InferContext& c, const char* name) {
  const Shape& logits = c.shape(1);
  check(!logits.empty(), name, " must be at least 1 dimensional");
  check(may_equal(c.shape(0), shape_of_rows(c)), "labels must have the shape of ", name,
        " without its last axis, got labels ", c.shape(0), " and ", name, " ", logits);
  check_classes(c, name);
}

void infer_sparse(InferContext& c) {
  check_sparse(c, "logits");
  add_outputs(c);
}

void check_dense(const InferContext& c, const char* name) {
  check(!c.shape(1).empty(), name, " must be at least 1 dimensional");
  check(may_equal(c.shape(0), c.shape(1)), name,
        " and labels must have the same shape, got labels ", c.shape(0), " and ", name, " ",
        c.shape(1));
}

void infer_dense(InferContext& c) {
  check_dense(c, "logits");
  add_outputs(c);
}

template <void (*infer)(InferContext&)>
void infer_with_correct(InferContext& c) {
  infer(c);
  add_correct(c, "logits");
}

template <void (*check_inputs)(const InferContext&, const char*)>
void infer_correct(InferContext& c) {
  check_inputs(c, "scores");
  add_correct(c, "scores");
}

Tensor last_axis(const Tensor& x) { return expand_dims(x, {.axis = -1}); }

Tensor row_sums(const Tensor& x) { return reduce_sum(x, {.axis = Axes{-1}, .keepdims = true}); }

// The part of the second order: what arrives for output 1 flows through the softmax in it.
Tensor through_softmax(const Tensor& logits, const Tensor& grad) {
  const Tensor y = softmax(logits);
  return multiply(subtract(grad, row_sums(multiply(grad, y))), y);
}

void sparse_grad(GradContext& c) {
  Tensor total;
  if (c.grad(0).defined()) accumulate(total, multiply(last_axis(c.grad(0)), c.out(1)));
  if (c.grad(1).defined()) accumulate(total, through_softmax(c.in(1), c.grad(1)));
  c.set(1, total);
}

void dense_grad(GradContext& c) {
  const Tensor& logits = c.in(1);
  Tensor by_logits, by_labels;
  if (c.grad(0).defined()) {
    const Tensor g = last_axis(c.grad(0));
    if (c.needs(1)) accumulate(by_logits, multiply(g, c.out(1)));
    if (c.needs(0)) accumulate(by_labels, negative(multiply(g, log_softmax(logits))));
  }
  if (c.grad(1).defined()) {
    // Output 1 is softmax(logits) - labels.
    if (c.needs(1)) accumulate(by_logits, through_softmax(logits, c.grad(1)));
    if (c.needs(0)) accumulate(by_labels, negative(c.grad(1)));
  }
  if (c.needs(0)) c.set(0, by_labels);
  if (c.needs(1)) c.set(1, by_logits);
}

constinit const OpDef sparse_op{
    .name = "sparse_softmax_cross_entropy",
    .tf_name = "SparseSoftmaxCrossEntropyWithLogits",
    .inputs = {Arg{"labels", kIndex}, "logits"},
    .outputs = 2,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_sparse,
    .grad = sparse_grad,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = PELTON_CPU(sparse_softmax_cross_entropy),
                .cuda = PELTON_CUDA(cuda::sparse_softmax_cross_entropy)}};

constinit const OpDef dense_op{.name = "softmax_cross_entropy",
                               .tf_name = "SoftmaxCrossEntropyWithLogits",
                               .inputs = {"labels", "logits"},
                               .outputs = 2,
                               .dtypes = kFloating,
                               .keep = Keep::both,
                               .infer = infer_dense,
                               .grad = dense_grad,
                               .sharding = sharding_rules::of_all,
                               .kernels = {.cpu = PELTON_CPU(softmax_cross_entropy),
                                           .cuda = PELTON_CUDA(cuda::softmax_cross_entropy)}};

constinit const OpDef sparse_with_correct_op{
    .name = "sparse_softmax_cross_entropy_correct",
    .tf_name = "_SparseSoftmaxCrossEntropyCorrect",
    .inputs = {Arg{"labels", kIndex}, "logits"},
    .outputs = 3,
    .attrs = &attrs_of<CrossEntropyCorrectAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_with_correct<infer_sparse>,
    .grad = sparse_grad,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = PELTON_CPU(sparse_softmax_cross_entropy_correct),
                .cuda = PELTON_CUDA(cuda::sparse_softmax_cross_entropy_correct)}};

constinit const OpDef dense_with_correct_op{
    .name = "softmax_cross_entropy_correct",
    .tf_name = "_SoftmaxCrossEntropyCorrect",
    .inputs = {"labels", "logits"},
    .outputs = 3,
    .attrs = &attrs_of<CrossEntropyCorrectAttrs>,
    .dtypes = kFloating,
    .keep = Keep::both,
    .infer = infer_with_correct<infer_dense>,
    .grad = dense_grad,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = PELTON_CPU(softmax_cross_entropy_correct),
                .cuda = PELTON_CUDA(cuda::softmax_cross_entropy_correct)}};

constinit const OpDef sparse_correct_op{
    .name = "sparse_categorical_correct",
    .tf_name = "_SparseCategoricalCorrect",
    .inputs = {Arg{"labels", kIndex}, "scores"},
    .dtypes = kFloating,
    .infer = infer_correct<check_sparse>,
    .grad = no_gradient,
    .sharding = sharding_rules::of_all,
    .kernels = {.cpu = PELTON_CPU(sparse_categorical_correct),
                .cuda = PELTON_CUDA(cuda::sparse_categorical_correct)}};

constinit const OpDef dense_correct_op{.name = "categorical_correct",
                                       .tf_name = "_CategoricalCorrect",
                                       .inputs = {"labels", "scores"},
                                       .dtypes = kFloating,
                                       .infer = infer_correct<check_dense>,
                                       .grad = no_gradient,
                                       .sharding = sharding_rules::of_all,
                                       .kernels = {.cpu = PELTON_CPU(categorical_correct),
                                                   .cuda = PELTON_CUDA(cuda::categorical_correct)}};

// By the logits sigmoid(x) - z, by the labels -x.
void sigmoid_loss_grad(GradContext& c) {
  const Tensor &labels = c.in(0), &logits = c.in(1);
  if (c.needs(0)) c.set(0, negative(multiply(c.grad(), logits)));
  if (c.needs(1)) c.set(1, multiply(c.grad(), subtract(sigmoid(logits), labels)));
}

constinit const OpDef sigmoid_loss_op =
    elementwise_op<SigmoidCrossEntropy>({.name = "sigmoid_cross_entropy",
                                         .tf_name = "_SigmoidCrossEntropy",
                                         .inputs = {"labels", "logits"},
                                         .keep = Keep::inputs,
                                         .infer = infer::broadcast,
                                         .grad = sigmoid_loss_grad});

constexpr const OpDef* kCrossEntropyOps[] = {
    &sigmoid_loss_op,       &sparse_op,         &dense_op,        &sparse_with_correct_op,
    &dense_with_correct_op, &sparse_correct_op, &dense_correct_op};

std::vector<Tensor> compose_sigmoid(const ComposeContext& c) {
  const Shape &labels = c.in(0).shape(), &logits = c.in(1).shape();
  check(may_equal(labels, logits), Code::value_error,
        "`logits` and `labels` must have the same shape, received (", logits, " vs ", labels, ").");
  return {call(sigmoid_loss_op, {c.in(0), c.in(1)})};
}

// `x` with the classes, at `axis` of tensors of `rank`, as the last axis.
Tensor classes_last(const Tensor& x, int64_t axis, int64_t rank, const char* name) {
  check(x.rank() > 0, name, " must be at least 1 dimensional");
  if (axis == rank - 1) return x;
  check(x.rank() == rank, name, " must have rank ", rank, ", got ", x.shape());
  Axes perm;
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis) perm.push_back(i);
  perm.push_back(axis);
  return transpose(x, {.perm = perm});
}

Tensor rows_of(const Tensor& x) {
  return x.rank() == 1 ? expand_dims(x, {.axis = 0}) : as_matrix(x);
}

// The rows' shape: that of the logits, whose unknown sizes are those of labels which have more than
// one.
Shape broadcast_rows(const Tensor& labels, const Tensor& logits) {
  Shape rows(logits.shape().begin(), logits.shape().end() - 1);
  for (size_t i = 0; i < rows.size() && labels.rank() == logits.rank(); ++i)
    if (!is_known(rows[i]) && labels.shape()[i] > 1) rows[i] = labels.shape()[i];
  return rows;
}

// Where the shapes differ, the rows of both broadcast, as long as there are those of the logits.
Tensor broadcast_dense(const Tensor& labels, const Tensor& logits) {
  const Tensor left = rows_of(labels), right = rows_of(logits);
  const int64_t rows = right.shape()[0], classes = right.shape()[1];
  const int64_t label_rows = left.shape()[0], label_classes = left.shape()[1];
  check((label_rows == 1 || may_equal(label_rows, rows)) &&
            (label_classes == 1 || classes == 1 || may_equal(label_classes, classes)),
        "logits and labels must be broadcastable: logits_size=", bracketed(right.shape()),
        " labels_size=", bracketed(left.shape()));
  const Shape common{rows, classes == 1 ? label_classes : classes};
  const Tensor loss = softmax_cross_entropy(broadcast_to(left, {.shape = common}),
                                            broadcast_to(right, {.shape = common}));
  return reshape(loss, {.shape = broadcast_rows(labels, logits)});
}

std::vector<Tensor> compose_dense(const ComposeContext& c) {
  const int64_t rank = c.in(1).rank();
  const int64_t axis = normalize_axis(c.attrs<LastAxisAttrs>().axis, rank);
  const Tensor logits = classes_last(c.in(1), axis, rank, "logits");
  Tensor labels = classes_last(c.in(0), axis, rank, "labels");
  if (labels.dtype() != logits.dtype()) labels = cast(labels, logits.dtype());
  // Sizes that are not known may turn out to be 1.
  if (labels.shape() == logits.shape()) return {softmax_cross_entropy(labels, logits)};
  return {broadcast_dense(labels, logits)};
}

std::vector<Tensor> compose_sparse(const ComposeContext& c) {
  return {sparse_softmax_cross_entropy(c.in(0), c.in(1))};
}

constinit const CompositeOp sigmoid_with_logits_op{
    .schema = {.name = "sigmoid_cross_entropy_with_logits",
               .tf_name = "SigmoidCrossEntropyWithLogits",
               .inputs = {"labels", "logits"},
               .dtypes = kFloating},
    .doc = "Elementwise cross-entropy of sigmoid(`logits`) against `labels` of the same shape.",
    .compose = compose_sigmoid};

constinit const CompositeOp dense_with_logits_op{
    .schema = {.name = "softmax_cross_entropy_with_logits",
               .tf_name = "SoftmaxCrossEntropyWithLogits",
               .inputs = {Arg{"labels", kReal}, "logits"},
               .attrs = &attrs_of<LastAxisAttrs>,
               .dtypes = kFloating},
    .doc =
        "Cross-entropy of each row of `logits` against probabilities `labels`, both [..., n]; "
        "`labels` may broadcast, `axis` says where the classes are.",
    .compose = compose_dense};

constinit const CompositeOp sparse_with_logits_op{
    .schema = {.name = "sparse_softmax_cross_entropy_with_logits",
               .tf_name = "SparseSoftmaxCrossEntropyWithLogits",
               .inputs = {Arg{"labels", kIndex}, "logits"},
               .dtypes = kFloating},
    .doc = "Cross-entropy of each row of `logits` [..., n] against class indices `labels` [...].",
    .compose = compose_sparse};

constexpr const CompositeOp* kCrossEntropyComposites[] = {
    &sigmoid_with_logits_op, &dense_with_logits_op, &sparse_with_logits_op};

}  // namespace

Tensor sparse_softmax_cross_entropy(const Tensor& labels, const Tensor& logits) {
  return call(sparse_op, {labels, logits});
}

Tensor softmax_cross_entropy(const Tensor& labels, const Tensor& logits) {
  return call(dense_op, {labels, logits});
}

Outputs sparse_softmax_cross_entropy_correct(const Tensor& labels, const Tensor& logits,
                                             const CrossEntropyCorrectAttrs& attrs) {
  return call_all(sparse_with_correct_op, std::array{labels, logits}, &attrs);
}

Outputs softmax_cross_entropy_correct(const Tensor& labels, const Tensor& logits,
                                      const CrossEntropyCorrectAttrs& attrs) {
  return call_all(dense_with_correct_op, std::array{labels, logits}, &attrs);
}

Tensor sparse_categorical_correct(const Tensor& labels, const Tensor& scores) {
  return call(sparse_correct_op, {labels, scores});
}

Tensor categorical_correct(const Tensor& labels, const Tensor& scores) {
  return call(dense_correct_op, {labels, scores});
}

Tensor sigmoid_cross_entropy(const Tensor& labels, const Tensor& logits) {
  return call(sigmoid_with_logits_op, {labels, logits});
}

const OpFamily cross_entropy_ops(kCrossEntropyOps);
const OpFamily cross_entropy_composites(kCrossEntropyComposites);

}  // namespace pelton
