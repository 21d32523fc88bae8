// Owns error_says(): what a bad call must raise and name.
#pragma once
#include <string>

#include "core/error.h"
#include "tests_cpp/catch.h"

namespace pelton {

// True when `call` raises an Error whose message contains `text`; tells the message otherwise.
template <class Call>
bool error_says(const Call& call, const std::string& text) {
  try {
    call();
  } catch (const Error& error) {
    if (error.message().find(text) != std::string::npos) return true;
    UNSCOPED_INFO(error.message());
    return false;
  }
  UNSCOPED_INFO("no error");
  return false;
}

}  // namespace pelton
