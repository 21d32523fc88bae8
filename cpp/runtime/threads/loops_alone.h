// Owns LoopsAlone: of threads that work beside each other already, whose loops need no others.
#pragma once

namespace pelton {

// During its life parallel_for() of this thread runs in it alone, and no worker of the pool is
// woken.
class LoopsAlone {
 public:
  LoopsAlone();
  ~LoopsAlone();
  LoopsAlone(const LoopsAlone&) = delete;
  LoopsAlone& operator=(const LoopsAlone&) = delete;

 private:
  const bool before_;
};

}  // namespace pelton
