#include "posenc/model_config/gguf_model.hpp"

#include "../gguf/gguf_writer.hpp"
#include "configs.hpp"
#include "posenc/model_config/comparison.hpp"
#include "posenc/model_config/serving.hpp"
#include "serving_flags.hpp"
#include "test.hpp"

// GGUF files as llama.cpp's converter writes them, by its list of keys, against the configs that they come from.
namespace gguf_models {

using configs::json;

constexpr std::uint32_t float32 = 0;

/// A file with the keys of sizes that every architecture has.
class File {
 public:
  explicit File(std::string architecture) : architecture_(std::move(architecture)) {
    writer_.text("general.architecture", architecture_);
  }

  File& whole(const std::string& key, double value) {
    writer_.number(architecture_ + "." + key, GgufType::uint32, value);
    return *this;
  }
  File& real(const std::string& key, double value) {
    writer_.number(architecture_ + "." + key, GgufType::float32, value);
    return *this;
  }
  File& text(const std::string& key, const std::string& value) {
    writer_.text(architecture_ + "." + key, value);
    return *this;
  }
  File& flags(const std::string& key, const std::vector<double>& values) {
    writer_.numbers(architecture_ + "." + key, GgufType::boolean, values);
    return *this;
  }
  File& wholes(const std::string& key, const std::vector<double>& values) {
    writer_.numbers(architecture_ + "." + key, GgufType::int32, values);
    return *this;
  }
  File& sizes(double layers, double width, double heads, double length) {
    return whole("block_count", layers)
        .whole("embedding_length", width)
        .whole("attention.head_count", heads)
        .whole("context_length", length);
  }
  File& factors(const std::string& name, const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) bytes += GgufWriter::raw(static_cast<float>(value));
    writer_.tensor(name, {values.size()}, float32, bytes);
    return *this;
  }

  ConfigValue config() const {
    const std::string file = writer_.file();
    const GgufHeader header = header_of(file);
    std::vector<RopeFactors> factors;
    for (const GgufTensor& tensor : header.rope_tensors) {
      const auto values =
          decode_tensor(tensor, as_bytes(file).subspan(static_cast<std::size_t>(tensor.offset),
                                                       static_cast<std::size_t>(tensor.size)));
      REQUIRE(values);
      factors.push_back({tensor.name, *values});
    }
    const auto config = gguf_config(header, factors);
    REQUIRE(config);
    return *config;
  }
  Result<ModelConfig> read() const { return read_model_config(config()); }

  ModelReport report(std::optional<double> length = std::nullopt) const {
    const auto model = read();
    REQUIRE_MESSAGE(model, (model ? "" : model.error().message));
    const auto all = model_report(*model, length);
    REQUIRE(all);
    return *all;
  }

  std::string refused() const {
    const auto model = read();
    REQUIRE_FALSE(model);
    return model.error().message;
  }

 private:
  std::string architecture_;
  GgufWriter writer_;
};

/// What differs between a model of the reference and its file.
std::vector<Unlike> unlike(const std::string& model, const File& file,
                           std::optional<double> length = std::nullopt) {
  CAPTURE(model);
  std::vector<Unlike> all;
  const auto differences =
      compare_models(configs::report(configs::of_model(model), length), file.report(length));
  for (const ModelDifference& one : differences) all.push_back(one.what);
  return all;
}

/// As generate_extra_tensors of the converter computes them for llama3.
std::vector<double> llama3_factors(const json& scaling, double base, Index head) {
  const double factor = scaling["factor"];
  const double low = scaling["low_freq_factor"];
  const double high = scaling["high_freq_factor"];
  const double original = scaling["original_max_position_embeddings"];
  std::vector<double> factors;
  for (Index i = 0; i < head; i += 2) {
    const double wave =
        2 * std::numbers::pi * std::pow(base, static_cast<double>(i) / static_cast<double>(head));
    const double smooth = (original / wave - low) / (high - low);
    factors.push_back(wave < original / high  ? 1
                      : wave > original / low ? factor
                                              : 1 / ((1 - smooth) / factor + smooth));
  }
  return factors;
}

const std::vector<Unlike> alike{};

}  // namespace gguf_models

