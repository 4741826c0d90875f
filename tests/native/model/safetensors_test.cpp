#include "posenc/model/safetensors.hpp"

#include <algorithm>
#include <cstring>

#include "model/checkpoint_bytes.hpp"
#include "posenc/model/trainer.hpp"
#include "test.hpp"

using namespace posenc;

namespace {

Bytes file_with(const std::string& header, std::size_t data = 0) {
  Bytes bytes(8 + header.size() + data);
  put(bytes, 0, static_cast<std::uint64_t>(header.size()));
  std::memcpy(bytes.data() + 8, header.data(), header.size());
  return bytes;
}

TrainingOptions small(Scheme scheme, Task task = Task::order) {
  auto options = task_options(task, scheme);
  options.model.d_model = 8;
  options.model.longest = 12;
  options.model.position.table_rows = 12;
  options.batch = 4;
  options.steps = 6;
  return options;
}

std::string refusal(const Bytes& bytes) { return read_safetensors(bytes).error().message; }

}  // namespace

TEST_CASE("safetensors: the bytes of a file, from the format's description") {
  const Safetensors content{{{"format", "pt"}, {"text", "\"π\\\n"}},
                            {{"a", {2, 2}, {1, -2, 0.5F, 0}}, {"b.c", {1}, {1.5F}}}};
  const std::string header =
      "{\"__metadata__\":{\"format\":\"pt\",\"text\":\"\\\"π\\\\\\u000a\"},"
      "\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]},"
      "\"b.c\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[16,20]}}";
  const std::size_t padding = (8 - header.size() % 8) % 8;
  Bytes expected = file_with(header + std::string(padding, ' '));
  // IEEE 754, little-endian.
  for (const std::uint32_t bits : {0x3F800000U, 0xC0000000U, 0x3F000000U, 0U, 0x3FC00000U}) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      expected.push_back(static_cast<std::uint8_t>(bits >> shift));
    }
  }
  CHECK((safetensors_bytes(content) == expected));
  const auto read = read_safetensors(expected);
  REQUIRE(read);
  CHECK((*read == content));
  CHECK((*read_safetensors(safetensors_bytes({})) == Safetensors{}));
}

TEST_CASE("safetensors: what other writers do is read, too") {
  const std::string header =
      " { \"x\" : { \"data_offsets\" : [ 4 , 8 ] , \"shape\" : [ ] , \"dtype\" : \"F32\" } ,\n"
      "\"\\u03c0\\/\" : {\"shape\":[1, 0], \"dtype\":\"F32\",\"data_offsets\":[4,4]},"
      "\"y\":{\"shape\":[1,1],\"dtype\":\"F32\",\"data_offsets\":[0,4]},\"__metadata__\":{} } ";
  Bytes bytes = file_with(header, 8);
  put(bytes, bytes.size() - 8, 2.0F);
  put(bytes, bytes.size() - 4, 3.0F);
  const auto read = read_safetensors(bytes);
  REQUIRE(read);
  const Safetensors expected{{}, {{"x", {}, {3}}, {"π/", {1, 0}, {}}, {"y", {1, 1}, {2}}}};
  CHECK((*read == expected));
}

