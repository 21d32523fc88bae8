#include "data/dataset.h"

#include <chrono>

#include "runtime/threads/interrupt.h"
#include "runtime/threads/work_gate.h"

namespace pelton::data {

Components Slices::cut(int64_t row) const {
  const AtWork at_work;
  Components out;
  out.reserve(arrays.size());
  for (const Tensor& array : arrays) {
    if (!array.defined()) {
      out.emplace_back();
      continue;
    }
    Layout layout = array.layout();
    const int64_t stride = array.strides()[0];
    layout.shape = Shape(array.shape().begin() + 1, array.shape().end());
    layout.strides = Strides(array.strides().begin() + 1, array.strides().end());
    layout.offset += row * stride;
    out.emplace_back(array.view(layout));
  }
  return out;
}

void Element::cut() {
  parts_ = slices_->cut(row_);
  slices_.reset();
}

int64_t Iterator::skip(int64_t count) {
  Element element;
  for (int64_t done = 0; done < count; ++done) {
    poll_interrupt_at(done);
    if (!next(element)) return done;
  }
  return count;
}

namespace {

class MeasuredPass : public Iterator {
 public:
  MeasuredPass(IteratorRef pass, std::shared_ptr<Measurement> to)
      : pass_(std::move(pass)), to_(std::move(to)) {}
  ~MeasuredPass() override { to_->busy_ns += pass_->queue().busy_ns; }
  bool next(Element& out) override {
    const QueueState queue = pass_->queue();
    to_->ready += queue.ready;
    to_->room += queue.room;
    ++to_->calls;
    const auto begin = std::chrono::steady_clock::now();
    const bool found = pass_->next(out);
    to_->nanoseconds += (std::chrono::steady_clock::now() - begin).count();
    if (found) ++to_->elements;
    return found;
  }
  int64_t skip(int64_t count) override { return pass_->skip(count); }
  QueueState queue() override { return pass_->queue(); }

 private:
  const IteratorRef pass_;
  const std::shared_ptr<Measurement> to_;
};

}  // namespace

IteratorRef Dataset::iterate() const {
  std::shared_ptr<Measurement> to;
  {
    const std::lock_guard lock(mutex_);
    to = measurement_;
  }
  if (to == nullptr) return begin();
  return std::make_unique<MeasuredPass>(begin(), std::move(to));
}

void Dataset::skip_pass() const {
  for (const DatasetRef& input : info_.inputs) input->skip_pass();
  if (info_.memory != nullptr) info_.memory->skip_pass();
}

void Dataset::measure(std::shared_ptr<Measurement> to) const {
  const std::lock_guard lock(mutex_);
  measurement_ = std::move(to);
}

}  // namespace pelton::data
