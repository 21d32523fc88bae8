#include "program/trace/init_scope.h"

#include <algorithm>

#include "autograd/tape.h"
#include "program/trace/tracer.h"

namespace pelton {

InitScope::InitScope() : outer_(context().observers()) {
  for (Observer* observer : outer_) {
    if (auto* tape = dynamic_cast<Tape*>(observer)) tape->pause();
    if (auto* tracer = dynamic_cast<Tracer*>(observer)) tracer->begin_aside();
  }
}

// Those that ended meanwhile are no observers any more.
InitScope::~InitScope() {
  for (Observer* observer : context().observers()) {
    if (std::find(outer_.begin(), outer_.end(), observer) == outer_.end()) continue;
    if (auto* tape = dynamic_cast<Tape*>(observer)) tape->resume();
    if (auto* tracer = dynamic_cast<Tracer*>(observer)) tracer->end_aside();
  }
}

}  // namespace pelton
