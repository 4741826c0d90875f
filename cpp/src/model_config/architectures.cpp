#include "architectures.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace posenc::model_config {
namespace {

constexpr auto neighbors = PairLayout::interleaved;

constexpr std::array with_rules_of_their_own{
    Architecture{.name = "grok", .reads_betas = true, .beta_fast = 8},
    Architecture{
        .name = "mistral3", .layout = neighbors, .reads_betas = true, .log_multiplier_unit = 1},
    Architecture{.name = "afmoe", .full_every = 4, .has_windows = true, .no_rope_every = 4},
    Architecture{.name = "cohere2",
                 .layout = neighbors,
                 .full_every = 4,
                 .has_windows = true,
                 .reads_window_base = false,
                 .rotates_windows_only = true},
    Architecture{.name = "cohere2moe",
                 .layout = neighbors,
                 .full_every = 4,
                 .first_is_full = true,
                 .has_windows = true,
                 .reads_window_base = false,
                 .rotates_windows_only = true},
    Architecture{.name = "deepseek2",
                 .layout = neighbors,
                 .is_latent = true,
                 .log_multiplier_unit = 0.1,
                 .logits = LogitRule::yarn_all_dim},
    Architecture{.name = "deepseek2-ocr"},
    Architecture{.name = "deepseek32",
                 .layout = neighbors,
                 .is_latent = true,
                 .log_multiplier_unit = 0.1,
                 .logits = LogitRule::yarn_all_dim},
    Architecture{.name = "deepseek4", .layout = neighbors, .is_latent = true},
    Architecture{.name = "exaone-moe",
                 .full_every = 4,
                 .has_windows = true,
                 .reads_window_base = false,
                 .rotates_windows_only = true},
    Architecture{.name = "exaone4",
                 .full_every = 4,
                 .has_windows = true,
                 .reads_window_base = false,
                 .rotates_windows_only = true},
    Architecture{.name = "gemma-embedding",
                 .full_every = 6,
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false},
    Architecture{.name = "gemma2", .full_every = 2, .has_windows = true},
    Architecture{.name = "gemma3",
                 .full_every = 6,
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false},
    Architecture{.name = "gemma3n",
                 .full_every = 5,
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false},
    Architecture{.name = "gemma4",
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false,
                 .divides_full_only = true},
    Architecture{.name = "gemma4-assistant",
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false,
                 .divides_full_only = true},
    Architecture{.name = "glm-dsa",
                 .layout = neighbors,
                 .is_latent = true,
                 .logits = LogitRule::yarn_all_dim},
    Architecture{.name = "gpt-oss", .full_every = 2, .has_windows = true},
    Architecture{.name = "laguna",
                 .full_every = 4,
                 .first_is_full = true,
                 .has_windows = true,
                 .shares_scaling = false},
    Architecture{.name = "llama4",
                 .layout = neighbors,
                 .full_every = 4,
                 .has_windows = true,
                 .no_rope_every = 4},
    Architecture{.name = "mellum",
                 .full_every = 4,
                 .has_windows = true,
                 .reads_window_base = false,
                 .shares_scaling = false},
    Architecture{
        .name = "mimo2", .has_windows = true, .shares_base = false, .shares_scaling = false},
    Architecture{.name = "minicpm3", .is_latent = true},
    Architecture{.name = "mistral4",
                 .layout = neighbors,
                 .is_latent = true,
                 .log_multiplier_unit = 0.1,
                 .logits = LogitRule::yarn_all_dim},
    Architecture{.name = "modern-bert",
                 .full_every = 3,
                 .first_is_full = true,
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false},
    Architecture{.name = "olmo2",
                 .full_every = 4,
                 .has_windows = true,
                 .reads_window_base = false,
                 .shares_scaling = false},
    Architecture{.name = "plamo3",
                 .full_every = 8,
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false},
    Architecture{.name = "plm", .layout = neighbors, .is_latent = true},
    Architecture{.name = "qwen35", .takes_turns = true},
    Architecture{.name = "qwen35moe", .takes_turns = true},
    Architecture{.name = "qwen3tts", .takes_turns = true},
    Architecture{.name = "qwen3vl", .takes_turns = true},
    Architecture{.name = "qwen3vlmoe", .takes_turns = true},
    Architecture{
        .name = "smallthinker", .full_every = 4, .first_is_full = true, .has_windows = true},
    Architecture{.name = "smollm3", .layout = neighbors, .no_rope_every = 4},
    Architecture{.name = "step35",
                 .has_windows = true,
                 .shares_base = false,
                 .shares_scaling = false,
                 .halves_full_rotation = true,
                 .divides_full_only = true},
};

constexpr std::array<std::string_view, 25> with_neighbors_as_pairs{
    "arcee",        "arctic",    "baichuan", "bailingmoe",    "chameleon",
    "chatglm",      "command-r", "deci",     "deepseek",      "ernie4_5",
    "ernie4_5-moe", "glm4",      "granite",  "granitehybrid", "granitemoe",
    "internlm2",    "llada",     "llama",    "llama-embed",   "maincoder",
    "minicpm",      "nanbeige",  "neo-bert", "olmo",          "xverse"};
constexpr std::array<std::string_view, 52> with_halves_as_pairs{
    "apertus",    "bailingmoe2", "bitnet",     "codeshell",    "cogvlm",         "dbrx",
    "dots1",      "dream",       "eurobert",   "exaone",       "falcon",         "falcon-h1",
    "gemma",      "glm4moe",     "gptneox",    "grovemoe",     "hunyuan-dense",  "hunyuan-moe",
    "hunyuan_vl", "hy_v3",       "jais2",      "jina-bert-v3", "lfm2",           "lfm2moe",
    "llada-moe",  "minimax-m2",  "minimax-m3", "nemotron",     "nomic-bert",     "nomic-bert-moe",
    "olmoe",      "openelm",     "orion",      "paddleocr",    "pangu-embedded", "phi2",
    "phi3",       "phimoe",      "plamo",      "plamo2",       "qwen",           "qwen2",
    "qwen2moe",   "qwen2vl",     "qwen3",      "qwen3moe",     "qwen3next",      "rnd1",
    "seed_oss",   "stablelm",    "starcoder2", "talkie"};
constexpr std::array<std::string_view, 3> with_table{"bert", "gpt2", "starcoder"};
constexpr std::array<std::string_view, 5> with_alibi{"bloom", "jais", "jina-bert-v2", "mpt",
                                                     "refact"};
constexpr std::array<std::string_view, 2> with_buckets{"t5", "t5encoder"};
constexpr std::array<std::string_view, 10> without_positions{
    "arwkv7",     "jamba",          "kimi-linear", "mamba",      "mamba2",
    "nemotron_h", "nemotron_h_moe", "rwkv6",       "rwkv6qwen2", "rwkv7"};

/// Architectures that differ in nothing else.
struct Alike {
  std::span<const std::string_view> names;
  PositionKind kind;
  PairLayout layout;
};

constexpr std::array alike{
    Alike{with_neighbors_as_pairs, PositionKind::rope, neighbors},
    Alike{with_halves_as_pairs, PositionKind::rope, PairLayout::half_split},
    Alike{with_table, PositionKind::learned, {}},
    Alike{with_alibi, PositionKind::alibi, {}},
    Alike{with_buckets, PositionKind::t5, {}},
    Alike{without_positions, PositionKind::none, {}},
};

}  // namespace

std::optional<Architecture> architecture_named(std::string_view name) {
  const auto known = std::ranges::find(with_rules_of_their_own, name, &Architecture::name);
  if (known != with_rules_of_their_own.end()) return *known;
  for (const Alike& group : alike) {
    if (std::ranges::find(group.names, name) == group.names.end()) continue;
    return Architecture{.name = name, .kind = group.kind, .layout = group.layout};
  }
  return std::nullopt;
}

}  // namespace posenc::model_config
