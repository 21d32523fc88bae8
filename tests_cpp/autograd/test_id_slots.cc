// Tests IdSlots: numbers in order of arrival, for any ids and through growth.
#include "autograd/id_slots.h"

#include "tests_cpp/catch.h"

using namespace pelton;

TEST_CASE("ids are numbered in order of arrival and keep their numbers") {
  IdSlots slots;
  REQUIRE(slots.find(7) == -1);
  const auto id = [](uint64_t i) { return i * i * 0x10001 + 1; };
  for (uint64_t i = 0; i < 1000; ++i) REQUIRE(slots.insert(id(i)) == static_cast<int32_t>(i));
  for (uint64_t i = 0; i < 1000; ++i) {
    REQUIRE(slots.insert(id(i)) == static_cast<int32_t>(i));
    REQUIRE(slots.find(id(i)) == static_cast<int32_t>(i));
  }
  REQUIRE(slots.find(2) == -1);
  REQUIRE(slots.size() == 1000);
  slots.clear();
  REQUIRE(slots.find(id(3)) == -1);
  REQUIRE(slots.insert(id(3)) == 0);
}

TEST_CASE("a table that was much larger than needed is given up, and works on") {
  IdSlots slots;
  for (uint64_t id = 1; id <= 5000; ++id) slots.insert(id);
  slots.clear();
  for (int round = 0; round < 2; ++round) {
    REQUIRE(slots.find(3) == -1);
    for (uint64_t id = 1; id <= 40; ++id)
      REQUIRE(slots.insert(7 * id) == static_cast<int32_t>(id - 1));
    REQUIRE(slots.find(7 * 40) == 39);
    slots.clear();
    REQUIRE(slots.size() == 0);
  }
}
