#include "config_json.hpp"

#include "test.hpp"

namespace config_texts {

constexpr const char* start = "[config] this is not a config.json: ";

/// What is said of a text that is refused, after how all such sentences begin.
std::string refusal(const std::string& text) {
  const std::string all = message(parse_config(text));
  REQUIRE(all.starts_with(start));
  return all.substr(std::string(start).size());
}

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace config_texts

using config_texts::refusal;

TEST_CASE("config.json: every kind of value, in the order of the file") {
  const auto file = parse_config(
      R"( {"a": null, "b": true, "c": -1.5e3, "d": "x\"\\y\u00e9", "e": [1, [2]], "f": {"g": false}} )");
  REQUIRE(file);
  const auto& object = *file->object();
  REQUIRE(object.size() == 6);
  CHECK(object[0].value.is_null());
  CHECK(*object[1].value.boolean());
  CHECK(*object[2].value.number() == -1500);
  CHECK(*object[3].value.text() == "x\"\\yé");
  CHECK(*(*object[4].value.list())[0].number() == 1);
  CHECK((*object[4].value.list())[1].list()->size() == 1);
  CHECK_FALSE(*value_of(*object[5].value.object(), "g")->boolean());
  CHECK(value_of(object, "a") == nullptr);
  CHECK(value_of(object, "z") == nullptr);
  CHECK(shown(object[4].value) == "a list");
}

TEST_CASE("config.json: whole numbers of any size are numbers") {
  const auto file = parse_config("[9007199254740993, 18446744073709551615, 1e30, -9e18]");
  REQUIRE(file);
  CHECK(*(*file->list())[1].number() == 18446744073709551616.0);
  CHECK(*(*file->list())[2].number() == 1e30);
}

TEST_CASE("config.json: of a key that stands twice, the last counts") {
  const auto file = parse_config(R"({"a": 1, "a": 2, "b": 3, "b": null})");
  REQUIRE(file);
  CHECK(file->object()->size() == 4);
  CHECK(*value_of(*file->object(), "a")->number() == 2);
  CHECK(value_of(*file->object(), "b") == nullptr);
}

