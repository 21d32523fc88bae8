#include "data/dataset.h"

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

}  // namespace pelton::data