TEST_CASE("GGUF models: ten files turn positions as the configs that they come from") {
  using gguf_models::alike;
  using gguf_models::File;
  using gguf_models::unlike;
  CHECK(unlike("Llama-3-8B",
               File("llama").sizes(32, 4096, 32, 8192).real("rope.freq_base", 500000)) == alike);
  const auto scaling = configs::of_model("Llama-3.1-8B-Instruct")["rope_scaling"];
  CHECK(unlike("Llama-3.1-8B-Instruct",
               File("llama")
                   .sizes(32, 4096, 32, 131072)
                   .whole("rope.dimension_count", 128)
                   .real("rope.freq_base", 500000)
                   .factors("rope_freqs.weight",
                            gguf_models::llama3_factors(scaling, 500000, 128))) == alike);
  const auto gemma = configs::of_model("gemma-3-1b-it");
  CHECK(unlike("gemma-3-1b-it", File("gemma3")
                                    .sizes(gemma["num_hidden_layers"], gemma["hidden_size"],
                                           gemma["num_attention_heads"], 32768)
                                    .whole("attention.key_length", 256)
                                    .whole("attention.sliding_window", 512)
                                    .real("rope.freq_base", 1e6)) == alike);
  const auto phi = configs::of_model("Phi-3.5-mini-instruct");
  const File long_rope =
      File("phi3")
          .sizes(phi["num_hidden_layers"], phi["hidden_size"], phi["num_attention_heads"], 131072)
          .whole("rope.dimension_count", 96)
          .whole("rope.scaling.original_context_length", 4096)
          .text("rope.scaling.type", "longrope")
          .real("rope.scaling.attn_factor", 1.1902380714238083)
          .factors("rope_factors_long.weight", phi["rope_scaling"]["long_factor"])
          .factors("rope_factors_short.weight", phi["rope_scaling"]["short_factor"]);
  CHECK(unlike("Phi-3.5-mini-instruct", long_rope) == alike);
  CHECK(unlike("Phi-3.5-mini-instruct", long_rope, 4096) == alike);
  const auto oss = configs::of_model("gpt-oss-120b");
  // llama.cpp rounds the ends of YaRN's ramp, and has no key for truncate.
  CHECK(unlike("gpt-oss-120b", File("gpt-oss")
                                   .sizes(oss["num_hidden_layers"], oss["hidden_size"],
                                          oss["num_attention_heads"], 131072)
                                   .whole("attention.key_length", 64)
                                   .whole("attention.sliding_window", 128)
                                   .real("rope.freq_base", 150000)
                                   .text("rope.scaling.type", "yarn")
                                   .real("rope.scaling.factor", 32)
                                   .whole("rope.scaling.original_context_length", 4096)) ==
        std::vector{Unlike::frequencies});
  const auto deepseek = configs::of_model("DeepSeek-V3");
  const File latent = File("deepseek2")
                          .sizes(deepseek["num_hidden_layers"], deepseek["hidden_size"],
                                 deepseek["num_attention_heads"], 163840)
                          .whole("attention.key_length", 576)
                          .whole("rope.dimension_count", 64)
                          .real("rope.freq_base", 10000)
                          .text("rope.scaling.type", "yarn")
                          .real("rope.scaling.factor", 40)
                          .whole("rope.scaling.original_context_length", 4096)
                          .real("rope.scaling.yarn_log_multiplier", 0.1);
  CHECK(unlike("DeepSeek-V3", latent) == alike);
  CHECK(latent.report().ropes[0].class_logit_factor ==
        doctest::Approx(configs::rope(deepseek).class_logit_factor).epsilon(1e-6));
  CHECK(unlike("SmolLM3-3B",
               File("smollm3").sizes(36, 2048, 16, 65536).real("rope.freq_base", 5e6)) == alike);
  const auto gemma4 = configs::of_model("gemma-4-31b")["text_config"];
  std::vector<double> windows;
  for (const auto& type : gemma4["layer_types"])
    windows.push_back(type == "sliding_attention" ? 1 : 0);
  std::vector<double> proportional(256, 1e30);
  std::fill_n(proportional.begin(), 64, 1.0);
  const ModelReport four = File("gemma4")
                               .sizes(gemma4["num_hidden_layers"], gemma4["hidden_size"],
                                      gemma4["num_attention_heads"], 262144)
                               .whole("attention.key_length", 512)
                               .whole("attention.key_length_swa", 256)
                               .whole("rope.dimension_count", 512)
                               .whole("rope.dimension_count_swa", 256)
                               .whole("attention.sliding_window", 1024)
                               .flags("attention.sliding_window_pattern", windows)
                               .real("rope.freq_base", 1e6)
                               .real("rope.freq_base_swa", 10000)
                               .factors("rope_freqs.weight", proportional)
                               .report();
  // Pairs that do not rotate are divided by 1e30 there.
  REQUIRE(four.ropes.size() == 2);
  const auto ours = configs::report(configs::of_model("gemma-4-31b"));
  CHECK(four.ropes[0].frequencies.inv_freq.head(64).isApprox(
      ours.ropes[0].frequencies.inv_freq.head(64), 1e-12));
  CHECK(four.ropes[0].frequencies.inv_freq.tail(192).maxCoeff() < 1e-29);
  CHECK(four.ropes[1].frequencies.inv_freq.isApprox(ours.ropes[1].frequencies.inv_freq, 1e-12));
  CHECK(unlike("BLOOM-176B", File("bloom").sizes(70, 14336, 112, 2048)) == alike);
  CHECK(unlike("GPT-2", File("gpt2").sizes(12, 768, 12, 1024)) == alike);
}

