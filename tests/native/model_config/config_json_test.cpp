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

/// The same of a text that is not JSON.
std::string fault(const std::string& text) {
  const std::string all = message(parse_config(text));
  const std::string begins = "[config] this is not valid JSON: ";
  REQUIRE(all.starts_with(begins));
  return all.substr(begins.size());
}

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace config_texts

using config_texts::fault;
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

TEST_CASE("config.json: what is wrong where a text stops being JSON, as a person would say it") {
  CHECK(fault("{\n  \"a\": 1\n  \"b\": 2\n}") ==
        "a comma is missing before \"b\" (line 3, column 3)");
  CHECK(fault("{\"a\": [1 2]}") == "a comma is missing before 2 (line 1, column 10)");
  CHECK(fault("{\"a\": 1,}") == "a comma stands before the closing bracket (line 1, column 9)");
  CHECK(fault("[1, 2, ]") == "a comma stands before the closing bracket (line 1, column 8)");
  CHECK(fault("{\"a\": 1,, \"b\": 2}") == "there are two commas (line 1, column 9)");
  CHECK(fault("{, \"a\": 1}") == "a comma stands before the first entry (line 1, column 2)");
  CHECK(fault("{\"a\": }") == "a value is missing after \"a\" (line 1, column 7)");
  CHECK(fault("{\"a\": , \"b\": 2}") == "a value is missing after \"a\" (line 1, column 7)");
  CHECK(fault("{\"a\"}") == "a value is missing after \"a\" (line 1, column 5)");
  CHECK(fault("{\"a\" 1}") == "a colon is missing before 1 (line 1, column 6)");
  CHECK(fault("{\"a\": [1}") == "] is missing before } (line 1, column 9)");
  CHECK(fault("{\"a\": 1]") == "} is missing before ] (line 1, column 8)");
  CHECK(fault("{\"a\": 1}}") == "there is one } too many (line 1, column 9)");
  CHECK(fault("{} x") == "the text goes on after its last closing bracket: x (line 1, column 4)");
  // The end is missing: not all of it was copied.
  CHECK(fault("{") == "the text ends with 1 bracket still open; copy all of it (line 1, column 2)");
  CHECK(fault("{\"a\": {\"b\": 1") ==
        "the text ends with 2 brackets still open; copy all of it (line 1, column 14)");
  CHECK(fault("{\"a\": \"b") ==
        "a quotation mark is missing at the end of this line (line 1, column 7)");
  CHECK(fault("{\"a\": \"b,\n\"c\": 1}") ==
        "a quotation mark is missing at the end of this line (line 1, column 7)");
  // Without quotation marks, or with others.
  CHECK(fault("{a: 1}") == "a must be a name in quotation marks (line 1, column 2)");
  CHECK(fault("{1: 1}") == "1 must be a name in quotation marks (line 1, column 2)");
  CHECK(fault("{\"a\": nan}") ==
        "nan is not a value; text needs quotation marks (line 1, column 7)");
  CHECK(fault("{\"a\": 01}") == "01 is not a number of JSON (line 1, column 7)");
  CHECK(fault("{\"a\": .5}") == ".5 is not a number of JSON (line 1, column 7)");
  CHECK(fault("{\xE2\x80\x9C"
              "a\xE2\x80\x9D: 1}") ==
        "a curly quotation mark; JSON has straight ones (line 1, column 2)");
  // What people paste from programs and from documentation.
  const std::string python = "this looks like Python; json.dumps writes JSON";
  CHECK(fault("{'a': 1}") == python + " (line 1, column 2)");
  CHECK(fault("{\"a\": None}") == python + " (line 1, column 7)");
  CHECK(fault("{\"a\": 1, # one\n\"b\": 2}") ==
        "JSON has no comments; delete this one (line 1, column 10)");
  CHECK(fault("{\n  // one\n}") == "JSON has no comments; delete this one (line 2, column 3)");
  CHECK(fault("{\n  ...,\n  \"a\": 1\n}") ==
        "... stands for what was left out; put the rest of the file there (line 2, column 3)");
  CHECK(fault("\"a\": 1") == "the braces { } around the whole are missing (line 1, column 4)");
  CHECK(fault("<!doctype html>") ==
        "this looks like a web page; open the file itself (line 1, column 1)");
  CHECK(fault("https://huggingface.co/x") ==
        "this is an address; open it and take the file (line 1, column 1)");
  CHECK(fault("hidden_size: 4096") == "it must begin with { (line 1, column 1)");
  // Columns count characters, and what is no UTF-8 is not shown.
  CHECK(fault("{\"\xC3\xA9\": 1 2}") == "a comma is missing before 2 (line 1, column 9)");
  CHECK(fault("\xEF\xBB\xBF{\"a\": 1 2}") == "a comma is missing before 2 (line 1, column 9)");
  CHECK(fault("{\"a\": 1 \"\xC3\xA9\"}") == "a comma is missing before this (line 1, column 9)");
  const std::string within =
      "these quotation marks contain a character, or an escape, that JSON does not have";
  CHECK(fault("{\"a\": \"\xFF\"}") == within + " (line 1, column 7)");
  CHECK(fault("{\"a\": \"\\x\"}") == within + " (line 1, column 7)");
  CHECK(fault("[1 " + std::string(50, '7') + "]") ==
        "a comma is missing before " + std::string(40, '7') + "... (line 1, column 4)");
}

