// Tests texts and lists that are kept once: equal ones are the same, and too much is refused.
#include <vector>

#include "core/interned.h"
#include "tests_cpp/catch.h"
#include "tests_cpp/error_text.h"

using namespace pelton;

TEST_CASE("equal texts have one address") {
  const std::string text = "ij,jk->ik";
  REQUIRE(Text(text) == Text(std::string(text)));
  REQUIRE(Text(text).view().data() == Text(text).view().data());
  REQUIRE_FALSE(Text(text) == Text("ij"));
  REQUIRE(Text("") == Text());
  REQUIRE(Text().view().empty());
  REQUIRE(Text(std::string_view("a\0b", 3)).view().size() == 3);
  REQUIRE(error_says([] { Text(std::string(kMostTextBytes + 1, 'x')); }, "more than 65536"));
  static_assert(std::is_trivially_copyable_v<Text> && sizeof(Text) == sizeof(void*));
}

TEST_CASE("equal constants are equal, of whatever kind") {
  const Constant items[] = {Constant(), Constant::of(false), Constant::of(int64_t{0}),
                            Constant::of(0.0), Constant::of(Text())};
  for (const Constant& a : items)
    for (const Constant& b : items) REQUIRE((a == b) == (&a == &b));
  const Constant list = Constant::list(items);
  REQUIRE(list == Constant::list(items));
  REQUIRE(list.items().data() == Constant::list(items).items().data());
  REQUIRE_FALSE(list == Constant::list({}));
  REQUIRE(Constant::list({}).items().empty());
  REQUIRE(list.items()[4].text() == Text());
  REQUIRE_FALSE(Constant::of(0.0) == Constant::of(-0.0));
  static_assert(std::is_trivially_copyable_v<Constant> && sizeof(Constant) == 16);
}

TEST_CASE("lists that are too long or nested too deep are refused") {
  const std::vector<Constant> many(kMostItems + 1);
  REQUIRE(error_says([&] { Constant::list(many); }, "a list has 65537 items, more than 65536"));
  Constant nest;
  for (size_t i = 0; i < kMostNesting; ++i) nest = Constant::list({&nest, 1});
  REQUIRE(error_says([&] { Constant::list({&nest, 1}); }, "nested more than 16 deep"));
}
