#include "core/tensor.h"

#include <atomic>

namespace pelton {
namespace {

// Ids are handed out to threads in blocks, so that making a tensor touches no shared cache line.
uint64_t next_id() {
  static std::atomic<uint64_t> next_block{1};
  constexpr uint64_t kBlock = 1 << 16;
  [[gnu::tls_model("initial-exec")]] static thread_local uint64_t next = 0;
  if (next % kBlock == 0) next = next_block.fetch_add(1, std::memory_order_relaxed) * kBlock;
  return next++;
}

}  // namespace

Tensor::Tensor(Ref<Storage> storage, const Layout& layout, DType dtype, Device device)
    : node_(make_ref<Node>()) {
  node_->storage = std::move(storage);
  node_->id = next_id();
  node_->dtype = dtype;
  node_->device = device;
  node_->layout = layout;
  node_->size = element_count(layout.shape);
  node_->contiguous = layout.is_contiguous();
}

Tensor Tensor::allocate(Allocator& allocator, const Shape& shape, DType dtype, Device device) {
  Tensor out;
  out.node_ = make_ref<Node>();
  Node& node = *out.node_;
  node.id = next_id();
  node.dtype = dtype;
  node.device = device;
  node.contiguous = true;
  node.layout.shape = shape;
  node.size = row_major_strides(shape, node.layout.strides);
  const int64_t bytes = checked_multiply(node.size, size_of(dtype));
  node.storage = make_ref<Storage>(allocator, static_cast<size_t>(bytes), device);
  return out;
}

Tensor Tensor::without_data() const {
  Tensor out;
  out.node_ = make_ref<Node>();
  Node& node = *out.node_;
  node.id = next_id();
  node.dtype = node_->dtype;
  node.device = node_->device;
  node.layout = node_->layout;
  node.size = node_->size;
  node.contiguous = node_->contiguous;
  return out;
}

void append(std::string& out, const Tensor& tensor) {
  append(out, tensor.dtype());
  out += ' ';
  append(out, tensor.shape());
}

}  // namespace pelton
