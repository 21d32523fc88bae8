// Owns PartOf: what every kind of initializer, regularizer and constraint is besides what it
// computes.
#pragma once
#include <string>
#include <utility>

#include "nn/config/config.h"

namespace pelton {

// A Base whose name, settings and their serialization are those of config struct C.
template <class Base, class C>
class PartOf : public Base {
 public:
  explicit PartOf(C config) : config_(std::move(config)) {}
  std::string class_name() const override { return C::kName; }
  Dict get_config() const override {
    Dict out;
    write_config(config_, out);
    return out;
  }
  const C& config() const { return config_; }

 private:
  C config_;
};

}  // namespace pelton
