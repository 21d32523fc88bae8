#include "core/tensor.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

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

// All that are alive, so that the name of a size leads to its tensor.
struct Tensor::SymbolicNodes {
  static SymbolicNodes& all() {
    static auto* const nodes = new SymbolicNodes;
    return *nodes;
  }
  std::mutex mutex;
  std::unordered_map<uint64_t, Node*> by_id;
};

void Tensor::Node::forget_symbolic() noexcept {
  SymbolicNodes& all = SymbolicNodes::all();
  const std::lock_guard lock(all.mutex);
  all.by_id.erase(id);
}

Tensor Tensor::find_symbolic(uint64_t id) {
  SymbolicNodes& all = SymbolicNodes::all();
  const std::lock_guard lock(all.mutex);
  Tensor out;
  const auto found = all.by_id.find(id);
  if (found != all.by_id.end() && found->second->retain_if_alive())
    out.node_ = Ref<Node>::counted(found->second);
  return out;
}

Tensor Tensor::symbolic(const Shape& shape, DType dtype, Device device) {
  Tensor out;
  out.node_ = make_ref<Node>();
  Node& node = *out.node_;
  node.id = next_id();
  node.dtype = dtype;
  node.device = device;
  node.contiguous = true;
  node.size = count_or_unknown(shape);
  node.layout = Layout::contiguous(shape);
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t& size = node.layout.shape[i];
    const bool is_size_of_axis = is_name(size) && !SizeName::of(size).is_element;
    if (!is_known(size) && !is_size_of_axis)
      size = SizeName{node.id, false, static_cast<uint8_t>(i)}.size();
  }
  SymbolicNodes& all = SymbolicNodes::all();
  const std::lock_guard lock(all.mutex);
  all.by_id.emplace(node.id, &node);
  node.symbolic = true;
  return out;
}

void Tensor::learn_shape(const Shape& shape) const {
  const Shape all = merge_shapes(node_->layout.shape, shape);
  node_->size = count_or_unknown(all);
  node_->layout = Layout::contiguous(all);
}

Tensor Tensor::symbolic_view(const Layout& layout) const {
  Tensor out = symbolic(layout.shape, dtype(), device());
  out.set_origin(origin(), origin_index());
  out.set_source(*this, 0);  // names of sizes may be its
  return out;
}

void Tensor::set_mask(const Tensor& mask) const {
  const bool is_plain = !mask.defined() || (!mask.is_same(*this) && !mask.has_mask());
  own_notes().mask = is_plain ? mask.node_ : mask.view(mask.layout()).node_;
}

Tensor Tensor::without_data() const {
  if (is_symbolic()) return *this;
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

std::string symbolic_name(const Tensor& tensor) {
  return cat(tensor.origin() ? tensor.origin()->name() : "Placeholder", ':', tensor.origin_index());
}

void append(std::string& out, const Tensor& tensor) {
  append(out, tensor.dtype());
  out += ' ';
  append(out, tensor.shape());
}

}  // namespace pelton
