// Owns the list of all ops, one span per family file; bindings, docs and tests loop over it.
#pragma once
#include <span>
#include <string_view>
#include <vector>

#include "runtime/dispatch/op_def.h"

namespace pelton {

// Every OpDef of the engine, in family order.
const std::vector<const OpDef*>& op_list();
// The op called `name`; null when there is none.
const OpDef* find_op(std::string_view name);

// The families; each is defined at the end of its file in cpp/ops/.
std::span<const OpDef* const> creation_ops();
std::span<const OpDef* const> unary_ops();
std::span<const OpDef* const> trigonometric_ops();
std::span<const OpDef* const> activation_ops();
std::span<const OpDef* const> binary_ops();
std::span<const OpDef* const> constant_ops();
std::span<const OpDef* const> compare_ops();
std::span<const OpDef* const> select_ops();
std::span<const OpDef* const> reduce_ops();
std::span<const OpDef* const> reduce_index_ops();
std::span<const OpDef* const> softmax_ops();
std::span<const OpDef* const> norm_ops();
std::span<const OpDef* const> layer_norm_ops();
std::span<const OpDef* const> attention_ops();
std::span<const OpDef* const> cross_entropy_ops();
std::span<const OpDef* const> lstm_ops();
std::span<const OpDef* const> view_ops();
std::span<const OpDef* const> slice_ops();
std::span<const OpDef* const> concat_ops();
std::span<const OpDef* const> nonzero_ops();
std::span<const OpDef* const> gather_ops();
std::span<const OpDef* const> pad_ops();
std::span<const OpDef* const> tile_ops();
std::span<const OpDef* const> matmul_ops();
std::span<const OpDef* const> random_ops();
std::span<const OpDef* const> assign_ops();
std::span<const OpDef* const> optimizer_step_ops();
std::span<const OpDef* const> conv2d_ops();
std::span<const OpDef* const> fused_conv2d_ops();
std::span<const OpDef* const> fused_matmul_ops();
std::span<const OpDef* const> pool2d_ops();

}  // namespace pelton