TEST_CASE("GGUF models: what llama.cpp makes of keys") {
  using gguf_models::File;
  const auto llama = [] { return File("llama").sizes(2, 512, 4, 4096); };
  const auto scaling = [](const File& file) { return file.report().ropes.at(0).settings.scaling; };
  // A factor without a type is linear; with the type none it is not read.
  CHECK(scaling(llama().real("rope.scaling.factor", 4)).type == RopeType::linear);
  CHECK(scaling(llama().real("rope.scaling.factor", 4).text("rope.scaling.type", "none")).type ==
        RopeType::plain);
  // rope_freqs and a factor multiply.
  const auto both = llama()
                        .real("rope.scaling.factor", 4)
                        .factors("rope_freqs.weight", std::vector<double>(64, 2));
  CHECK(both.report().ropes.at(0).frequencies.inv_freq[0] == 0.125);
  // YaRN's multipliers are computed; what the file has is applied besides, and beta_fast is not read.
  const auto yarn = llama()
                        .real("rope.scaling.factor", 4)
                        .text("rope.scaling.type", "yarn")
                        .real("rope.scaling.yarn_beta_fast", 8)
                        .real("rope.scaling.attn_factor", 2);
  CHECK(scaling(yarn).beta_fast == 32);
  CHECK(yarn.report().ropes.at(0).frequencies.attention_factor ==
        doctest::Approx(2 * (0.1 * std::log(4) + 1)).epsilon(1e-6));
  // What the file has is applied with any type.
  for (const std::string type : {"none", "linear"}) {
    const auto other = llama().text("rope.scaling.type", type).real("rope.scaling.attn_factor", 2);
    CHECK(other.report().ropes.at(0).frequencies.attention_factor == 2);
  }
  CHECK(llama().report().model.layout == PairLayout::interleaved);
  CHECK(File("qwen3").sizes(2, 512, 4, 4096).report().model.layout == PairLayout::half_split);
  // Baichuan's scheme goes by the number of layers.
  CHECK(File("baichuan").sizes(40, 5120, 40, 4096).report().model.kind == PositionKind::alibi);
  CHECK(File("baichuan").sizes(32, 4096, 32, 4096).report().model.kind == PositionKind::rope);
  CHECK(File("nobody").sizes(2, 512, 4, 4096).report().model.kind == PositionKind::unknown);
  CHECK(File("mamba").whole("block_count", 4).report().model.kind == PositionKind::none);
}

