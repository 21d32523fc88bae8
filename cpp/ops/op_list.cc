#include "ops/op_list.h"

namespace pelton {

const std::vector<const OpDef*>& op_list() {
  static const std::vector<const OpDef*> all = [] {
    std::vector<const OpDef*> ops;
    // clang-format off: one family per line
    for (auto family : {
             constant_ops(),       creation_ops(),     unary_ops(),   trigonometric_ops(),
             activation_ops(),     binary_ops(),       compare_ops(), select_ops(),
             reduce_ops(),         reduce_index_ops(), softmax_ops(), norm_ops(),
             cross_entropy_ops(),  view_ops(),         slice_ops(),   concat_ops(),
             nonzero_ops(),        gather_ops(),       pad_ops(),     tile_ops(),
             matmul_ops(),         random_ops(),       conv2d_ops(),  pool2d_ops(),
             optimizer_step_ops(), fused_conv2d_ops(), assign_ops(),  fused_matmul_ops(),
             layer_norm_ops(),     attention_ops(),    lstm_ops(),
         })
      // clang-format on
      ops.insert(ops.end(), family.begin(), family.end());
    return ops;
  }();
  return all;
}

const OpDef* find_op(std::string_view name) {
  for (const OpDef* op : op_list())
    if (name == op->name) return op;
  return nullptr;
}

}  // namespace pelton
