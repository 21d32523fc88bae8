// Owns OpDef, the one definition of an op: schema, shape function, gradient and kernel slots.
// An op's identity is the address of its OpDef.
#pragma once
#include <array>
#include <span>
#include <utility>

#include "core/tensor.h"
#include "runtime/dispatch/attrs.h"
#include "runtime/dispatch/gpu_kernel_slot.h"
#include "runtime/dispatch/kernel_context.h"
#include "runtime/dispatch/sharding.h"

namespace pelton {

struct OpDef;

// An input's name, and its own dtypes where it does not share the op's.
struct Arg {
  constexpr Arg() = default;
  constexpr Arg(const char* arg_name) : name(arg_name) {}
  constexpr Arg(const char* arg_name, DTypeSet own) : name(arg_name), dtypes(own) {}
  const char* name = nullptr;
  DTypeSet dtypes;  // empty: the op's `dtypes`, one and the same for all such inputs
};

class Args {
 public:
  static constexpr size_t kMost = 12;
  constexpr Args() = default;
  constexpr Args(std::initializer_list<Arg> args) {
    for (const Arg& arg : args) args_[size_++] = arg;
  }
  constexpr size_t size() const { return size_; }
  constexpr const Arg& operator[](size_t i) const { return args_[i]; }
  constexpr const Arg* begin() const { return args_.data(); }
  constexpr const Arg* end() const { return args_.data() + size_; }

 private:
  std::array<Arg, kMost> args_;
  size_t size_ = 0;
};

inline constexpr size_t kMaxOutputs = 4;

// What a shape function sees (inputs, attributes) and says (dtype and shape of each output).
class InferContext {
 public:
  // `are_copies`: the inputs were made for this call, and nobody else needs them.
  InferContext(const OpDef& op, std::span<const Tensor> inputs, const void* attrs,
               bool are_copies = false)
      : op_(op), inputs_(inputs), attrs_(attrs), are_copies_(are_copies) {}
  const OpDef& op() const { return op_; }
  const Tensor& in(size_t i) const { return inputs_[i]; }
  std::span<const Tensor> inputs() const { return inputs_; }
  size_t input_count() const { return inputs_.size(); }
  // True where a view may keep the bytes of input i as its own.
  bool may_keep(size_t i) const { return are_copies_ && inputs_[i].is_exclusive(); }
  // True where nothing will be run: only then may sizes among the attributes be names.
  bool is_symbolic() const { return is_symbolic_; }
  void set_symbolic() { is_symbolic_ = true; }
  const Shape& shape(size_t i) const { return inputs_[i].shape(); }
  DType dtype(size_t i) const { return inputs_[i].dtype(); }
  template <class A>
  const A& attrs() const {
    return *static_cast<const A*>(attrs_);
  }
  void add_output(DType dtype, const Shape& shape) {
    out_dtypes_[output_count_] = dtype;
    out_shapes_[output_count_++] = shape;
  }
  // The shape of another output, to be written: a scalar's so far.
  Shape& add_output(DType dtype) {
    out_dtypes_[output_count_] = dtype;
    return out_shapes_[output_count_++];
  }
  size_t output_count() const { return output_count_; }
  DType out_dtype(size_t i) const { return out_dtypes_[i]; }
  const Shape& out_shape(size_t i) const { return out_shapes_[i]; }

 private:
  const OpDef& op_;
  std::span<const Tensor> inputs_;
  const void* attrs_;
  const bool are_copies_;
  bool is_symbolic_ = false;
  size_t output_count_ = 0;
  std::array<DType, kMaxOutputs> out_dtypes_;
  std::array<Shape, kMaxOutputs> out_shapes_;
};

// What a gradient function sees and says; everything in it is made of public ops.
class GradContext {
 public:
  GradContext(std::span<const Tensor> inputs, std::span<const Tensor> outputs, const void* attrs,
              std::span<const Tensor> output_grads, std::span<Tensor> input_grads,
              std::span<const bool> needed)
      : inputs_(inputs),
        outputs_(outputs),
        attrs_(attrs),
        output_grads_(output_grads),
        input_grads_(input_grads),
        needed_(needed) {}
  // Without data where the OpDef's `keep` says so: only shape and dtype may be read then.
  const Tensor& in(size_t i) const { return inputs_[i]; }
  const Tensor& out(size_t i) const { return outputs_[i]; }
  std::span<const Tensor> inputs() const { return inputs_; }
  template <class A>
  const A& attrs() const {
    return *static_cast<const A*>(attrs_);
  }
  // Gradient that arrived for output i; undefined when none did.
  const Tensor& grad(size_t i = 0) const { return output_grads_[i]; }
  // True when input i's gradient is wanted; others need not be computed.
  bool needs(size_t i) const { return needed_[i]; }
  // May keep the broadcast shape of the output: the tape sums it down to the input's shape.
  void set(size_t i, Tensor grad) { input_grads_[i] = std::move(grad); }

 private:
  std::span<const Tensor> inputs_;
  std::span<const Tensor> outputs_;
  const void* attrs_;
  std::span<const Tensor> output_grads_;
  std::span<Tensor> input_grads_;
  std::span<const bool> needed_;
};

// Which values the gradient reads; the tape keeps no others. `later_inputs`: all but the first.
enum class Keep : uint8_t { none, inputs, outputs, both, later_inputs };

using Infer = void (*)(InferContext&);
using Grad = void (*)(GradContext&);
// Makes output 0 of a view op: the same bytes (where layout allows) under the inferred shape.
using View = Tensor (*)(const InferContext&);
// The sizes that follow from values, made by public ops: int64, one for each derived field of the
// attributes; a single one may be 0-d. Inputs were seen by `infer`, which knew no such size.
using Sizes = Tensor (*)(const InferContext&);

// The explicit statement that an op has no gradient.
inline void no_gradient(GradContext&) {}

struct Kernels {
  Kernel cpu = nullptr;
  GpuKernelSlot cuda;
};

struct OpDef {
  const char* name;     // the public name, as in Python: "reduce_sum"
  const char* tf_name;  // the kernel name that TensorFlow logs: "Sum"
  Args inputs;
  bool variadic = false;  // any number (>= 1) of inputs, all like inputs[0]
  size_t outputs = 1;     // how many tensors `infer` describes
  const AttrSpec* attrs = nullptr;
  DTypeSet dtypes = kAnyDType;
  bool strided = false;  // kernels read any strides; else dispatch hands them contiguous inputs
  bool mutates = false;  // writes into its inputs (optimizer steps); runs where they are
  Keep keep = Keep::none;
  Infer infer = nullptr;
  Grad grad = nullptr;
  View view = nullptr;
  Sizes sizes = nullptr;            // where output shapes follow from values
  ShardingRule sharding = nullptr;  // null: none
  // Output 1 that CPU kernels leave out where its view has no data: only gradients read it.
  bool spares_output_1 = false;
  // Reads or changes what is neither input nor attribute, such as files: a program runs it each
  // time, whether or not anybody reads what it gives.
  bool is_stateful = false;
  // Output 0, which is like input 0, may lie where that lies when nobody reads it afterwards:
  // kernels that find both at one address write what differs.
  bool reuses_input_0 = false;
  // Output 0 is the part of input 0 that its SliceAttrs name: tapes lay gradients of parts
  // together.
  bool is_slice = false;
  // An axis is an operand of TensorFlow's op: a list or an array of one integer is one, too.
  bool axis_is_operand = false;
  Kernels kernels;
};

}  // namespace pelton
