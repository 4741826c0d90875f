#include "gguf_writer.hpp"

namespace gguf_files {

/// The message for a file that is refused.
std::string refusal(const std::string& file) {
  const auto read = read_gguf(as_bytes(file), file.size());
  const std::string all = message(read);
  CHECK(read.error().parameter == "file");
  REQUIRE(all.starts_with("[gguf] "));
  return all.substr(7);
}

std::string refusal(const GgufWriter& writer) { return refusal(writer.file()); }

/// A file with a key of each kind and the tensors of a model with scaled RoPE.
GgufWriter model() {
  GgufWriter writer;
  writer.text("general.architecture", "llama");
  writer.number("llama.rope.freq_base", GgufType::float32, 500000);
  writer.boolean("llama.rope.scaling.finetuned", true);
  writer.texts("tokenizer.ggml.tokens", std::vector<std::string>(1025, "word"));
  writer.numbers("llama.rope.dimension_sections", GgufType::int32, {16, 24, 24, 0});
  writer.tensor("token_embd.weight", {4, 3}, 0, std::string(4 * 3 * 4, 'x'));
  writer.tensor("rope_freqs.weight", {2}, 0, GgufWriter::raw(1.0F) + GgufWriter::raw(8.0F));
  return writer;
}

/// As a caller reads a file: from nothing on, and only as much as is needed.
struct Read {
  GgufHeader header;
  std::vector<std::size_t> sizes;
};

/// @param file_size of a file that begins with these bytes
Read read_as_needed(const std::string& start, std::uint64_t file_size) {
  Read all;
  for (std::size_t size = 0;;) {
    all.sizes.push_back(size);
    const auto read = read_gguf(as_bytes(start).first(size), file_size);
    if (!read) FAIL(read.error().message);
    if (read->header) {
      all.header = *read->header;
      return all;
    }
    REQUIRE(read->needed > size);
    REQUIRE(read->needed <= start.size());
    size = read->needed;
  }
}

/// Arrays in arrays: that many levels, the innermost of one number.
std::string nested(int depth) {
  std::string value = GgufWriter::raw_array(GgufType::uint8, 1, "\x07");
  for (int n = 1; n < depth; ++n) value = GgufWriter::raw_array(GgufType::array, 1, value);
  return value;
}

std::string bytes_of_halves(const std::vector<std::uint16_t>& values) {
  std::string bytes;
  for (const std::uint16_t value : values) bytes += GgufWriter::raw(value);
  return bytes;
}

}  // namespace gguf_files

using namespace gguf_files;

TEST_CASE("gguf: every type of value, in both versions and in the order of the file") {
  for (const std::uint32_t version : {2U, 3U}) {
    CAPTURE(version);
    GgufWriter writer;
    writer.version = version;
    writer.number("a", GgufType::uint8, 255);
    writer.number("b", GgufType::int8, -128);
    writer.number("c", GgufType::uint16, 65535);
    writer.number("d", GgufType::int16, -32768);
    writer.number("e", GgufType::uint32, 4294967295);
    writer.number("f", GgufType::int32, -2147483648);
    writer.number("g", GgufType::float32, 0.1);
    writer.boolean("h", true);
    writer.text("i", "naïve");
    writer.number("k", GgufType::uint64, 9007199254740992);
    writer.number("l", GgufType::int64, -9007199254740992);
    writer.number("m", GgufType::float64, 0.1);
    writer.boolean("n", false);
    writer.text("o", "");
    const GgufHeader header = header_of(writer.file());
    CHECK(header.version == version);
    CHECK(header.alignment == 32);
    CHECK(header.tensor_count == 0);
    REQUIRE(header.entries.size() == 14);
    CHECK(header.entries[3].key == "d");
    CHECK(header.entries[3].value.type == GgufType::int16);
    const std::map<std::string, double> numbers{
        {"a", 255},        {"b", -128},
        {"c", 65535},      {"d", -32768},
        {"e", 4294967295}, {"f", -2147483648.0},
        {"g", 0.1F},       {"k", 9007199254740992},
        {"m", 0.1},        {"l", -9007199254740992},
    };
    for (const auto& [key, value] : numbers) {
      CAPTURE_BOUND(key);
      CHECK(**header.number(key) == value);
    }
    CHECK(**header.boolean("h"));
    CHECK_FALSE(**header.boolean("n"));
    CHECK(**header.text("i") == "naïve");
    CHECK((*header.text("o"))->empty());
  }
}

