// Owns SplitReplay: a recorded Program in two parts, what computes values and the updates of
// variables that follow, each compiled by itself: the first in slices of rows where that is faster.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "autograd/variable_turn.h"
#include "program/exec/guards_apart.h"
#include "program/exec/replay.h"

namespace pelton {

class SplitReplay {
 public:
  // `program` has been through apply_passes; its steps with Step::is_update come last. Guards that
  // stand alone are checked before the first part.
  explicit SplitReplay(std::shared_ptr<const Program> program);
  // The steps that are true in `comes_after` are the second part: no other reads what they make or
  // the variables that they have changed. The steps are calls, reads and assignments.
  SplitReplay(std::shared_ptr<const Program> program, const std::vector<bool>& comes_after);

  // As Replay::run. All of the first part has run when the first variable is written; what the
  // second part's calls in place alone read may stay partial sums over the rows.
  // Others take their turns on variables that are written before or after.
  // `is_updating` becomes true when the second part begins: what is raised then is no matter of the
  // inputs, and must not be tried again.
  std::vector<Tensor> run(std::span<const Tensor> inputs, bool& is_updating);
  // Whether the first part is compiled, to run in slices of rows.
  bool runs_in_slices() const { return values_->runs_in_slices(); }
  std::string explain() const;

 private:
  explicit SplitReplay(GuardsApart apart);

  VariableOrder written_;
  std::unique_ptr<Replay> guards_;   // null: there are none, or they are among the values
  std::unique_ptr<Replay> values_;   // its outputs: the program's own, then what updates_ reads
  std::unique_ptr<Replay> updates_;  // null: there are none
  // Where each input of the updates comes from: an input of the program, or an output of values_.
  struct Source {
    bool is_input;
    size_t at;
  };
  std::vector<Source> sources_;
  // Which part gives each output of the program, as which of its own.
  struct Output {
    bool is_of_updates;
    size_t at;
  };
  std::vector<Output> outputs_;
  size_t partial_from_ = kNoPartialSums;  // outputs of values_ that may be partial sums
};

}  // namespace pelton
