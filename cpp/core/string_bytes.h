// Owns StringBytes: the bytes that the elements of tensors of strings point to.
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "core/ref.h"
#include "core/string_element.h"

namespace pelton {

// Filled by one thread, then read by any. What is added stays where it is as long as this lives.
class StringBytes : public Counted {
 public:
  // A copy of `text`.
  StringElement add(std::string_view text);
  // Room for `bytes` bytes, which the caller writes.
  char* room(size_t bytes);
  // Lets the bytes of `other` live as long as these.
  void keep(const Ref<StringBytes>& other);
  // How many other StringBytes this one keeps alive.
  size_t kept() const { return kept_.size(); }

 private:
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  size_t left_ = 0;
  size_t block_size_ = 0;
  std::vector<Ref<StringBytes>> kept_;
};

}  // namespace pelton