TEST_CASE("gguf: a key that is not there is no error, and another type is") {
  GgufWriter writer;
  writer.text("llama.rope.freq_base", "10000");
  writer.number("llama.context_length", GgufType::uint32, 4096);
  writer.boolean("llama.use", true);
  writer.texts("general.tags", {"a", "b"});
  writer.numbers("llama.layers", GgufType::int32, std::vector<double>(1025, 1));
  writer.numbers("llama.none", GgufType::int32, {});
  const GgufHeader header = header_of(writer.file());
  CHECK(*header.number("x") == nullptr);
  CHECK(*header.boolean("x") == nullptr);
  CHECK(*header.text("x") == nullptr);
  CHECK(*header.numbers("x") == nullptr);
  CHECK(header.value_of("x") == nullptr);
  CHECK(message(header.number("llama.rope.freq_base")) ==
        "[gguf] llama.rope.freq_base must be a number but is the string \"10000\"");
  CHECK(message(header.text("llama.context_length")) ==
        "[gguf] llama.context_length must be a string but is the uint32 4096");
  CHECK(message(header.number("llama.use")) ==
        "[gguf] llama.use must be a number but is the boolean true");
  CHECK(message(header.boolean("general.tags")) ==
        "[gguf] general.tags must be a boolean but is an array of 2 elements of type string");
  CHECK(
      message(header.numbers("general.tags")) ==
      "[gguf] general.tags must be an array of at most 1024 numbers but is an array of 2 elements "
      "of type string");
  CHECK(message(header.numbers("llama.layers")) ==
        "[gguf] llama.layers must be an array of at most 1024 numbers but is an array of 1025 "
        "elements of type int32");
  CHECK(message(header.numbers("llama.use")) ==
        "[gguf] llama.use must be an array of at most 1024 numbers but is the boolean true");
  CHECK((*header.numbers("llama.none"))->empty());
}

TEST_CASE("gguf: short arrays are kept, long ones are skipped") {
  GgufWriter writer;
  std::vector<double> numbers(1024);
  std::iota(numbers.begin(), numbers.end(), -5);
  writer.numbers("kept", GgufType::int16, numbers);
  numbers.push_back(0);
  writer.numbers("skipped", GgufType::int16, numbers);
  writer.numbers("flags", GgufType::boolean, {1, 0, 1});
  writer.texts("words", {"a", "", "naïve"});
  writer.texts("tokens", std::vector<std::string>(1025, "token"));
  writer.key("nested", GgufType::array, nested(4));
  writer.number("last", GgufType::uint8, 9);
  const GgufHeader header = header_of(writer.file());
  const auto array = [&](std::string_view key) {
    const GgufValue* value = header.value_of(key);
    REQUIRE(value != nullptr);
    CHECK(value->type == GgufType::array);
    return std::get<GgufArray>(value->value);
  };
  numbers.pop_back();
  CHECK(**header.numbers("kept") == numbers);
  CHECK(array("skipped").numbers.empty());
  CHECK(array("skipped").length == 1025);
  CHECK(array("skipped").element_type == GgufType::int16);
  CHECK(**header.numbers("flags") == std::vector<double>{1, 0, 1});
  CHECK(array("flags").element_type == GgufType::boolean);
  CHECK(array("words").strings == std::vector<std::string>{"a", "", "naïve"});
  CHECK(array("tokens").strings.empty());
  CHECK(array("tokens").length == 1025);
  CHECK(array("tokens").element_type == GgufType::string);
  CHECK(array("nested").length == 1);
  CHECK(array("nested").element_type == GgufType::array);
  CHECK(**header.number("last") == 9);
}

TEST_CASE("gguf: in a string, bytes that are not UTF-8 are replaced") {
  GgufWriter writer;
  writer.text("a", "x\xFFy\xC3");
  writer.texts("b", {"\xC3\xA9\xC3"});
  const GgufHeader header = header_of(writer.file());
  CHECK(**header.text("a") == "x\uFFFDy\uFFFD");
  CHECK(std::get<GgufArray>(header.value_of("b")->value).strings[0] == "é\uFFFD");
}

