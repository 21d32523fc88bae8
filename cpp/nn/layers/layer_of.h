// Owns LayerOf: the base of layers whose configuration is a struct with a field table.
#pragma once
#include "nn/module/layer.h"
#include "nn/weights/initializer.h"

namespace pelton {

// Derived classes name themselves with `kClassName`, describe themselves with `kDoc` and list in
// `kWeights` what Python can read by name, in `kSettable` the fields that it can set.
template <class C>
class LayerOf : public Layer {
 public:
  using Config = C;
  const C& config() const { return config_; }
  // Takes another config, from the next call on, which the class's constructor would take.
  void set_config(C config) {
    config_ = std::move(config);
    config_changed();
    renew_serial();
  }
  Dict get_config() const override {
    Dict out = Layer::get_config(), own;
    write_config(config_, own);
    // Keras's configs have another order than its constructors in some classes.
    if constexpr (requires { C::kWrittenFirst; })
      for (const char* name : C::kWrittenFirst) out.set(name, own.at(name));
    out.merge(own);
    return out;
  }

 protected:
  LayerOf(std::string_view class_name, C config, LayerOptions options)
      : Layer(class_name, std::move(options)), config_(std::move(config)) {
    // In the order of the fields, as Keras's constructors do.
    detail::for_each_field<C>([&](const auto& row) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(config_.*row.member)>,
                                   InitializerPtr>)
        if (config_.*row.member != nullptr) (config_.*row.member)->choose_seed();
    });
  }
  // Brings up to date what follows from the config.
  virtual void config_changed() {}
  C config_;
};

}  // namespace pelton
