#include "program/exec/executor.h"

#include "program/exec/cuda_graph.h"
#include "program/exec/row_sliced.h"
#include "program/exec/serial.h"

namespace pelton {

std::unique_ptr<Executor> make_executor(std::shared_ptr<const CompiledProgram> program) {
  if (!program->slices.empty()) return std::make_unique<RowSlicedExecutor>(std::move(program));
  if (uses_graphs(program->device)) return std::make_unique<CudaGraphExecutor>(std::move(program));
  return std::make_unique<SerialExecutor>(std::move(program));
}

}  // namespace pelton
