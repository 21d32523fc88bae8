// Owns Tensor: a cheap value handle on a node {storage, layout, dtype, device, id}; Origin, the
// base of what says where a symbolic one comes from; and Summands, that of what one is the sum of.
// Knows no ops.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "core/dtype.h"
#include "core/shape.h"
#include "core/storage.h"

namespace pelton {

// What made a symbolic tensor: a call, an argument of a function, a layer.
class Origin : public Counted {
 public:
  virtual ~Origin() = default;
  // "add_1", as TensorFlow names operations.
  virtual std::string name() const = 0;
};

// What a gradient was added up from, where that is kept beside it.
class Summands : public Counted {
 public:
  virtual ~Summands() = default;
};

class Tensor {
 public:
  Tensor() = default;
  // A tensor over `storage`; without storage it is a description only (shape and dtype).
  Tensor(Ref<Storage> storage, const Layout& layout, DType dtype, Device device);

  // A tensor in row-major order over new bytes of `allocator`, with undefined contents. Raises
  // invalid_argument where the number of bytes leaves 64 bits, and what the allocator raises.
  static Tensor allocate(Allocator& allocator, const Shape& shape, DType dtype, Device device);

  // A symbolic tensor: what is known of a value that will be computed later. It has no data; sizes
  // may be unknown, and those without a name get one of this tensor. Raises invalid_argument for a
  // negative size.
  static Tensor symbolic(const Shape& shape, DType dtype, Device device = {});

  // The symbolic tensor of this id; undefined where there is none any more.
  static Tensor find_symbolic(uint64_t id);

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
  // Number of elements; kUnknown for a symbolic tensor with an unknown size.
  int64_t size() const { return node_->size; }
  // Negative for a symbolic tensor with an unknown size.
  int64_t bytes() const { return size() * size_of(dtype()); }
  bool is_contiguous() const { return node_->contiguous; }
  bool has_data() const { return static_cast<bool>(node_->storage); }
  bool is_symbolic() const { return node_->symbolic; }
  // Takes sizes of `shape`, which may_equal, for those of a symbolic tensor that are not known.
  void learn_shape(const Shape& shape) const;
  // What made it, and as which of its outputs; null unless set_origin was called.
  Ref<Origin> origin() const { return node_->notes ? node_->notes->origin : nullptr; }
  int origin_index() const { return node_->notes ? node_->notes->origin_index : 0; }
  void set_origin(Ref<Origin> origin, int index) {
    Notes& notes = own_notes();
    notes.origin = std::move(origin);
    notes.origin_index = index;
  }
  const Ref<Storage>& storage() const { return node_->storage; }
  // Address of the first element.
  void* data() const {
    return static_cast<char*>(node_->storage->data()) + node_->layout.offset * size_of(dtype());
  }
  template <class T>
  T* data_as() const {
    return static_cast<T*>(data());
  }
  // Another layout of the same bytes, as a new tensor; symbolic, of the same origin, where this is.
  Tensor view(const Layout& layout) const {
    if (is_symbolic()) [[unlikely]]
      return symbolic_view(layout);
    return Tensor(node_->storage, layout, dtype(), device());
  }
  // Shape and dtype without the bytes: what a tape keeps where a gradient reads no values. A
  // symbolic tensor itself.
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
    Notes& notes = own_notes();
    notes.source = source.node_;
    notes.source_tag = tag;
  }
  Tensor source(uint8_t tag) const {
    Tensor out;
    if (const Notes* notes = node_->notes.get(); notes != nullptr && notes->source_tag == tag)
      out.node_ = notes->source;
    return out;
  }
  // Which steps of this tensor count, as Keras's layers pass it on; undefined by default.
  Tensor mask() const {
    Tensor out;
    if (node_->notes) out.node_ = node_->notes->mask;
    return out;
  }
  // Null unless set_summands was called.
  Ref<Summands> summands() const { return node_->notes ? node_->notes->summands : nullptr; }
  void set_summands(Ref<Summands> summands) { own_notes().summands = std::move(summands); }
  bool has_mask() const { return node_->notes && node_->notes->mask; }
  // A mask has no mask of its own: one that has, or this tensor itself, is taken as a view.
  void set_mask(const Tensor& mask) const;
  // The copy of this tensor on another device that its last use there made; undefined by default.
  // Whoever writes into the bytes drops it.
  Tensor mirror() const {
    Tensor out;
    if (node_->notes) out.node_ = node_->notes->mirror;
    return out;
  }
  void set_mirror(const Tensor& mirror) { own_notes().mirror = mirror.node_; }

 private:
  struct Node;
  // What few tensors have.
  struct Notes : Counted, FreeList<Notes> {
    Ref<Node> source;
    Ref<Node> mirror;
    Ref<Node> mask;
    Ref<Origin> origin;
    Ref<Summands> summands;
    int32_t origin_index = 0;
    uint8_t source_tag = 0;
  };
  struct Node : Counted, FreeList<Node> {
    Node() {}  // written out, so that making one does not set all of it to zero
    ~Node() {
      if (symbolic) [[unlikely]]
        forget_symbolic();
    }
    void forget_symbolic() noexcept;
    Ref<Storage> storage;
    uint64_t id;
    int64_t size;
    DType dtype;
    bool contiguous;
    bool symbolic = false;
    Device device;
    Layout layout;
    Ref<Notes> notes;
  };
  struct SymbolicNodes;
  Notes& own_notes() const {
    if (!node_->notes) node_->notes = make_ref<Notes>();
    return *node_->notes;
  }
  Tensor symbolic_view(const Layout& layout) const;

  Ref<Node> node_;
};

// "float32 (2, 3)".
void append(std::string& out, const Tensor& tensor);
// "add_1:0", the name of a symbolic tensor.
std::string symbolic_name(const Tensor& tensor);

}  // namespace pelton
