#include "data/function.h"

#include <optional>

#include "core/error.h"
#include "data/position.h"
#include "runtime/dispatch/scoped_device.h"
#include "runtime/memory/memory.h"
#include "runtime/threads/loops_alone.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {

FunctionPass::FunctionPass(FunctionRef function)
    : function_(std::move(function)),
      stream_(draw_stream_of_pass()),
      loops_alone_(current_settings().loops_alone) {}

Components FunctionPass::call(Element& element, int64_t number) const {
  const AtWork at_work;
  const PauseObservers unseen;
  const ScopedDevice on_cpu("/CPU:0");
  std::optional<LoopsAlone> alone;
  if (loops_alone_) alone.emplace();
  RandomFork fork({stream_.key ^ (stream_.offset << 20), number}, number);
  try {
    return function_->call(element);
  } catch (const Error& error) {
    if (error.code() == Code::interrupted) throw;
    throw Error(error.code(),
                cat(error.message(), "\n  in element ", number, " of ", function_->title()),
                error.names_op());
  }
}

bool FunctionPass::test_next(Element& element) {
  const Components answer = call_next(element);
  check(answer.size() == 1 && answer[0].tensor.defined() && answer[0].tensor.size() == 1 &&
            answer[0].tensor.dtype() == DType::boolean,
        Code::type_error, "a predicate must give one boolean: ", function_->title());
  bool out = false;
  to_host(answer[0].tensor, &out);
  return out;
}

}  // namespace pelton::data
