#include "evaluate.hpp"

#include "evaluated.hpp"
#include "json_text.hpp"
#include "message_of.hpp"
#include "test.hpp"

using nlohmann::json;

namespace {

std::string format_error_of(const char* document) {
  return message_of([&] { return evaluated(parse_json(document)).cases; });
}

}  // namespace

TEST_CASE("evaluate: only name, kind and params are needed; unknown kinds give an error") {
  const Evaluated evaluation = evaluated(parse_json(R"({"cases": [
    {"name": "a", "kind": "inverse_frequencies", "params": {"d_model": 4, "base": 10000}},
    {"name": "b", "kind": "telepathy", "params": {}},
    {"name": "c", "kind": "inverse_frequencies", "params": {"d_model": 2, "base": 10000}}]})"));
  CHECK(to_text(evaluation.cases) ==
        R"([{"name":"a","got":[1.0,0.01]},)"
        R"({"name":"b","error":"unknown kind \"telepathy\""},{"name":"c","got":[1.0]}])");
  CHECK(evaluation.bad_params.empty());
}

TEST_CASE("evaluate: errors of single precision stand in the order forms, power, exponential") {
  const auto errors = value_of("float32_errors", R"({"d_model": 128, "base": 10000,
                                                     "positions": [0, 131071]})")
                          .get<std::vector<std::vector<double>>>();
  REQUIRE(errors.size() == 2);
  CHECK(errors[0] == std::vector<double>{0, 0, 0});
  REQUIRE(errors[1].size() == 3);
  CHECK(errors[1][0] == doctest::Approx(0.00764471).epsilon(1e-5));
  CHECK(errors[1][1] == doctest::Approx(0.00415402).epsilon(1e-5));
  CHECK(errors[1][2] == doctest::Approx(0.00503066).epsilon(1e-5));
}

TEST_CASE("evaluate: bad params are errors that name the value and what was expected") {
  CHECK(error_of("table", R"({"d_model": 7, "base": 10000, "positions": [0]})") ==
        "[frequencies] d_model must be a positive even number but got 7");
  CHECK(error_of("table", R"({"d_model": 4.5, "base": 10000, "positions": [0]})") ==
        "[frequencies] d_model must be a whole number below 2^31 but got 4.5");
  CHECK(error_of("table", R"({"d_model": 1e18, "base": 10000, "positions": [0]})") ==
        "[frequencies] d_model must be a whole number below 2^31 but got 1e+18");
  CHECK(error_of("table", R"({"d_model": "4", "base": 10000, "positions": [0]})") ==
        "\"d_model\" must be a number but got \"4\"");
  CHECK(error_of("table", R"({"base": 10000, "positions": [0]})") ==
        "params must have \"d_model\"");
  CHECK(error_of("table", R"({"d_model": 4, "base": -1, "positions": [0]})") ==
        "[frequencies] base must be a finite number above 0 but got -1");
  CHECK(error_of("table", R"({"d_model": 4, "base": 10000, "positions": [null]})") ==
        "\"positions\" must be a number but got null");
  CHECK(error_of("table", R"({"d_model": 4, "base": 10000, "positions": 3})") ==
        "\"positions\" must be an array but got 3");
  CHECK(error_of("table", R"({"d_model": 4, "base": 10000, "positions": [1e17]})") ==
        "[sinusoidal] each of positions must be a number between -2^53 and 2^53 but got 1e+17");
  CHECK(error_of("table", R"({"d_model": 4, "base": 1, "positions": [0], "layout": "spiral"})") ==
        "[sinusoidal] layout must be \"interleaved\" or \"concatenated\" but got \"spiral\"");
  CHECK(error_of("table", R"({"d_model": 4, "base": 1, "positions": [0], "variant": 3})") ==
        "\"variant\" must be a string but got 3");
  CHECK(error_of("dot_products", R"({"d_model": 4, "base": 1, "pairs": [[0, 1], [2]]})") ==
        "\"pairs\" must be an array of pairs of numbers but got an array");
  CHECK(error_of("shift_matrix", R"({"d_model": 100000, "base": 10, "shift": 1})") ==
        "[shift] the matrix would have 100000 x 100000 elements, but at most 67108864 are computed "
        "at once");
}

TEST_CASE("evaluate: a document of another format is bad input") {
  CHECK(format_error_of("[]") == "the document must be an object with a \"cases\" array");
  CHECK(format_error_of(R"({"cases": {}})") ==
        "the document must be an object with a \"cases\" array");
  CHECK(format_error_of(R"({"cases": [3]})") == "case 1 must be an object but got 3");
  CHECK(format_error_of(R"({"cases": [{"kind": "table", "params": {}}]})") ==
        "case 1 must have a \"name\" string");
  CHECK(format_error_of(R"({"cases": [{"name": "x", "kind": 1, "params": {}}]})") ==
        "case 1 must have a \"kind\" string");
  CHECK(format_error_of(R"({"cases": [{"name": "x", "kind": "table"}]})") ==
        "case 1 must have a \"params\" object");
}
