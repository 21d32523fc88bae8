// Owns KernelContext: everything a kernel may see. No tensors, ops, tape or Python.
#pragma once
#include <span>

#include "core/dtype.h"
#include "core/shape.h"
#include "core/storage.h"

namespace pelton {

// A validated view of one operand; strides count elements.
struct TensorView {
  void* data = nullptr;  // the first element
  DType dtype = DType::float32;
  int64_t size = 0;  // number of elements
  const Layout* layout = nullptr;
  bool is_contiguous = false;  // the elements lie in row-major order
  // Whose bytes they are, where that is known. As long as somebody holds it, nobody writes them.
  const Storage* storage = nullptr;

  const Shape& shape() const { return layout->shape; }
  const Strides& strides() const { return layout->strides; }
  int64_t rank() const { return static_cast<int64_t>(layout->shape.size()); }
  int64_t dim(size_t axis) const { return layout->shape[axis]; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data);
  }
};

// Scratch memory of one kernel call, given back at its end.
class Workspace {
 public:
  Workspace(Allocator& allocator, size_t bytes)
      : allocator_(allocator), bytes_(bytes), data_(allocator.allocate_scratch(bytes)) {}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() { allocator_.free_scratch(data_, bytes_); }
  void* data() const { return data_; }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  Allocator& allocator_;
  size_t bytes_;
  void* data_;
};

// What an op is called: "gather", and "GatherV2" as TensorFlow logs it. Texts that live for good.
struct OpNames {
  const char* name = nullptr;
  const char* tf_name = nullptr;
};

// Where one random op's numbers start: Philox's key, the upper half of its counter, and the lower.
struct RandomStream {
  int64_t key = 0;
  int64_t offset = 0;
  int64_t block = 0;
};

class KernelContext {
 public:
  KernelContext(std::span<const TensorView> inputs, std::span<const TensorView> outputs,
                const void* attrs, Allocator& allocator, void* stream, OpNames op = {},
                const RandomStream* random_stream = nullptr)
      : inputs_(inputs),
        outputs_(outputs),
        attrs_(attrs),
        allocator_(&allocator),
        stream_(stream),
        op_(op),
        random_stream_(random_stream) {}

  const TensorView& in(size_t i) const { return inputs_[i]; }
  const TensorView& out(size_t i) const { return outputs_[i]; }
  size_t input_count() const { return inputs_.size(); }
  size_t output_count() const { return outputs_.size(); }
  template <class A>
  const A& attrs() const {
    return *static_cast<const A*>(attrs_);
  }
  Workspace workspace(size_t bytes) const { return Workspace(*allocator_, bytes); }
  // The same call on other operands, for a kernel that makes use of another one.
  KernelContext with(std::span<const TensorView> inputs,
                     std::span<const TensorView> outputs) const {
    return KernelContext(inputs, outputs, attrs_, *allocator_, stream_, op_, random_stream_);
  }
  // The backend's stream handle; null on the CPU.
  void* stream() const { return stream_; }
  // For the errors of work that the device does later.
  OpNames op() const { return op_; }
  // Where on the device the random stream of this call lies when it is launched, instead of the one
  // in its attributes; null: nowhere.
  const RandomStream* random_stream() const { return random_stream_; }

 private:
  std::span<const TensorView> inputs_;
  std::span<const TensorView> outputs_;
  const void* attrs_;
  Allocator* allocator_;
  void* stream_;
  OpNames op_;
  const RandomStream* random_stream_;
};

using Kernel = void (*)(const KernelContext&);

}  // namespace pelton
