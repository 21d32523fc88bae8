// Owns Tensor: a cheap value handle on a node {storage, layout, dtype, device, id}. Knows no ops.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "core/dtype.h"
#include "core/shape.h"
#include "core/storage.h"

namespace pelton {

class Tensor {
 public:
  Tensor() = default;
  // A tensor over `storage`; without storage it is a description only (shape and dtype).
  Tensor(Ref<Storage> storage, const Layout& layout, DType dtype, Device device);

  // A tensor in row-major order over new bytes of `allocator`, with undefined contents. Raises
  // invalid_argument where the number of bytes leaves 64 bits, and what the allocator raises.
  static Tensor allocate(Allocator& allocator, const Shape& shape, DType dtype, Device device);

  // A handle that counts for nothing: `held` stays as long as it is used, and it is never
  // destroyed.
  static Tensor borrowed(const Tensor& held) {
    Tensor out;
    out.node_ = Ref<Node>::borrowed(held.node_.get());
    return out;
  }

  bool defined() const { return static_cast<bool>(node_); }
  // Unique for the process's life; the tape and the Program tracer know tensors by it.
  uint64_t id() const { return node_->id; }
  DType dtype() const { return node_->dtype; }
  Device device() const { return node_->device; }
  const Layout& layout() const { return node_->layout; }
  const Shape& shape() const { return node_->layout.shape; }
  const Strides& strides() const { return node_->layout.strides; }
  int64_t rank() const { return static_cast<int64_t>(shape().size()); }
  int64_t size() const { return node_->size; }
  int64_t bytes() const { return size() * size_of(dtype()); }
  bool is_contiguous() const { return node_->contiguous; }
  bool has_data() const { return static_cast<bool>(node_->storage); }
  const Ref<Storage>& storage() const { return node_->storage; }
  // Address of the first element.
  void* data() const {
    return static_cast<char*>(node_->storage->data()) + node_->layout.offset * size_of(dtype());
  }
  template <class T>
  T* data_as() const {
    return static_cast<T*>(data());
  }
  // Another layout of the same bytes, as a new tensor.
  Tensor view(const Layout& layout) const {
    return Tensor(node_->storage, layout, dtype(), device());
  }
  // Shape and dtype without the bytes: what a tape keeps where a gradient reads no values.
  Tensor without_data() const;
  // True when no other handle sees the bytes, so that they may be overwritten.
  bool is_exclusive() const {
    return node_->use_count() == 1 && has_data() && node_->storage->use_count() == 1 &&
           node_->storage->is_owned();
  }
  bool is_same(const Tensor& other) const { return node_ == other.node_; }
  // A tensor that this one was computed from, kept for whoever can compute better with it; `tag`
  // says how. Undefined by default.
  void set_source(const Tensor& source, uint8_t tag) {
    node_->source = source.node_;
    node_->source_tag = tag;
  }
  Tensor source(uint8_t tag) const {
    Tensor out;
    if (node_->source_tag == tag) out.node_ = node_->source;
    return out;
  }
  // The copy of this tensor on another device that its last use there made; undefined by default.
  // Whoever writes into the bytes drops it.
  Tensor mirror() const {
    Tensor out;
    out.node_ = node_->mirror;
    return out;
  }
  void set_mirror(const Tensor& mirror) { node_->mirror = mirror.node_; }

 private:
  struct Node : Counted, FreeList<Node> {
    Node() {}  // written out, so that making one does not set all of it to zero
    Ref<Storage> storage;
    uint64_t id;
    int64_t size;
    DType dtype;
    bool contiguous;
    uint8_t source_tag = 0;
    Device device;
    Layout layout;
    Ref<Node> source;
    Ref<Node> mirror;
  };
  Ref<Node> node_;
};

// "float32 (2, 3)".
void append(std::string& out, const Tensor& tensor);

}  // namespace pelton
