// Owns FlushDenormals: while it lives, this thread's arithmetic takes numbers below the smallest
// normal one for 0, where the CPU can. Sums that decay towards 0, such as Adam's, end among them,
// and an operation with one takes a hundred times as long on some CPUs. TensorFlow's threads do so
// in every op.
#pragma once
#include <stdint.h>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace pelton::cpu {

class FlushDenormals {
 public:
  FlushDenormals() : before_(control()) { set_control(before_ | kFlush); }
  ~FlushDenormals() { set_control(before_); }
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__SSE__)
  using Control = uint32_t;
  static constexpr Control kFlush = 0x8040;  // results (FTZ) and operands (DAZ)
  static Control control() { return _mm_getcsr(); }
  static void set_control(Control control) { _mm_setcsr(control); }
#elif defined(__aarch64__)
  using Control = uint64_t;
  static constexpr Control kFlush = uint64_t{1} << 24;  // FZ
  static Control control() {
    Control control;
    asm volatile("mrs %0, fpcr" : "=r"(control));
    return control;
  }
  static void set_control(Control control) { asm volatile("msr fpcr, %0" : : "r"(control)); }
#else
  using Control = int;
  static constexpr Control kFlush = 0;
  static Control control() { return 0; }
  static void set_control(Control) {}
#endif

  Control before_;
};

}  // namespace pelton::cpu
