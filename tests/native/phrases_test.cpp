#include "posenc/phrases.hpp"

#include "test.hpp"

namespace {

constexpr std::array table{
    Phrase{"plain", "Nothing is put in, not even {} or {a}."},
    Phrase{"turned-round", "{2} before {1}, and {2} again"},
};
constexpr std::array twice{Phrase{"plain", "one"}, Phrase{"plain", "two"}};

}  // namespace

TEST_CASE("a phrase is said with its parts at the places that its words give them") {
  CHECK(say<table, "plain">() == "Nothing is put in, not even {} or {a}.");
  CHECK(say<table, "turned-round">("RoPE", std::string("ALiBi")) ==
        "ALiBi before RoPE, and ALiBi again");
  CHECK(say<table, "turned-round">(0.5, 7) == "7 before 0.5, and 7 again");
}

TEST_CASE("places are counted by the largest number in braces") {
  CHECK(places_in("") == 0);
  CHECK(places_in("{2}") == 2);
  CHECK(places_in("{1} of {3}, {2}") == 3);
  CHECK(places_in("{a} {0} 1}") == 0);
}

TEST_CASE("a table in which two phrases have the same code is found") {
  CHECK(has_distinct_codes(table));
  CHECK(!has_distinct_codes(twice));
}
