#include "nn/module/model.h"

#include "nn/module/call_scope.h"
#include "nn/training/trainer.h"
#include "runtime/dispatch/watched.h"

namespace pelton {

bool Model::may_record_call(bool training) const {
  const CallScope* const scope = CallScope::current();
  if (training || scope == nullptr || !scope->is_outermost() || is_watched()) return false;
  return trainer() == nullptr || !trainer()->run_eagerly();
}

}  // namespace pelton
