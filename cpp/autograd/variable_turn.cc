#include "autograd/variable_turn.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace pelton {
namespace {

thread_local VariableTurn* current_turn = nullptr;

bool is_before(const VariableRef& a, const VariableRef& b) { return a.get() < b.get(); }

}  // namespace

VariableOrder::VariableOrder(std::span<const VariableRef> variables)
    : variables_(variables.begin(), variables.end()) {
  std::sort(variables_.begin(), variables_.end(), is_before);
  variables_.erase(std::unique(variables_.begin(), variables_.end()), variables_.end());
}

VariableTurn::VariableTurn(Variable& variable) : one_(&variable) { begin(); }

VariableTurn::VariableTurn(const VariableOrder& order) : variables_(order.variables()) {
  if (!variables_.empty()) begin();
}

VariableTurn::VariableTurn(std::span<const VariableRef> variables) {
  if (current_turn != nullptr) return;
  own_order_ = VariableOrder(variables);
  variables_ = own_order_.variables();
  begin();
}

void VariableTurn::begin() {
  is_outer_ = current_turn == nullptr;
  if (!is_outer_) return;
  current_turn = this;
  take();
}

VariableTurn::~VariableTurn() {
  if (!is_outer_) return;
  give();
  current_turn = nullptr;
}

void VariableTurn::take() {
  if (one_ != nullptr) one_->turn_.lock();
  for (const VariableRef& variable : variables_) variable->turn_.lock();
}

void VariableTurn::give() {
  if (one_ != nullptr) one_->turn_.unlock();
  for (const VariableRef& variable : variables_ | std::views::reverse) variable->turn_.unlock();
}

VariableTurn::Pause::Pause() : paused_(std::exchange(current_turn, nullptr)) {
  if (paused_ != nullptr) paused_->give();
}

VariableTurn::Pause::~Pause() {
  if (paused_ != nullptr) paused_->take();
  current_turn = paused_;
}

}  // namespace pelton
