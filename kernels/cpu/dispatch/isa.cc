#include "kernels/cpu/dispatch/isa.h"

#include <cstdlib>
#include <string_view>

namespace pelton::cpu {
namespace {

Isa choose() {
  const char* forced = std::getenv("PELTON_CPU_ISA");
  if (forced == nullptr || *forced == '\0') return best_isa();
  for (Isa isa : {Isa::generic, Isa::avx2, Isa::avx512}) {
    if (std::string_view(forced) != name(isa)) continue;
    check(isa <= best_isa(), Code::value_error, "PELTON_CPU_ISA=", forced,
          ": this CPU and build have at most ", name(best_isa()));
    return isa;
  }
  raise(Code::value_error, "PELTON_CPU_ISA=", forced, ": expected generic, avx2 or avx512");
}

}  // namespace

const char* name(Isa isa) {
  switch (isa) {
    case Isa::avx512:
      return "avx512";
    case Isa::avx2:
      return "avx2";
    default:
      return "generic";
  }
}

Isa best_isa() {
#if PELTON_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return Isa::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return Isa::avx2;
#endif
  return Isa::generic;
}

Isa active_isa() {
  static const Isa isa = choose();
  return isa;
}

}  // namespace pelton::cpu
