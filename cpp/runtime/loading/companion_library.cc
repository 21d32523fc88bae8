#include "runtime/loading/companion_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

#include "core/error.h"
#include "runtime/loading/library_file.h"

namespace pelton {
namespace {

// Of the file that holds this function: the extension, or a program with the engine in it.
std::string own_folder() {
  Dl_info here{};
  if (dladdr(reinterpret_cast<void*>(&own_folder), &here) == 0) return {};
  const std::string file = here.dli_fname;
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

}  // namespace

std::string CompanionLibrary::path() const {
  if (const char* named = std::getenv(variable)) return named;
  return cat(own_folder(), '/', file_name);
}

bool CompanionLibrary::exists() const { return access(path().c_str(), F_OK) == 0; }

bool CompanionLibrary::is_waived() const {
  const char* const named = std::getenv(variable);
  return named != nullptr && *named == 0;
}

void* CompanionLibrary::find_entry() const {
  if (!exists()) return nullptr;
  check(!is_cut_off(path()), Code::failed_precondition, contents, " cannot be opened: ", path(),
        " is cut off; install Pelton again");
  void* const handle = dlopen(path().c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* const error = handle == nullptr ? dlerror() : nullptr;
  check(handle != nullptr, Code::failed_precondition, contents,
        " cannot be opened: ", error == nullptr ? "unknown error" : error);
  void* const function = dlsym(handle, entry);
  check(function != nullptr, Code::failed_precondition, path(), " has no function ", entry);
  return function;
}

void CompanionLibrary::check_version(int found, int wanted) const {
  check(found == wanted, Code::failed_precondition, path(), " is of another version (", found,
        ", wanted ", wanted, ")");
}

}  // namespace pelton
