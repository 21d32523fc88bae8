// Tests Spare and InlineArray: memory that is used again, and none for a few items.
#include "core/spare.h"

#include <thread>
#include <vector>

#include "core/inline_array.h"
#include "tests_cpp/catch.h"

using namespace pelton;

namespace {

struct Tray {
  static inline int alive = 0;
  Tray() { ++alive; }
  ~Tray() { --alive; }
  void clear() noexcept { items.clear(); }
  bool is_small() const { return items.capacity() <= 100; }
  std::vector<int> items;
};

struct Item {
  static inline int alive = 0;
  Item() noexcept { ++alive; }
  ~Item() { --alive; }
  int value = 0;
};

}  // namespace

TEST_CASE("an object that was given back is the next owner's, cleared") {
  const Tray* first = nullptr;
  {
    Spare<Tray> tray;
    first = &*tray;
    tray->items.assign(10, 1);
  }
  Spare<Tray> again, another;
  REQUIRE(&*again == first);
  REQUIRE(&*another != first);
  REQUIRE(again->items.empty());
  REQUIRE(again->items.capacity() >= 10);
}

TEST_CASE("a thread keeps few objects, none that grew large, and none beyond its end") {
  std::thread([] {
    const int before = Tray::alive;
    {
      Spare<Tray> large;
      large->items.resize(1000);
    }
    REQUIRE(Tray::alive == before);
    { const std::vector<Spare<Tray>> many(10); }
    REQUIRE(Tray::alive == before + 4);
  }).join();
  const int before = Tray::alive;
  std::thread([] { const Spare<Tray> one; }).join();
  REQUIRE(Tray::alive == before);
}

TEST_CASE("an array makes and drops its items, whether they fit into it or not") {
  for (const size_t size : {0, 1, 4, 5, 100}) {
    INFO(size);
    {
      InlineArray<Item, 4> items(size);
      REQUIRE(items.size() == size);
      REQUIRE(Item::alive == static_cast<int>(size));
      for (Item& item : items) item.value = 7;
      for (size_t i = 0; i < size; ++i) REQUIRE(items[i].value == 7);
      REQUIRE(InlineArray<int, 4>(size).size() == size);
    }
    REQUIRE(Item::alive == 0);
  }
}
