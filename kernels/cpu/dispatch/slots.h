// Owns how a CPU kernel built once per instruction set becomes one slot of an OpDef.
// Sources in kernels/cpu/simd/ are compiled three times, each time in namespace PELTON_ISA.
#pragma once
#include "kernels/cpu/dispatch/isa.h"
#include "runtime/dispatch/kernel_context.h"

// Declares kernel `name` as every build of kernels/cpu/simd/ defines it.
#define PELTON_KERNEL(name)                  \
  namespace generic {                        \
  void name(const ::pelton::KernelContext&); \
  }                                          \
  namespace avx2 {                           \
  void name(const ::pelton::KernelContext&); \
  }                                          \
  namespace avx512 {                         \
  void name(const ::pelton::KernelContext&); \
  }

// The slot that runs `name` built for the instruction set in use.
#if PELTON_X86
#define PELTON_CPU(name)                                                             \
  (&::pelton::cpu::by_isa<&::pelton::cpu::generic::name, &::pelton::cpu::avx2::name, \
                          &::pelton::cpu::avx512::name>)
#else
#define PELTON_CPU(name) (&::pelton::cpu::generic::name)
#endif

namespace pelton::cpu {

template <Kernel Generic, Kernel Avx2, Kernel Avx512>
void by_isa(const KernelContext& context) {
  switch (active_isa()) {
    case Isa::avx512:
      return Avx512(context);
    case Isa::avx2:
      return Avx2(context);
    case Isa::generic:
      return Generic(context);
  }
}

}  // namespace pelton::cpu