TEST_CASE("safetensors: each thing that is wrong with a file is said") {
  CHECK(refusal({1, 2}) == "[safetensors] a file must have at least 8 bytes but has 2");
  Bytes cut = file_with("{}");
  cut.pop_back();
  CHECK(refusal(cut) ==
        "[safetensors] the file is cut off or not safetensors: its header would have 2 bytes, but "
        "1 follow");
  const auto of_header = [](const std::string& header) { return refusal(file_with(header, 4)); };
  CHECK(of_header("[]") == "[safetensors] the header must have \"{\" at byte 8");
  CHECK(of_header("{\"a\"}") == "[safetensors] the header must have \":\" at byte 12");
  CHECK(of_header("{\"a") == "[safetensors] the header must have a quotation mark at byte 11");
  CHECK(of_header("{\"\\u12x4\":{}}") ==
        "[safetensors] the header must have a character of a text at byte 14");
  CHECK(of_header("{\"a\":{\"shape\":[-1]}}") ==
        "[safetensors] the header must have a whole number at byte 23");
  CHECK(of_header("{\"a\":{\"size\":[1]}}") ==
        "[safetensors] the header must have dtype, shape or data_offsets before this place at byte "
        "21");
  CHECK(of_header("{} x") == "[safetensors] the header must have its end at byte 11");
  const auto with = [](const std::string& inside) { return "{\"a\":{" + inside + "}}"; };
  CHECK(of_header(with(R"("dtype":"BF16","shape":[2],"data_offsets":[0,4])")) ==
        "[safetensors] the tensor \"a\" must have the type F32 but has \"BF16\"");
  const std::string place =
      "[safetensors] the data_offsets of the tensor \"a\" must be 4 bytes apart, as its shape "
      "says, "
      "and within the 4 bytes of numbers in the file";
  CHECK(of_header(with(R"("dtype":"F32","shape":[1],"data_offsets":[0,8])")) == place);
  CHECK(of_header(with(R"("dtype":"F32","shape":[1],"data_offsets":[4,8])")) == place);
  CHECK(of_header(with(R"("dtype":"F32","shape":[1],"data_offsets":[4])")) == place);
  CHECK(of_header(with(R"("dtype":"F32","shape":[0],"data_offsets":[0,0])")) ==
        "[safetensors] the tensors must fill the 4 bytes of numbers in the file but have 0");
  const std::string one = R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
  CHECK(of_header("{" + one + "," + one + "}") ==
        "[safetensors] two tensors have the name \"a\", but names must differ");
}

TEST_CASE("safetensors: no damage to a file is a crash, and no part of one is a whole") {
  auto trainer = *Trainer::make(small(Scheme::t5));
  const Bytes bytes = trainer.safetensors();
  const auto length = static_cast<std::size_t>(bytes[0] + 256 * bytes[1]);
  for (std::size_t n = 0; n < 8 + length; ++n) {
    CHECK_FALSE(read_safetensors(std::span(bytes).first(n)));
    for (const std::uint8_t changed : {0x00, 0x22, 0x2C, 0x39, 0x7B, 0xFF}) {
      Bytes damaged_bytes = bytes;
      damaged_bytes[n] = changed;
      const auto read = read_safetensors(damaged_bytes);
      CHECK((read || !read.error().message.empty()));
    }
  }
  CHECK_FALSE(read_safetensors(std::span(bytes).first(bytes.size() - 1)));
}

TEST_CASE("weights: named and laid out as PyTorch's, with the options") {
  auto trainer = *Trainer::make(small(Scheme::learned));
  const auto content = *read_safetensors(trainer.safetensors());
  const auto option = [&](const std::string& name) {
    return std::ranges::find(content.metadata, name, [](const auto& pair) { return pair.first; })
        ->second;
  };
  CHECK(option("format") == "pt");
  CHECK(option("scheme") == "learned");
  CHECK(option("eps") == "1e-05");
  CHECK(option("slopes").empty());
  CHECK(option("test_lengths") == "4,6,8,12,16,24,32");
  const auto tensor = [&](const std::string& name) {
    return *std::ranges::find(content.tensors, name, &NamedTensor::name);
  };
  CHECK(content.tensors.size() == trainer.model().tensors().size());
  CHECK((tensor("positions.weight").shape == std::vector<std::int64_t>{12, 8}));
  CHECK((tensor("layers.0.norm1.weight").shape == std::vector<std::int64_t>{8}));
  const NamedTensor qkv = tensor("layers.0.qkv.weight");
  CHECK((qkv.shape == std::vector<std::int64_t>{24, 8}));
  const auto& own =
      *std::ranges::find(trainer.model().tensors(), "layers.0.qkv.weight", &Tensor::name);
  const auto values = trainer.model().parameters().subspan(static_cast<std::size_t>(own.offset));
  // From input 3 to output 17: [in, out] here, [out, in] there.
  CHECK(values[3 * 24 + 17] == qkv.values[17 * 8 + 3]);
  CHECK(values[8] != qkv.values[8]);
}

