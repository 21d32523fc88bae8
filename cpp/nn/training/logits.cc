#include "nn/training/logits.h"

#include "core/cat.h"
#include "nn/training/warning.h"

namespace pelton {

Tensor logits_of(const Tensor& output, bool from_logits, const char* function,
                 const char* activation) {
  Tensor logits = output.source(1);
  if (!logits.defined()) return from_logits ? output : Tensor();
  if (from_logits)
    warn(cat("\"`", function, "` received `from_logits=True`, but the `output` argument was ",
             "produced by a ", activation,
             " activation and thus does not represent logits. Was this intended?"));
  return logits;
}

}  // namespace pelton
