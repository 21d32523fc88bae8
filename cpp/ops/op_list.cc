#include "ops/op_list.h"

#include <algorithm>

namespace pelton {
namespace {

constinit const OpFamily* first_family = nullptr;

// The items of all families in the order of `name_of` them.
template <class Item, class NameOf>
std::vector<Item> sorted(std::vector<Item> items, NameOf name_of) {
  std::sort(items.begin(), items.end(), [&](Item a, Item b) {
    return std::string_view(name_of(*a)) < std::string_view(name_of(*b));
  });
  return items;
}

}  // namespace

OpFamily::OpFamily(std::span<const OpDef* const> ops) : ops_(ops), next_(first_family) {
  first_family = this;
}

OpFamily::OpFamily(std::span<const CompositeOp* const> composites)
    : composites_(composites), next_(first_family) {
  first_family = this;
}

const std::vector<const OpDef*>& op_list() {
  static const std::vector<const OpDef*> all = [] {
    std::vector<const OpDef*> ops;
    for (const OpFamily* family = first_family; family != nullptr; family = family->next_)
      ops.insert(ops.end(), family->ops_.begin(), family->ops_.end());
    return sorted(std::move(ops), [](const OpDef& op) { return op.name; });
  }();
  return all;
}

const std::vector<const CompositeOp*>& composite_list() {
  static const std::vector<const CompositeOp*> all = [] {
    std::vector<const CompositeOp*> ops;
    for (const OpFamily* family = first_family; family != nullptr; family = family->next_)
      ops.insert(ops.end(), family->composites_.begin(), family->composites_.end());
    return sorted(std::move(ops), [](const CompositeOp& op) { return op.schema.name; });
  }();
  return all;
}

const OpDef* find_op(std::string_view name) {
  const auto& ops = op_list();
  const auto found =
      std::lower_bound(ops.begin(), ops.end(), name,
                       [](const OpDef* op, std::string_view wanted) { return op->name < wanted; });
  return found != ops.end() && name == (*found)->name ? *found : nullptr;
}

}  // namespace pelton
