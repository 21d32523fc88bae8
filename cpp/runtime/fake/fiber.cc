#include "runtime/fake/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "core/error.h"

// pelton_switch_fiber(save, next) stores what a callee must keep on the stack and the stack pointer
// in *save, then goes on where the stack pointer `next` was stored.
#if defined(__x86_64__)
extern "C" [[gnu::visibility("hidden")]] void pelton_switch_fiber(void** save, void* next);
asm(R"(
.text
.p2align 4
.hidden pelton_switch_fiber
.globl pelton_switch_fiber
.type pelton_switch_fiber,@function
pelton_switch_fiber:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size pelton_switch_fiber,.-pelton_switch_fiber
)");
#elif defined(__aarch64__)
extern "C" [[gnu::visibility("hidden")]] void pelton_switch_fiber(void** save, void* next);
asm(R"(
.text
.p2align 4
.hidden pelton_switch_fiber
.globl pelton_switch_fiber
.type pelton_switch_fiber,%function
pelton_switch_fiber:
  sub sp, sp, #160
  stp x19, x20, [sp, #0]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp, #0]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size pelton_switch_fiber,.-pelton_switch_fiber
)");
#else
#include <ucontext.h>
// Slower (a system call per switch), for other processors: *save is a context that is made here.
static void pelton_switch_fiber(void** save, void* next) {
  ucontext_t here;
  *save = &here;
  swapcontext(&here, static_cast<ucontext_t*>(next));
}
#endif

namespace pelton::fake {
namespace {

thread_local Fiber* running = nullptr;

size_t page_bytes() {
  static const auto bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

size_t mapped_bytes() { return SwitchNotes::kStackBytes + page_bytes(); }

}  // namespace

Fiber::~Fiber() {
  if (stack_ != nullptr) munmap(stack_, mapped_bytes());
}

void Fiber::start(const std::function<void()>& entry) {
  if (stack_ == nullptr) {
    void* pages = mmap(nullptr, mapped_bytes(), PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    check(pages != MAP_FAILED, Code::resource_exhausted, "no memory for an emulated GPU thread");
    stack_ = static_cast<char*>(pages);
    mprotect(stack_, page_bytes(), PROT_NONE);
  }
  notes_.start(stack_ + page_bytes());
  entry_ = &entry;
  ended_ = false;
  make_first_frame();
}

// The stack as the first switch to the fiber wants to find it: zeros for the registers that it
// restores, and main() as the place to return to.
void Fiber::make_first_frame() {
  char* top = stack_ + mapped_bytes();
  void (*const begin)() = &Fiber::main;
#if defined(__x86_64__)
  constexpr size_t kFrame = 8 * sizeof(void*), kReturn = 6 * sizeof(void*);
  std::memset(top - kFrame, 0, kFrame);
  std::memcpy(top - kFrame + kReturn, &begin, sizeof begin);
  saved_ = top - kFrame;
#elif defined(__aarch64__)
  constexpr size_t kFrame = 160, kReturn = 88;
  std::memset(top - kFrame, 0, kFrame);
  std::memcpy(top - kFrame + kReturn, &begin, sizeof begin);
  saved_ = top - kFrame;
#else
  auto* context = reinterpret_cast<ucontext_t*>(
      reinterpret_cast<uintptr_t>(top - sizeof(ucontext_t)) & ~uintptr_t{63});
  getcontext(context);
  context->uc_stack.ss_sp = stack_ + page_bytes();
  context->uc_stack.ss_size =
      static_cast<size_t>(reinterpret_cast<char*>(context) - stack_) - page_bytes();
  context->uc_link = nullptr;
  makecontext(context, begin, 0);
  saved_ = context;
#endif
}

bool Fiber::resume() {
  Fiber* const outer = running;
  running = this;
  notes_.before_resume();
  pelton_switch_fiber(&caller_, saved_);
  notes_.after_resume();
  running = outer;
  return ended_;
}

void Fiber::leave(bool for_good) {
  notes_.before_leave(for_good);
  pelton_switch_fiber(&saved_, caller_);
  notes_.inside();
}

void Fiber::suspend() { running->leave(false); }

void Fiber::main() {
  Fiber& self = *running;
  self.notes_.inside();
  (*self.entry_)();
  self.ended_ = true;
  self.leave(true);
}

}  // namespace pelton::fake