TEST_CASE("gguf: where the tensors are that change RoPE") {
  for (const std::uint32_t alignment : {8U, 32U, 256U}) {
    CAPTURE(alignment);
    GgufWriter writer;
    writer.align(alignment);
    const auto floats = GgufWriter::raw(1.0F) + GgufWriter::raw(32.5F);
    writer.tensor("token_embd.weight", {3, 5}, 0, std::string(60, 'x'));
    writer.tensor("rope_freqs.weight", {2}, 0, floats);
    // Its data has a type that nobody knows.
    writer.tensor("blk.0.attn_q.weight", {256, 2}, 1000, std::string(99, 'x'));
    writer.tensor("blk.12.rope_factors_long.weight", {1, 3}, 1,
                  bytes_of_halves({0x3C00, 0x4000, 0xC200}));
    writer.tensor("rope_factors_short.weight", {}, 30, bytes_of_halves({0x3FC0}));
    for (const char* other : {"rope_freqs.bias", "blk.rope_freqs.weight", "blk.1_rope_freqs.weight",
                              "blk..rope_freqs.weight", "blk.x.rope_freqs.weight", "blk.12", "",
                              "my.rope_freqs.weight", "blk.1.blk.2.rope_freqs.weight"}) {
      writer.tensor(other, {1}, 0, floats);
    }
    const std::string file = writer.file();
    const GgufHeader header = header_of(file);
    CHECK(header.alignment == alignment);
    CHECK(header.tensor_count == 14);
    const auto& tensors = header.rope_tensors;
    REQUIRE(tensors.size() == 3);
    const auto decoded = [&](const GgufTensor& tensor) {
      CHECK(tensor.offset % alignment == 0);
      const auto bytes = as_bytes(file).subspan(tensor.offset, tensor.size);
      return *decode_tensor(tensor, bytes);
    };
    CHECK(tensors[0].name == "rope_freqs.weight");
    CHECK(tensors[0].dimensions == std::vector<std::uint64_t>{2});
    CHECK(tensors[0].type == GgufTensorType::f32);
    CHECK(tensors[0].size == 8);
    CHECK(decoded(tensors[0]) == std::vector<double>{1, 32.5});
    CHECK(tensors[1].name == "blk.12.rope_factors_long.weight");
    CHECK(tensors[1].dimensions == std::vector<std::uint64_t>{1, 3});
    CHECK(decoded(tensors[1]) == std::vector<double>{1, 2, -3});
    CHECK(tensors[2].dimensions.empty());
    CHECK(decoded(tensors[2]) == std::vector<double>{1.5});
  }
}

// Expected: the formats' definitions, IEEE 754 binary16 and the upper half of a binary32.
TEST_CASE("gguf: elements of tensors, at the edges of their types") {
  const auto decoded = [](GgufTensorType type, const std::string& bytes) {
    return *decode_tensor({"rope_freqs.weight", {}, type, 0, bytes.size()}, as_bytes(bytes));
  };
  const auto halves = decoded(
      GgufTensorType::f16,
      bytes_of_halves({0x0001, 0x03FF, 0x0400, 0x3555, 0x7BFF, 0x8000, 0x7C00, 0xFC00, 0x7E00}));
  const std::vector<double> expected{0x1p-24, 0x1p-14 - 0x1p-24, 0x1p-14,  1365 * 0x1p-12, 65504,
                                     0,       infinity,          -infinity};
  CHECK(std::vector(halves.begin(), halves.end() - 1) == expected);
  CHECK(std::signbit(halves[5]));
  CHECK(std::isnan(halves.back()));
  const auto brains =
      decoded(GgufTensorType::bf16, bytes_of_halves({0x3F80, 0xC049, 0x7F80, 0x0001, 0x7FC0}));
  CHECK(std::vector(brains.begin(), brains.end() - 1) ==
        std::vector<double>{1, -3.140625, infinity, 0x1p-133});
  CHECK(std::isnan(brains.back()));
  CHECK(decoded(GgufTensorType::f32, GgufWriter::raw(0.1F) + GgufWriter::raw(-1e30F)) ==
        std::vector<double>{0.1F, -1e30F});
  CHECK(message(decode_tensor({"rope_freqs.weight", {2}, GgufTensorType::f32, 0, 8},
                              as_bytes("seven b"))) ==
        "[gguf] rope_freqs.weight takes 8 bytes of the file but got 7");
}

