#include "runtime/loading/library_file.h"

#include <link.h>

#include <cstdint>
#include <cstring>
#include <fstream>

namespace pelton {
namespace {

template <class T>
bool read(std::ifstream& file, uint64_t at, T& value) {
  file.seekg(static_cast<std::streamoff>(at));
  return static_cast<bool>(file.read(reinterpret_cast<char*>(&value), sizeof value));
}

}  // namespace

// By the ELF specification, "Program Header": a segment takes p_filesz bytes from p_offset.
bool is_cut_off(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return false;
  const auto size = static_cast<uint64_t>(file.tellg());
  ElfW(Ehdr) header;
  if (!read(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return false;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    if (!read(file, header.e_phoff + uint64_t{i} * header.e_phentsize, segment)) return true;
    if (segment.p_type == PT_LOAD && segment.p_offset + segment.p_filesz > size) return true;
  }
  return false;
}

}  // namespace pelton
