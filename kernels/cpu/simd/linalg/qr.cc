// Owns the kernel of qr.
#include "kernels/common/attrs/linalg_attrs.h"
#include "kernels/cpu/linalg/householder.h"
#include "kernels/declared/linalg.h"

namespace pelton::cpu::PELTON_ISA {

void qr(const KernelContext& context) {
  const MatrixBatch batch = matrices_of(context.in(0));
  const int64_t m = batch.rows, n = batch.columns, least = std::min(m, n);
  const int64_t kept = context.attrs<FactorAttrs>().full_matrices ? m : least;
  visit(MatrixTypes{}, context.in(0).dtype, [&]<class T>() {
    for_matrices(batch.count, 4 * m * n * least, [&](int64_t i) {
      const T* from = context.in(0).as<const T>() + i * m * n;
      std::vector<T> upper(from, from + m * n);
      const Reflections<T> reflections = triangulate<T>({upper.data(), n}, m, n);
      write_basis<T>(reflections, {context.out(0).as<T>() + i * m * kept, kept}, kept);
      std::copy_n(upper.data(), kept * n, context.out(1).as<T>() + i * kept * n);
    });
  });
}

}  // namespace pelton::cpu::PELTON_ISA
