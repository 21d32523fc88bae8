// Owns Error, the one exception of the engine, and check(). Codes map one to one to Python classes.
#pragma once
#include <exception>
#include <string>
#include <utility>

#include "core/cat.h"

namespace pelton {

// The kinds of failure; bindings/bind_errors.cc names each one's Python class.
enum class Code {
  invalid_argument,
  type_error,
  value_error,
  index_error,
  bad_index,  // a value that is an index lies outside: an InvalidArgumentError and an IndexError
  lookup_error,
  attribute_error,
  runtime_error,
  not_found,
  out_of_range,
  resource_exhausted,
  unimplemented,
  internal,
  failed_precondition,
  device_lost,
  data_loss,
  permission_denied,
  already_exists,
  interrupted,
};

class Error : public std::exception {
 public:
  // `names_op`: the message is whole and says which op it is about.
  Error(Code code, std::string message, bool names_op = false)
      : code_(code), names_op_(names_op), message_(std::move(message)) {}
  Code code() const { return code_; }
  bool names_op() const { return names_op_; }
  const std::string& message() const { return message_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  Code code_;
  bool names_op_;
  std::string message_;
};

// Throws Error{code} with the parts joined as its message.
template <class... Parts>
[[noreturn]] void raise(Code code, const Parts&... parts) {
  throw Error(code, cat(parts...));
}

// Throws Error{code} unless `ok`; the message is built only on failure.
template <class... Parts>
void check(bool ok, Code code, const Parts&... parts) {
  if (!ok) [[unlikely]]
    raise(code, parts...);
}

// Throws Error{invalid_argument} unless `ok`.
template <class First, class... Parts>
requires(!std::same_as<First, Code>) void check(bool ok, const First& first,
                                                const Parts&... parts) {
  if (!ok) [[unlikely]]
    raise(Code::invalid_argument, first, parts...);
}

}  // namespace pelton