TEST_CASE("config.json: what stands for NaN does not move what comes after it") {
  CHECK(fault("[NaN, NaN, x]").ends_with("(line 1, column 12)"));
  CHECK(fault("[-Infinity, Infinity, x]").ends_with("(line 1, column 23)"));
  CHECK(fault("[NaN,\nNaN, x]").ends_with("(line 2, column 6)"));
  CHECK(fault("[1e999, -1e999, x]").ends_with("(line 1, column 17)"));
  CHECK(fault("[1 NaN]") == "a comma is missing before NaN (line 1, column 4)");
  CHECK(fault("[NaN 1e999]") == "a comma is missing before 1e999 (line 1, column 6)");
  for (const std::string wrong :
       {"{NaN: 1}", "{1e999: 1}", "[1NaN]", "[NaN1]", "[-NaN]", "[01e999]", "[+1e999]", "[1e999.5]",
        "[1e999x]", "[--1e999]", "[- Infinity]", "[1e999 2]", "[Infinity NaN]"}) {
    CAPTURE(wrong);
    CHECK(fault(wrong).find(" (line 1, column ") != std::string::npos);
  }
}

TEST_CASE("config.json: at most 32 levels") {
  CHECK(parse_config(config_texts::nested(32)));
  CHECK(refusal(config_texts::nested(33)) == "it is nested more than 32 levels deep");
  CHECK(refusal(config_texts::nested(400'000)) == "it is nested more than 32 levels deep");
  CHECK(fault(std::string(100'000, '{')) ==
        "{ must be a name in quotation marks (line 1, column 2)");
}

TEST_CASE("config.json: at most 1 MB") {
  const auto of_size = [](std::size_t size) {
    const std::string text = "{\"a\": \"\"}";
    return "{\"a\": \"" + std::string(size - text.size(), 'x') + "\"}";
  };
  CHECK(parse_config(of_size(1'000'000)));
  CHECK(refusal(of_size(1'000'001)) == "it is larger than 1 MB, and a config.json has a few kB");
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

  const std::string tokenizer = "it is a tokenizer.json; open the config.json beside it";
  const std::string index = "it is an index of weights; open the config.json beside it";
  CHECK(refusal(R"({"version": "1.0", "added_tokens": [)" + std::string(2'000'000, ' ')) ==
        tokenizer);
  CHECK(refusal(R"({"metadata": {}, "weight_map": {)" + std::string(2'000'000, ' ')) == index);
}

TEST_CASE("config.json: another JSON file is named, and the one to open instead") {
  using Files = std::vector<std::pair<std::string, std::string>>;
  const Files beside{
      {R"({"version": "1.0", "added_tokens": [], "model": {}})", "a tokenizer.json"},
      {R"({"added_tokens_decoder": {}, "model_max_length": 4096})", "a tokenizer_config.json"},
      {R"({"tokenizer_class": "LlamaTokenizer"})", "a tokenizer_config.json"},
      {R"({"bos_token": "<s>", "eos_token": "</s>"})", "a special_tokens_map.json"},
      {R"({"<|im_end|>": 151645, "<|im_start|>": 151644})", "an added_tokens.json"},
      {R"({"metadata": {}, "weight_map": {"a": "b"}})", "an index of weights"},
      {R"({"transformers_version": "5.0.0", "eos_token_id": 2})", "a generation_config.json"},
      {R"({"do_sample": true, "temperature": 0.6})", "a generation_config.json"},
      {R"({"image_mean": [0.5], "do_resize": true})",
       "a preprocessor_config.json, about images or sound"},
      {R"({"processor_class": "X", "image_seq_length": 256})",
       "a processor_config.json, about images or sound"},
      {R"({"log_history": [], "global_step": 5})",
       "a trainer_state.json, the log of a training run"},
      {R"([{"idx": 0, "name": "0", "path": "", "type": "x"}])",
       "a modules.json of Sentence Transformers"},
  };
  for (const auto& [text, is] : beside) {
    CHECK(refusal(text) == "it is " + is + "; open the config.json beside it");
  }
  const Files of_a_model{
      {R"({"name": "x", "private": true, "dependencies": {}})", "a package.json"},
      {R"({"name": "x", "version": "1.0.0", "scripts": {}})", "a package.json"},
      {R"({"name": "x", "lockfileVersion": 3, "packages": {}})", "a package-lock.json"},
      {R"({"compilerOptions": {}})", "a tsconfig.json"},
      {R"({"nbformat": 4, "cells": []})", "a notebook"},
      {R"({"model_type": "llama", "model_config": {}, "conv_template": {}})",
       "an mlc-chat-config.json"},
  };
  for (const auto& [text, is] : of_a_model) {
    CHECK(refusal(text) == "it is " + is + "; open the config.json of a model");
  }
  const std::string adapter = "it is an adapter_config.json; open the config.json of ";
  CHECK(refusal(R"({"peft_type": "LORA"})") == adapter + "the model that it adapts");
  CHECK(refusal(R"({"peft_type": "LORA", "base_model_name_or_path": "org/model"})") ==
        adapter + "\"org/model\"");
  const std::string params =
      ", which the code of Meta and Mistral reads; open the config.json of "
      "the same model in Hugging Face's format";
  CHECK(refusal(R"({"dim": 4096, "n_heads": 32, "rope_theta": 5e5})") ==
        "it is a params.json (dim, n_heads)" + params);
  CHECK(refusal(R"({"dim": 4096, "n_layers": 32})") ==
        "it is a params.json (dim, n_layers)" + params);
  CHECK(refusal(R"({"rope_type": "yarn", "factor": 4.0})") ==
        "it is a scaling without its model; open the whole config.json");
  CHECK(refusal(R"({"word_embedding_dimension": 768})") ==
        "it is about the pooling of a sentence embedding; open the config.json in the folder "
        "above");
  std::string vocabulary = "{";
  for (int n = 0; n < 300; ++n) vocabulary += "\"t" + std::to_string(n) + "\": 1, ";
  CHECK(refusal(vocabulary + "\"t\": 1}") ==
        "it is a vocabulary of tokens; open the config.json beside it");
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
