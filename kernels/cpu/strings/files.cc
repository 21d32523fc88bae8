// Owns the kernel that reads whole files.
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "kernels/cpu/strings/string_output.h"
#include "kernels/declared/strings.h"
#include "runtime/threads/interrupt.h"

namespace pelton::cpu {
namespace {

[[noreturn]] void raise_for(const std::string& name) {
  const int reason = errno;
  const Code code = reason == ENOENT   ? Code::not_found
                    : reason == EACCES ? Code::permission_denied
                                       : Code::failed_precondition;
  raise(code, name, "; ", std::strerror(reason));
}

void read_whole(const std::string& name, std::string& out) {
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  const std::unique_ptr<std::FILE, Close> file(std::fopen(name.c_str(), "rbe"));
  if (!file) raise_for(name);
  constexpr size_t kPiece = 1 << 20;
  for (size_t got = kPiece; got == kPiece;) {
    poll_interrupt();
    const size_t at = out.size();
    out.resize(at + kPiece);
    got = std::fread(out.data() + at, 1, kPiece, file.get());
    out.resize(at + got);
  }
  if (std::ferror(file.get()) != 0) raise_for(name);
}

}  // namespace

void read_file(const KernelContext& context) {
  const auto* const in = context.in(0).as<StringElement>();
  StringOutput out(context.out(0));
  for (int64_t i = 0; i < context.out(0).size; ++i) {
    const std::string name(in[i].view());
    check(name.find('\0') == std::string::npos, "a file's name holds a null character");
    std::string content;
    read_whole(name, content);
    out.set(i, content);
  }
}

}  // namespace pelton::cpu
