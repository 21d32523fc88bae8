// Owns FiguresByThread: what metrics have counted, where several threads run batches of one trainer
// at a time: each run has figures of its own. Knows no metrics, only their variables.
#pragma once
#include <functional>
#include <map>
#include <vector>

#include "autograd/variable.h"

namespace pelton {

// To be used under the trainer's lock.
class FiguresByThread {
 public:
  using Variables = std::function<std::vector<VariableRef>()>;

  // Around a run of this thread over batches; runs within it share its figures.
  void begin_run();
  void end_run();
  // Gives `variables` the values that they had when this thread's run used them last, and keeps
  // those of the run before. Does nothing outside of a run.
  void show_own(const Variables& variables);

 private:
  struct Kept {
    VariableRef variable;
    Tensor value;
  };
  struct Run {
    int depth = 0;
    bool has_kept = false;
    std::vector<Kept> kept;
  };
  std::map<uint32_t, Run> runs_;  // by thread
  uint32_t shown_ = 0;            // the thread whose figures the variables hold
};

}  // namespace pelton