TEST_CASE("weights: a run goes on with those of another, whatever its scheme") {
  for (const auto& [name, scheme] : scheme_names) {
    if (scheme == Scheme::alibi_directional) continue;
    CAPTURE_BOUND(name);
    auto options = small(scheme);
    options.model.position.formula = "sin(pos)";
    auto trainer = *Trainer::make(options);
    trainer.step(6);
    options.seed = 2;
    options.steps = 9;
    auto other = *Trainer::make(options);
    CHECK(other.evaluate(8)->loss != trainer.evaluate(8)->loss);
    CHECK_FALSE(other.use_weights(trainer.safetensors()));
    CHECK(std::ranges::equal(other.model().parameters(), trainer.model().parameters()));
    CHECK(other.evaluate(8)->loss == trainer.evaluate(8)->loss);
    if (scheme == Scheme::learned) CHECK(other.position_table()->change.cwiseAbs().maxCoeff() == 0);
    CHECK(other.step(9).step == 9);
  }
}

TEST_CASE("weights that do not fit are errors, and leave the model as it is") {
  auto trainer = *Trainer::make(small(Scheme::rope));
  const auto before = trainer.checkpoint();
  const auto content = *read_safetensors(trainer.safetensors());
  const auto message = [&](const Safetensors& changed) {
    return trainer.use_weights(safetensors_bytes(changed))->message;
  };
  const auto other = small(Scheme::alibi);
  CHECK(trainer.use_weights(Trainer::make(other)->safetensors())->message ==
        "[training] scheme must be \"alibi\", as in the file of weights, but is \"rope\"");
  auto changed = content;
  changed.metadata = {{"base", "7"}, {"seed", "9"}, {"by", "a friend"}};
  CHECK_FALSE(trainer.use_weights(safetensors_bytes(changed)));
  changed.tensors.back().name = "head.bais";
  CHECK(
      message(changed) ==
      "[training] the file of weights must have a tensor \"head.bias\" but has none of that name");
  changed = content;
  changed.tensors.pop_back();
  CHECK(message(changed) ==
        "[training] the file of weights must have 17 tensors, as the model, but has 16");
  changed = content;
  changed.tensors.front().shape = {8, 40};
  CHECK(
      message(changed) ==
      "[training] the tensor \"embedding.weight\" in the file of weights must have the shape [40, "
      "8] but has [8, 40]");
  CHECK(trainer.use_weights(Bytes{1})->message ==
        "[safetensors] a file must have at least 8 bytes but has 1");
  CHECK((trainer.checkpoint() == before));
}

TEST_CASE("batches: those that the next steps draw, without drawing them") {
  for (const Task task : {Task::order, Task::copy}) {
    auto options = small(Scheme::none, task);
    auto trainer = *Trainer::make(options);
    trainer.step(2);
    const auto before = trainer.checkpoint();
    const auto batches = *read_safetensors(*trainer.next_batches(100));
    CHECK((trainer.checkpoint() == before));
    REQUIRE(batches.tensors.size() == 2 * 4);
    auto& model = const_cast<Transformer<float>&>(trainer.model());
    for (std::size_t n = 0; n < 4; ++n) {
      const auto& tokens = batches.tensors[2 * n];
      const auto& targets = batches.tensors[2 * n + 1];
      CHECK(tokens.name == std::to_string(n + 2) + ".tokens");
      CHECK(targets.name == std::to_string(n + 2) + ".targets");
      CHECK(targets.shape.size() == (task == Task::order ? 1 : 2));
      const auto whole = [](const NamedTensor& tensor) {
        return std::vector<Token>(tensor.values.begin(), tensor.values.end());
      };
      const auto loss =
          model.evaluate(whole(tokens), whole(targets), tokens.shape[0], tokens.shape[1]);
      REQUIRE(loss);
      CHECK(trainer.step(1).losses.front() == doctest::Approx(loss->loss).epsilon(1e-12));
    }
    CHECK(read_safetensors(*trainer.next_batches(1))->tensors.empty());
  }
}