TEST_CASE("gguf: a file of any size is read from its beginning alone") {
  GgufWriter writer;
  writer.text("general.architecture", "llama");
  writer.texts("tokenizer.ggml.tokens", std::vector<std::string>(30'000, "word"));
  writer.numbers("tokenizer.ggml.scores", GgufType::float32, std::vector<double>(200'000, 0.5));
  const std::size_t scores_end = writer.header().size();
  writer.number("llama.rope.freq_base", GgufType::float32, 500000);
  writer.tensor_at("blk.0.rope_freqs.weight", {64}, 0, std::uint64_t{32} * 3'000'000'000);
  const std::string header = writer.header();
  constexpr std::uint64_t hundred_gb = 100'000'000'000;
  const Read all = read_as_needed(header + std::string(2 * header.size(), 'w'), hundred_gb);
  // Twice as many each time, or as many as an array has.
  REQUIRE(scores_end > 1048576);
  CHECK(all.sizes ==
        std::vector<std::size_t>{0, 65536, 131072, 262144, 524288, scores_end, 2 * scores_end});
  CHECK(**all.header.number("llama.rope.freq_base") == 500000);
  const std::uint64_t weights = (header.size() + 31) / 32 * 32;
  CHECK(all.header.rope_tensors[0].offset == weights + 96'000'000'000);
  // Bytes after the end, if a caller has any, are not read.
  const std::string cut = message(read_gguf(as_bytes(header), header.size() - 1));
  CHECK(cut.find("the file ends at byte " + std::to_string(header.size() - 1)) !=
        std::string::npos);
}

TEST_CASE("gguf: from every beginning of a file the same header is reached") {
  const std::string file = model().file();
  const std::size_t header_size = model().header().size();
  for (std::size_t size = 0; size < file.size(); ++size) {
    CAPTURE(size);
    const auto read = read_gguf(as_bytes(file).first(size), file.size());
    REQUIRE(read);
    REQUIRE(read->header.has_value() == (size >= header_size));
    if (!read->header) CHECK(read->needed == file.size());
    if (read->header) CHECK(read->header->entries.size() == 5);
  }
}

TEST_CASE("gguf: a file that is cut off, at every byte") {
  const std::string file = model().file();
  const std::size_t end = file.size() - 32 + 8;  // of the last tensor, without its padding
  CHECK(header_of(file.substr(0, end)).rope_tensors.size() == 1);
  for (std::size_t size = 0; size < end; ++size) {
    CAPTURE(size);
    const std::string all = refusal(file.substr(0, size));
    const std::string where = "the file ends at byte " + std::to_string(size);
    REQUIRE(all.find(where) != std::string::npos);
  }
  CHECK(refusal("") ==
        "the beginning takes 4 bytes from byte 0 on, but the file ends at byte 0: it is cut off or "
        "damaged");
  CHECK(refusal(file.substr(0, 6)).starts_with("the version takes 4 bytes from byte 4 on"));
  CHECK(refusal(file.substr(0, 80)) ==
        "the number of keys is 5, each of at least 13 bytes from byte 24 on, but the file ends at "
        "byte 80: it is cut off or damaged");
  GgufWriter writer;
  writer.text("general.name", "abcdef");
  const std::string text = writer.header();
  CHECK(refusal(text.substr(0, text.size() - 2)) ==
        "the value of key 1 of 1 (\"general.name\") takes 6 bytes from byte 56 on, but the file "
        "ends at byte 60: it is cut off or damaged");
}

TEST_CASE("gguf: other files, versions and byte orders") {
  CHECK(refusal("PK\x03\x04") ==
        "this is not a GGUF file: it must begin with \"GGUF\" but begins with \"PK  \"");
  CHECK(refusal("<!doctype html>").ends_with("begins with \"<!do\""));
  CHECK(refusal("GGML").ends_with("begins with \"GGML\""));
  CHECK(refusal("X").ends_with("begins with \"X\""));
  CHECK(refusal("GG") ==
        "the beginning takes 2 bytes from byte 2 on, but the file ends at byte 2: it is cut off or "
        "damaged");
  CHECK(refusal("\xFF\xFEXX").ends_with("begins with \"\uFFFD\uFFFDXX\""));
  for (const std::uint32_t version : {0U, 1U, 4U, 65535U}) {
    GgufWriter writer = model();
    writer.version = version;
    CHECK(refusal(writer) ==
          "the version of the file must be 2 or 3 but is " + std::to_string(version));
  }
  GgufWriter writer = model();
  writer.version = 3U << 24U;
  CHECK(refusal(writer) ==
        "the file must be little-endian but is big-endian: its version reads 50331648");
}

TEST_CASE("gguf: numbers of things that the file has no bytes for") {
  constexpr std::uint64_t huge = std::uint64_t{1} << 63U;
  for (const std::uint64_t claim : {huge, ~std::uint64_t{0}, huge / 4, std::uint64_t{1000}}) {
    CAPTURE(claim);
    const auto none = [&](const std::string& text, const std::string& expected) {
      CAPTURE(text);
      CHECK(text.starts_with(expected + format_number(static_cast<double>(claim))));
      CHECK(text.ends_with("it is cut off or damaged"));
    };
    GgufWriter tensors;
    tensors.tensors_claimed = claim;
    none(refusal(tensors), "the number of tensors is ");
    GgufWriter keys;
    keys.keys_claimed = claim;
    none(refusal(keys), "the number of keys is ");
    const std::string length = GgufWriter::raw(claim);
    none(refusal("GGUF" + GgufWriter::raw(3U) + GgufWriter::raw<std::uint64_t>(0) +
                 GgufWriter::raw<std::uint64_t>(1) + length + "12345"),
         "the name of key 1 of 1 takes ");
    GgufWriter text;
    text.key("a", GgufType::string, length);
    none(refusal(text), "the value of key 1 of 1 (\"a\") takes ");
    for (const auto& [name, type] : gguf_type_names) {
      CAPTURE_BOUND(name);
      GgufWriter array;
      array.key("a", GgufType::array, GgufWriter::raw_array(type, claim, "1234"));
      none(refusal(array), "the number of elements of key 1 of 1 (\"a\") is ");
    }
    GgufWriter words;
    words.key("a", GgufType::array, GgufWriter::raw_array(GgufType::string, 1, length));
    none(refusal(words), "the value of key 1 of 1 (\"a\") takes ");
  }
  GgufWriter writer;
  writer.key("a", GgufType::array, GgufWriter::raw_array(GgufType::int32, 9, "12345678"));
  CHECK(refusal(writer.header()) ==
        "the number of elements of key 1 of 1 (\"a\") is 9, each of at least 4 bytes from byte 49 "
        "on, but the file ends at byte 57: it is cut off or damaged");
}

TEST_CASE("gguf: headers that are too large, in files that have the bytes") {
  constexpr std::uint64_t size = std::uint64_t{1} << 40U;
  const auto read = [](const GgufWriter& writer) {
    return message(read_gguf(as_bytes(writer.header()), size));
  };
  GgufWriter text;
  text.key("a", GgufType::string, GgufWriter::raw(std::uint64_t{1} << 30U));
  CHECK(read(text) ==
        "[gguf] the value of key 1 of 1 (\"a\") ends at byte 1073741869, but only headers of up to "
        "67108864 bytes are read");
  GgufWriter array;
  const std::uint64_t length = std::uint64_t{1} << 33U;
  array.key("a", GgufType::array, GgufWriter::raw_array(GgufType::float64, length, ""));
  CHECK(read(array).find(" ends at byte 68719476785,") != std::string::npos);
  GgufWriter keys;
  keys.keys_claimed = 8193;
  CHECK(read(keys) == "[gguf] the number of keys must be at most 8192 but is 8193");
  // One that fits is read to its end, and no further than the limit.
  GgufWriter fits;
  fits.key("a", GgufType::string, GgufWriter::raw<std::uint64_t>(max_gguf_header_bytes - 45));
  CHECK(read_gguf(as_bytes(fits.header()), size)->needed == max_gguf_header_bytes);
  CHECK(read_gguf(as_bytes(array.header()).first(24), size)->needed == 65536);
  GgufWriter longer;
  longer.key("a", GgufType::string, GgufWriter::raw<std::uint64_t>(max_gguf_header_bytes - 44));
  CHECK(read(longer).find(" ends at byte 67108865,") != std::string::npos);
  // Nor are twice as many bytes needed, if that is beyond the limit.
  constexpr std::size_t most = max_gguf_header_bytes / 2 + 1;
  GgufWriter half;
  half.key("a", GgufType::string,
           GgufWriter::raw<std::uint64_t>(most) + std::string(most - 1, 'x'));
  CHECK(read_gguf(as_bytes(half.header()), size)->needed == max_gguf_header_bytes);
}

TEST_CASE("gguf: names of keys") {
  GgufWriter twice;
  twice.number("a", GgufType::uint8, 1);
  twice.number("b", GgufType::uint8, 1);
  twice.text("a", "x");
  CHECK(refusal(twice) ==
        "the name of key 3 of 3 (\"a\") must occur once, but an earlier key has it");
  GgufWriter empty;
  empty.number("", GgufType::uint8, 1);
  CHECK(refusal(empty) == "the name of key 1 of 1 must have 1 to 65535 bytes but has 0");
  GgufWriter longest;
  longest.number(std::string(65535, 'a'), GgufType::uint8, 1);
  CHECK(header_of(longest.file()).entries[0].key.size() == 65535);
  GgufWriter longer;
  longer.number(std::string(65536, 'a'), GgufType::uint8, 1);
  CHECK(refusal(longer) == "the name of key 1 of 1 must have 1 to 65535 bytes but has 65536");
  GgufWriter letters;
  letters.number("größe", GgufType::uint8, 1);
  CHECK(**header_of(letters.file()).number("größe") == 1);
  for (const std::string bad : {"\xFF", "\xC3", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    GgufWriter writer;
    writer.number("ok", GgufType::uint8, 1);
    writer.number("ab" + bad, GgufType::uint8, 1);
    // The first key ends after its 8 + 2 + 4 + 1 bytes.
    CHECK(refusal(writer) ==
          "the name of key 2 of 2 must be in UTF-8, but byte 49 of the file is not");
  }
  const std::string known = "llama.rope.scaling.original_context_length";
  for (const std::string& key : {known, std::string(65, 'a')}) {
    GgufWriter writer;
    writer.key(key, 99, "");
    const std::string quoted = key == known ? key : std::string(64, 'a') + " ...";
    CHECK(refusal(writer) ==
          "the type of key 1 of 1 (\"" + quoted + "\") must be from 0 to 12 but is 99");
  }
  // What is quoted is one line.
  GgufWriter lines;
  lines.key("a\nb", 99, "");
  CHECK(refusal(lines).starts_with("the type of key 1 of 1 (\"a b\") must be"));
}

TEST_CASE("gguf: values that there are none of") {
  GgufWriter type;
  type.key("a", 13, "1234");
  CHECK(refusal(type) == "the type of key 1 of 1 (\"a\") must be from 0 to 12 but is 13");
  GgufWriter elements;
  elements.key("a", GgufType::array,
               GgufWriter::raw(~0U) + GgufWriter::raw<std::uint64_t>(1) + "1234");
  CHECK(refusal(elements) ==
        "the type of elements of key 1 of 1 (\"a\") must be from 0 to 12 but is 4294967295");
  GgufWriter boolean;
  boolean.key("a", GgufType::boolean, "\x02");
  CHECK(refusal(boolean) ==
        "the value of key 1 of 1 (\"a\") must be 0 or 1, as it is a boolean, but is 2");
  GgufWriter booleans;
  booleans.key("a", GgufType::array, GgufWriter::raw_array(GgufType::boolean, 2, "\x01\xFF"));
  CHECK(refusal(booleans).ends_with("must be 0 or 1, as it is a boolean, but is 255"));
  GgufWriter deep;
  deep.key("a", GgufType::array, nested(5));
  CHECK(refusal(deep) ==
        "the value of key 1 of 1 (\"a\") must have at most 4 levels of arrays but has more");
  GgufWriter deepest;
  deepest.key("a", GgufType::array, nested(1000));
  CHECK(refusal(deepest).ends_with("must have at most 4 levels of arrays but has more"));
}

TEST_CASE("gguf: alignments") {
  const auto aligned = [](GgufType type, double value) {
    GgufWriter writer;
    writer.number("general.alignment", type, value);
    return writer;
  };
  for (const double wrong : {0.0, 24.0, 31.0, 4294967295.0}) {
    CHECK(refusal(aligned(GgufType::uint32, wrong)) ==
          "general.alignment must be a power of two, at most 2^31, but is " + format_number(wrong));
  }
  for (const double wrong : {-32.0, 0.5, 32.5, 1e300, infinity, std::nan("")}) {
    CHECK(refusal(aligned(GgufType::float64, wrong))
              .starts_with("general.alignment must be a power of two"));
  }
  CHECK(header_of(aligned(GgufType::uint64, 1).file()).alignment == 1);
  CHECK(header_of(aligned(GgufType::uint32, 2147483648).file()).alignment == 2147483648U);
  GgufWriter text;
  text.text("general.alignment", "32");
  CHECK(refusal(text) == "general.alignment must be a number but is the string \"32\"");
}

TEST_CASE("gguf: tensors that cannot be") {
  const auto with = [](const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
                       std::uint64_t offset) {
    GgufWriter writer;
    writer.tensor_at("rope_freqs.weight", dimensions, type, offset);
    return writer.file() + std::string(64, 'w');  // the weights begin at byte 96
  };
  const std::string it = " of tensor 1 of 1 (\"rope_freqs.weight\") ";
  CHECK(header_of(with({16}, 0, 0)).rope_tensors[0].offset == 96);
  CHECK(refusal(with({17}, 0, 0)) ==
        "rope_freqs.weight takes 68 bytes from byte 96 on, but the file ends at byte 160: it is "
        "cut off or damaged");
  CHECK(refusal(with({1}, 0, 64)).starts_with("rope_freqs.weight takes 4 bytes from byte 160 on"));
  CHECK(refusal(with({1}, 0, ~std::uint64_t{31}))
            .starts_with("rope_freqs.weight takes 4 bytes from byte 1.84467440737096e+19 on"));
  CHECK(refusal(with({1}, 0, 33)) ==
        "the offset of rope_freqs.weight must be a multiple of 32 but is 33");
  CHECK(refusal(with({1}, 8, 0)) ==
        "the type" + it + "must be 0 (F32), 1 (F16) or 30 (BF16) but is 8");
  CHECK(refusal(with({1, 1, 1, 1, 1}, 0, 0)) ==
        "the number of dimensions" + it + "must be at most 4 but is 5");
  CHECK(refusal(with({0}, 0, 0)) == "the size" + it + "must be 1 to 65536 elements but is 0");
  CHECK(refusal(with({65536, 2}, 0, 0)) ==
        "the size" + it + "must be 1 to 65536 elements but is 131072");
  const std::uint64_t huge = std::uint64_t{1} << 63U;
  CHECK(refusal(with({huge, huge, huge, huge}, 0, 0))
            .starts_with("the size" + it + "must be 1 to 65536 elements but is 7.2"));
  GgufWriter many;
  many.key("a", GgufType::string, GgufWriter::raw_text(std::string(1000, 'x')));
  many.tensor_at("x", std::vector<std::uint64_t>(100, 1), 0, 0);
  CHECK(refusal(many) ==
        "the number of dimensions of tensor 1 of 1 (\"x\") must be at most 4 but is 100");
  GgufWriter twice;
  twice.tensor("rope_freqs.weight", {1}, 0, "1234");
  twice.tensor("rope_freqs.weight", {1}, 0, "1234");
  CHECK(refusal(twice) ==
        "the name of tensor 2 of 2 (\"rope_freqs.weight\") must occur once, but an earlier tensor "
        "has it");
}
