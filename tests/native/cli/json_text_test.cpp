#include "json_text.hpp"

#include "message_of.hpp"
#include "test.hpp"

namespace {
std::string json_error(const std::string& text) {
  return message_of([&] { return parse_json(text, "a.json"); });
}
}  // namespace

TEST_CASE("parse_json: an error says where a text is not JSON") {
  CHECK(json_error("{").starts_with(
      "\"a.json\" is not valid JSON: parse error at line 1, column 2: "));
  CHECK(json_error("").starts_with(
      "\"a.json\" is not valid JSON: parse error at line 1, column 1: "));
  CHECK(json_error(std::string("[]\0]", 4)) ==
        "\"a.json\" is not valid JSON: a NUL character after 2 bytes");
  CHECK(json_error("[1e999]").starts_with("\"a.json\" is not valid JSON: number overflow"));
  CHECK(json_error("\"\xFF\"").starts_with("\"a.json\" is not valid JSON: parse error"));
}

TEST_CASE("to_text: numbers read back as they were, texts that are not UTF-8 do no harm") {
  CHECK(to_text({0.1, 1e-300, 3, -0.0}) == "[0.1,1e-300,3,-0.0]");
  CHECK(to_text({"\xFF"}) == "[\"\uFFFD\"]");
}
