// Owns caller_location(): where in the host language's code the running call stands, for messages.
#pragma once
#include <string>

namespace pelton {

using CallerLocation = std::string (*)();

// Who knows; the bindings install Python's frames.
void set_caller_location(CallerLocation find);
// "model.py:12"; empty where nobody knows.
std::string caller_location();

// While one lives, the calling thread's code counts as standing at `place`: what is run again
// stands where it stood. `place` outlives it; an empty one changes nothing.
class CallerPlace {
 public:
  explicit CallerPlace(const std::string& place);
  ~CallerPlace();
  CallerPlace(const CallerPlace&) = delete;
  CallerPlace& operator=(const CallerPlace&) = delete;

 private:
  const std::string* const outer_;
};

}  // namespace pelton
