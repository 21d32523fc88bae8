#include "nn/training/match_rank.h"

#include "ops/array/array.h"

namespace pelton {
namespace {

void shorten(Tensor& longer, Tensor& shorter) {
  if (longer.shape().back() != 1) return;
  if (shorter.rank() == 1)
    shorter = expand_dims(shorter, {.axis = -1});
  else
    longer = squeeze(longer, {.axis = Axes{-1}});
}

}  // namespace

void match_rank(Tensor& a, Tensor& b) {
  if (a.rank() == b.rank() + 1)
    shorten(a, b);
  else if (b.rank() == a.rank() + 1)
    shorten(b, a);
}

}  // namespace pelton