TEST_CASE("config.json: numbers that Python reads, and JSON does not have") {
  const auto file = parse_config(
      R"({"a": NaN, "b": [Infinity, -Infinity, 1e999, -123.5E+400], "c": "NaN \" Infinity 1e999"})");
  REQUIRE(file);
  const auto& object = *file->object();
  CHECK(std::isnan(*object[0].value.number()));
  const auto& list = *object[1].value.list();
  constexpr double huge = std::numeric_limits<double>::infinity();
  CHECK(*list[0].number() == huge);
  CHECK(*list[1].number() == -huge);
  CHECK(*list[2].number() == huge);
  CHECK(*list[3].number() == -huge);
  CHECK(*object[2].value.text() == "NaN \" Infinity 1e999");
  CHECK(*parse_config("1" + std::string(400, '0'))->number() == huge);
  CHECK(*parse_config("1e-400")->number() == 0);
  // A million bytes of them take no time.
  std::string many = "[NaN";
  while (many.size() < 999'000) many += ",NaN";
  CHECK(parse_config(many + "]"));
  for (const std::string part : {",1e999", ",0", ",1e9", "9", "-"}) {
    std::string others = "[1";
    while (others.size() < 999'000) others += part;
    const auto all = parse_config(others + "]");
    CHECK((all || part == "-"));
  }
}

TEST_CASE("config.json: a byte order mark is skipped") {
  CHECK(parse_config("\xEF\xBB\xBF{\"model_type\": \"llama\"}"));
  CHECK(parse_config("\xEF\xBB\xBF{}"));
}

TEST_CASE("config.json: nothing in it") {
  for (const std::string text : {"", " ", "\n\t \r\n"}) CHECK(refusal(text) == "it is empty");
}

TEST_CASE("config.json: where a text stops being JSON") {
  CHECK(refusal("{") == "it stops being JSON at line 1, column 2");
  CHECK(refusal("{\"a\": 1,}") ==
        "it stops being JSON at line 1, column 9: a comma stands before the closing bracket");
  CHECK(refusal("{\n  \"a\": 1\n  \"b\": 2\n}") == "it stops being JSON at line 3, column 5");
  CHECK(refusal("{} x") == "it stops being JSON at line 1, column 4");
  CHECK(refusal("{'a': 1}") ==
        "it stops being JSON at line 1, column 2: this looks like Python; json.dumps writes JSON");
  CHECK(refusal("{\"a\": None}")
            .ends_with("column 7: this looks like Python; json.dumps writes JSON"));
  CHECK(refusal("[1, 2, ]").ends_with("column 8: a comma stands before the closing bracket"));
  CHECK(refusal("<!doctype html>").ends_with("column 1: this looks like a web page"));
  CHECK(refusal("https://huggingface.co/x")
            .ends_with("column 1: this is an address; open it and take the file"));
  CHECK(refusal("hidden_size: 4096") == "it stops being JSON at line 1, column 1");
  CHECK(refusal("{\"a\": nan}") == "it stops being JSON at line 1, column 8");
  CHECK(refusal("{\"a\": \"\xFF\"}") == "it stops being JSON at line 1, column 8");
  CHECK(refusal("{\"a\": \"\xC3\"}") == "it stops being JSON at line 1, column 9");
  // What stands for NaN does not move what comes after it.
  CHECK(refusal("[NaN, NaN, x]") == "it stops being JSON at line 1, column 12");
  CHECK(refusal("[-Infinity, Infinity, x]") == "it stops being JSON at line 1, column 23");
  CHECK(refusal("[NaN,\nNaN, x]") == "it stops being JSON at line 2, column 6");
  CHECK(refusal("[1e999, -1e999, x]") == "it stops being JSON at line 1, column 17");
  for (const std::string wrong :
       {"{NaN: 1}", "{1e999: 1}", "[1NaN]", "[NaN1]", "[-NaN]", "[01e999]", "[+1e999]", "[1e999.5]",
        "[1e999x]", "[--1e999]", "[- Infinity]", "[1e999 2]", "[Infinity NaN]"}) {
    CAPTURE(wrong);
    CHECK(refusal(wrong).starts_with("it stops being JSON at line 1, column "));
  }
}

TEST_CASE("config.json: at most 32 levels") {
  CHECK(parse_config(config_texts::nested(32)));
  CHECK(refusal(config_texts::nested(33)) == "it is nested more than 32 levels deep");
  CHECK(refusal(config_texts::nested(400'000)) == "it is nested more than 32 levels deep");
  CHECK(refusal(std::string(100'000, '{')) == "it stops being JSON at line 1, column 2");
}

TEST_CASE("config.json: at most 1 MB") {
  const auto of_size = [](std::size_t size) {
    const std::string text = "{\"a\": \"\"}";
    return "{\"a\": \"" + std::string(size - text.size(), 'x') + "\"}";
  };
  CHECK(parse_config(of_size(1'000'000)));
  CHECK(refusal(of_size(1'000'001)) == "it has more than 1000000 bytes");
}

TEST_CASE("config.json: other files of a model are named") {
  const std::string zeros(8, '\0');
  CHECK(refusal("GGUF" + zeros) == "it starts like a GGUF file of weights");
  CHECK(refusal("PK\x03\x04") == "it starts like a zip archive or a PyTorch file");
  CHECK(refusal(std::string("\x60\x01\0\0\0\0\0\0", 8) + "{\"__metadata__\": {}}") ==
        "it starts like a safetensors file of weights");
  CHECK(refusal(std::string("\x60\x01\0\0\0\0\0\0", 8) + "{" + std::string(2'000'000, 'x')) ==
        "it starts like a safetensors file of weights");
  CHECK(refusal(std::string("\0\x01\x02", 3)) == "it is not UTF-8 text");
  // The same text in UTF-16, and one with such a byte far behind.
  CHECK(refusal(std::string("\xFF\xFE{\0}\0", 6)) == "it is not UTF-8 text");
  CHECK(refusal("{\"a\": 1}" + std::string(10'000, ' ') + zeros) == "it is not UTF-8 text");

  const std::string tokenizer = "it belongs to a tokenizer";
  CHECK(refusal(R"({"version": "1.0", "added_tokens": []})") == tokenizer);
  CHECK(refusal(R"({"added_tokens_decoder": {}, "model_max_length": 4096})") == tokenizer);
  CHECK(refusal(R"({"tokenizer_class": "LlamaTokenizer"})") == "it is a tokenizer_config.json");
  CHECK(refusal(R"({"version": "1.0", "added_tokens": [)" + std::string(2'000'000, ' ')) ==
        tokenizer);
  const std::string index = "it is an index of weights";
  CHECK(refusal(R"({"metadata": {}, "weight_map": {"a": "b"}})") == index);
  CHECK(refusal(R"({"metadata": {}, "weight_map": {)" + std::string(2'000'000, ' ')) == index);
  CHECK(refusal(R"({"transformers_version": "5.0.0", "do_sample": true})") ==
        "it is a generation_config.json");
  CHECK(refusal(R"({"transformers_version": "5.0.0", "eos_token_id": 2})") ==
        "it is a generation_config.json");
}

TEST_CASE("config.json: a config that names a tokenizer is a config") {
  for (const std::string key : {"model_type", "hidden_size", "n_embd", "d_model"}) {
    CHECK(parse_config("{\"" + key + "\": 1, \"tokenizer_class\": \"T5Tokenizer\"}"));
  }
}

TEST_CASE("config.json: a config as text is read as the same") {
  const std::string text =
      R"({"a":[1.5,-2,1e-9,true,false,null],"b":{"c":"x \"y\" \\ z","d":0.1},"e":[]})";
  const auto config = parse_config(text);
  REQUIRE(config);
  const std::string written = config_text(*config);
  const auto again = parse_config(written);
  REQUIRE(again);
  CHECK(parse_json(written) == parse_json(text));
  CHECK(config_text({std::numeric_limits<double>::quiet_NaN()}) == "NaN");
  CHECK(config_text({-std::numeric_limits<double>::infinity()}) == "-Infinity");
  CHECK(config_text({std::string("a\nb")}) == "\"a\\u000ab\"");
}
