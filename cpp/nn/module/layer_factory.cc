// Owns the look-up of built-in layers by name.
#include "nn/module/layer_factory.h"

#include <span>

#include "nn/layers/layer_list.h"

namespace pelton {

namespace {

struct Row {
  const char* class_name;
  LayerPtr (*make)(const Dict& config);
};

template <class... L>
std::span<const Row> rows_of(Types<L...>) {
  static constexpr Row kRows[] = {
      {L::kClassName, [](const Dict& config) -> LayerPtr { return make_layer<L>(config); }}...};
  return kRows;
}

}  // namespace

LayerPtr make_layer(std::string_view class_name, const Dict& config) {
  for (const LayerAlias& alias : kLayerAliases)
    if (class_name == alias.alias) class_name = alias.class_name;
  for (const Row& row : rows_of(LayerTypes{}))
    if (class_name == row.class_name) return row.make(config);
  return nullptr;
}

}  // namespace pelton