TEST_CASE("GGUF models: what only some architectures of llama.cpp do") {
  using gguf_models::File;
  const auto yarn = [](const std::string& architecture) {
    return File(architecture)
        .sizes(8, 512, 4, 32768)
        .real("rope.scaling.factor", 4)
        .text("rope.scaling.type", "yarn")
        .whole("rope.scaling.original_context_length", 8192);
  };
  const auto rope = [](const File& file) { return file.report().ropes.at(0); };
  // Layers with a window that have no scaling, and the base of the others whatever the file says.
  for (const std::string name : {"mellum", "olmo2"}) {
    const auto ropes = yarn(name)
                           .whole("attention.sliding_window", 512)
                           .real("rope.freq_base", 5e5)
                           .real("rope.freq_base_swa", 1e4)
                           .report()
                           .ropes;
    REQUIRE(ropes.size() == 2);
    CHECK(ropes[1].settings.base.value == 5e5);
    CHECK(ropes[1].settings.scaling.type == RopeType::plain);
  }
  const auto window_base = [](const std::string& architecture) {
    return File(architecture)
        .sizes(8, 512, 4, 4096)
        .whole("attention.sliding_window", 512)
        .real("rope.freq_base_swa", 3e4)
        .report()
        .ropes.back()
        .settings.base.value;
  };
  for (const std::string name : {"cohere2", "cohere2moe", "exaone-moe", "exaone4"}) {
    CHECK(window_base(name) == 10000);
  }
  CHECK(window_base("gemma2") == 30000);
  // YaRN's part of the logits, for the factor 4 and the multiplier 0.5.
  const auto m = [](double k) { return 0.1 * k * std::log(4) + 1; };
  const auto is_near = [](double value) { return doctest::Approx(value).epsilon(1e-6); };
  for (const std::string name : {"deepseek2", "deepseek32", "glm-dsa", "mistral4"}) {
    const auto without = rope(yarn(name));
    CHECK(without.frequencies.attention_factor == is_near(m(1)));
    CHECK(without.class_logit_factor == is_near(m(1) * m(1)));
    const auto with = rope(yarn(name).real("rope.scaling.yarn_log_multiplier", 0.05));
    const bool is_deepseek2 = name == "deepseek2";
    const double on_both = is_deepseek2 ? 1 : name == "glm-dsa" ? m(1) : m(1) / m(0.5);
    const double on_logits = is_deepseek2 ? m(0.5) : m(1);
    CHECK(with.frequencies.attention_factor == is_near(on_both));
    CHECK(with.class_logit_factor == is_near(on_logits * on_logits));
  }
  const auto tuned = yarn("mistral4")
                         .real("attention.temperature_scale", 0.1)
                         .whole("attention.temperature_length", 4096)
                         .report()
                         .model.query_growth;
  REQUIRE(tuned);
  CHECK(tuned->period.value == 4096);
  CHECK(rope(yarn("grok")).settings.scaling.beta_fast == 8);
  CHECK(File("deepseek2-ocr").sizes(12, 1280, 10, 8192).report().model.layout ==
        PairLayout::half_split);
  const auto alpha = [&](const std::string& architecture) {
    return rope(File(architecture).sizes(2, 512, 4, 4096).real("rope.scaling.alpha", 1000))
        .settings.scaling.type;
  };
  CHECK(alpha("hunyuan_vl") == RopeType::xdrope);
  CHECK(alpha("llama") == RopeType::plain);
}

TEST_CASE("GGUF models: what longer texts need are keys of the file, and flags of llama.cpp") {
  const ConfigValue file = gguf_models::File("llama").sizes(2, 512, 4, 4096).config();
  const auto plan = serving_plan(file, 16384);
  REQUIRE(plan);
  CHECK(plan->type == RopeType::yarn);
  CHECK(plan->factor == 4);
  std::vector<std::string> paths;
  for (const ServingEdit& edit : plan->edits) paths.push_back(path_of(edit));
  CHECK(paths == std::vector<std::string>{"llama.rope.scaling.type", "llama.rope.scaling.factor",
                                          "llama.rope.scaling.original_context_length",
                                          "llama.context_length"});
  const auto after = model_report(with_edits(file, plan->edits), std::nullopt);
  REQUIRE(after);
  CHECK(after->model.claimed->value == 16384);
  CHECK(after->ropes.at(0).settings.scaling.type == RopeType::yarn);
  REQUIRE(plan->costs.size() == 1);
  CHECK(plan->costs[0].changed > 0);
  CHECK(plan->costs[0].logits_after > 1);
  const auto flags = serving_flags(file, *plan);
  REQUIRE(flags);
  REQUIRE(flags->size() == 1);
  CHECK(flags->front().engine == Engine::llama_cpp);
}

TEST_CASE("GGUF models: what is refused names the key") {
  using gguf_models::File;
  CHECK(File("llama").whole("block_count", 2).refused() ==
        "[gguf] llama.embedding_length must be a whole number above 0 but is absent");
  CHECK(File("llama").sizes(2, 512, 4, 4096).text("rope.scaling.type", "ntk").refused() ==
        "[gguf] llama.rope.scaling.type must be \"none\", \"linear\", \"yarn\" or \"longrope\" but "
        "is \"ntk\"");
  CHECK(File("llama").sizes(2, 512, 4, 4096).whole("rope.dimension_count", 130).refused() ==
        "[gguf] llama.rope.dimension_count must be an even number of at most 128, the width of a "
        "head, but is 130");
  CHECK(File("llama")
            .sizes(2, 512, 4, 4096)
            .factors("rope_freqs.weight", std::vector<double>(63, 1))
            .refused() ==
        "[gguf] rope_freqs.weight must have a factor for each of the 64 rotated pairs but has 63");
  CHECK(File("llama")
            .sizes(2, 512, 4, 4096)
            .text("rope.freq_base", "x")
            .refused()
            .find("llama.rope.freq_base") != std::string::npos);
}
