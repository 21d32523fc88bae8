#include "nn/training/figures_by_thread.h"

#include <algorithm>

#include "ops/array/array.h"
#include "runtime/threads/turn_lock.h"

namespace pelton {

void FiguresByThread::begin_run() { ++runs_[thread_number()].depth; }

void FiguresByThread::end_run() {
  const auto run = runs_.find(thread_number());
  if (--run->second.depth == 0) runs_.erase(run);
}

void FiguresByThread::show_own(const Variables& variables) {
  const uint32_t me = thread_number();
  if (shown_ == me) return;
  const auto own = runs_.find(me), other = runs_.find(shown_);
  if (own == runs_.end()) return;
  const std::vector<VariableRef> all = variables();
  if (other != runs_.end()) {
    other->second.has_kept = true;
    other->second.kept.clear();
    for (const VariableRef& variable : all)
      other->second.kept.push_back({variable, variable->value()});
  }
  shown_ = me;
  if (!own->second.has_kept) return;
  for (const VariableRef& variable : all) {
    const auto kept = std::find_if(own->second.kept.begin(), own->second.kept.end(),
                                   [&](const Kept& one) { return one.variable == variable; });
    const bool is_new = kept == own->second.kept.end();  // made in the other run
    variable->assign(is_new ? zeros_like(variable->value()) : kept->value);
  }
}

}  // namespace pelton
