#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "posenc/model_config/config.hpp"
#include "posenc/model_config/positions.hpp"

/// The RoPE of some models as constants, for claims and exercises, which read no JSON. Tests compare each with the config
/// that ships with the library (tests/native/model_config/published_ropes_test.cpp).
namespace posenc {

struct PublishedRope {
  /// As in the list of shipped models.
  std::string_view model;
  Index head_dim;
  Index rotary_dim;
  double base;
  /// max_position_embeddings.
  double claimed;
  RopeType type = RopeType::plain;
  /// 1 where there is no scaling.
  double factor = 1;
  /// The claimed length where the config has no other.
  double original = claimed;
  /// The keys mscale and mscale_all_dim, where both are there and equal.
  std::optional<double> mscale = std::nullopt;
  double beta_fast = 32;
  YarnRamp ramp = YarnRamp::released;
  /// The layers that it is for; none for all that rotate.
  std::optional<LayerKind> layers = std::nullopt;
  /// The length that its makers announce, where their config has another.
  double announced = claimed;
};

namespace published {

/// Of all models here with the type llama3.
inline constexpr double low_freq_factor = 1;
inline constexpr double high_freq_factor = 4;

inline constexpr PublishedRope llama_2_13b{"Llama-2-13b-chat", 128, 128, 10000, 4096};
inline constexpr PublishedRope llama_3_8b{"Llama-3-8B", 128, 128, 500000, 8192};
inline constexpr PublishedRope code_llama_7b{"CodeLlama-7b", 128, 128, 1000000, 16384};
inline constexpr PublishedRope mistral_7b_v03{"Mistral-7B-Instruct-v0.3", 128, 128, 1000000, 32768};
inline constexpr PublishedRope mistral_nemo{.model = "Mistral-Nemo-12B",
                                            .head_dim = 128,
                                            .rotary_dim = 128,
                                            .base = 1000000,
                                            .claimed = 1024000,
                                            .announced = 131072};
inline constexpr PublishedRope command_r{.model = "Command-R v01",
                                         .head_dim = 128,
                                         .rotary_dim = 128,
                                         .base = 8000000,
                                         .claimed = 8192,
                                         .announced = 131072};
inline constexpr PublishedRope qwen3_8b{"Qwen3-8B", 128, 128, 1000000, 40960};
inline constexpr PublishedRope smollm3_3b{"SmolLM3-3B", 128, 128, 5000000, 65536};
inline constexpr PublishedRope tiny_llama{"TinyLlama-1.1B-Chat-v1.0", 64, 64, 10000, 2048};
inline constexpr PublishedRope phi_4{"phi-4", 128, 128, 250000, 16384};
// Heads that rotate in part.
inline constexpr PublishedRope phi_1{"phi-1", 64, 32, 10000, 2048};
inline constexpr PublishedRope stablelm_2{"stablelm-2-zephyr-1_6b", 64, 16, 10000, 4096};
inline constexpr PublishedRope gpt_neox_20b{"GPT-NeoX-20B", 96, 24, 10000, 2048};
inline constexpr PublishedRope minimax_m2{"MiniMax-M2", 128, 64, 5000000, 196608};
inline constexpr PublishedRope qwen35_9b{"Qwen3.5-9B", 256, 64, 10000000, 262144};
// Scaled.
inline constexpr PublishedRope alpaca_2_13b_16k{"chinese-alpaca-2-13b-16k", 128, 128, 10000, 16384,
                                                RopeType::linear,           4};
inline constexpr PublishedRope internlm_25_7b{"internlm2_5-7b",  128, 128, 1000000, 32768,
                                              RopeType::dynamic, 2};
inline constexpr PublishedRope llama_31_8b{"Llama-3.1-8B-Instruct", 128, 128, 500000, 131072,
                                           RopeType::llama3,        8,   8192};
inline constexpr PublishedRope qwen3_8b_yarn{
    "Qwen3-8B + YaRN as its docs advise", 128, 128, 1000000, 40960, RopeType::yarn, 4, 32768};
inline constexpr PublishedRope ministral_3_3b{.model = "Ministral-3-3B-2512",
                                              .head_dim = 128,
                                              .rotary_dim = 128,
                                              .base = 1000000,
                                              .claimed = 262144,
                                              .type = RopeType::yarn,
                                              .factor = 16,
                                              .original = 16384,
                                              .mscale = 1};
inline constexpr PublishedRope devstral_2{.model = "Devstral-2-123B-Instruct",
                                          .head_dim = 128,
                                          .rotary_dim = 128,
                                          .base = 1000000,
                                          .claimed = 262144,
                                          .type = RopeType::yarn,
                                          .factor = 64,
                                          .original = 4096,
                                          .beta_fast = 4};
inline constexpr PublishedRope deepseek_v3{.model = "DeepSeek-V3",
                                           .head_dim = 64,
                                           .rotary_dim = 64,
                                           .base = 10000,
                                           .claimed = 163840,
                                           .type = RopeType::yarn,
                                           .factor = 40,
                                           .original = 4096,
                                           .mscale = 1};
inline constexpr PublishedRope gpt_oss{.model = "gpt-oss-120b",
                                       .head_dim = 64,
                                       .rotary_dim = 64,
                                       .base = 150000,
                                       .claimed = 131072,
                                       .type = RopeType::yarn,
                                       .factor = 32,
                                       .original = 4096,
                                       .ramp = YarnRamp::released_unrounded};
inline constexpr PublishedRope gemma_4_full{.model = "gemma-4-31b",
                                            .head_dim = 512,
                                            .rotary_dim = 128,
                                            .base = 1000000,
                                            .claimed = 262144,
                                            .type = RopeType::proportional,
                                            .layers = LayerKind::full};

inline constexpr std::array all{llama_2_13b,  llama_3_8b,       code_llama_7b,  mistral_7b_v03,
                                mistral_nemo, command_r,        qwen3_8b,       phi_4,
                                phi_1,        stablelm_2,       gpt_neox_20b,   minimax_m2,
                                qwen35_9b,    alpaca_2_13b_16k, internlm_25_7b, llama_31_8b,
                                smollm3_3b,   tiny_llama,       qwen3_8b_yarn,  ministral_3_3b,
                                devstral_2,   deepseek_v3,      gpt_oss,        gemma_4_full};

}  // namespace published

RopeSettings settings_of(const PublishedRope& rope);

/// Of a text of `length` tokens; where it is absent: of the longest that the config claims.
RopeFrequencies frequencies_of(const PublishedRope& rope,
                               std::optional<double> length = std::nullopt);

/// How many pairs do not complete a turn within the claimed length.
Index unfinished_pairs(const PublishedRope& rope);

}  // namespace posenc
