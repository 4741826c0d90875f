#include "posenc/model_config/classes.hpp"

#include <algorithm>
#include <array>

namespace posenc {
namespace {

constexpr auto interleaved = PairLayout::interleaved;
constexpr auto half_split = PairLayout::half_split;
using enum PositionKind;
using enum LayerRule;
using enum LogitRule;

constexpr std::array classes{
    // These rotate, with no other defaults.
    ModelClass{"apertus"},
    ModelClass{"arcee"},
    ModelClass{"aya_vision"},
    ModelClass{"bamba"},
    ModelClass{"bitnet"},
    ModelClass{"dbrx"},
    ModelClass{"doge"},
    ModelClass{"dots1"},
    ModelClass{"exaone"},
    ModelClass{"falcon_h1"},
    ModelClass{"gemma"},
    ModelClass{"gemma3n"},
    ModelClass{"gemma4"},
    ModelClass{"granite"},
    ModelClass{"granitemoe"},
    ModelClass{"granitemoehybrid"},
    ModelClass{"hunyuan_v1_dense"},
    ModelClass{"hunyuan_v1_moe"},
    ModelClass{"hunyuan_vl"},
    ModelClass{"internlm2"},
    ModelClass{"internlm3"},
    ModelClass{"jetmoe"},
    ModelClass{"lfm2"},
    ModelClass{"llama"},
    ModelClass{"llava"},
    ModelClass{"mimo"},
    ModelClass{"minicpm"},
    ModelClass{"minicpm3"},
    ModelClass{"minimax"},
    ModelClass{"minimax_m1"},
    ModelClass{"minimax_m2"},
    ModelClass{"ministral"},
    ModelClass{"ministral3"},
    ModelClass{"mistral"},
    ModelClass{"mistral3"},
    ModelClass{"mixtral"},
    ModelClass{"modernbert"},
    ModelClass{"olmo"},
    ModelClass{"olmo2"},
    ModelClass{"olmoe"},
    ModelClass{"phi3"},
    ModelClass{"phimoe"},
    ModelClass{"qwen"},
    ModelClass{"qwen2"},
    ModelClass{"qwen2_5_omni"},
    ModelClass{"qwen2_5_vl"},
    ModelClass{"qwen2_moe"},
    ModelClass{"qwen2_vl"},
    ModelClass{"qwen3"},
    ModelClass{"qwen3_5"},
    ModelClass{"qwen3_5_moe"},
    ModelClass{"qwen3_moe"},
    ModelClass{"qwen3_next"},
    ModelClass{"qwen3_vl"},
    ModelClass{"qwen3_vl_moe"},
    ModelClass{"seed_oss"},
    ModelClass{"starcoder2"},
    ModelClass{"yi"},
    // Neighboring components form pairs.
    ModelClass{"cohere", rope, interleaved},
    ModelClass{"deepseek_v2", rope, interleaved, 1, all, 0, 0, yarn_all_dim},
    ModelClass{"deepseek_v3", rope, interleaved, 1, all, 0, 0, yarn_all_dim},
    ModelClass{"ernie4_5", rope, interleaved},
    ModelClass{"gptj", rope, interleaved},
    ModelClass{"kimi_k2", rope, interleaved, 1, all, 0, 0, yarn_all_dim},
    ModelClass{"mistral4", rope, interleaved},
    // Only part of each head rotates.
    ModelClass{"glm", rope, interleaved, 0.5},
    ModelClass{"glm4", rope, interleaved, 0.5},
    ModelClass{"glm4_moe", rope, half_split, 0.5},
    ModelClass{"gpt_neox", rope, half_split, 0.25},
    ModelClass{"nemotron", rope, half_split, 0.5},
    ModelClass{"phi", rope, half_split, 0.5},
    ModelClass{"stablelm", rope, half_split, 0.25},
    // Layers that differ.
    ModelClass{"cohere2", rope, interleaved, 1, rotates_sliding_only, 4},
    ModelClass{"exaone4", rope, half_split, 1, rotates_sliding_only},
    ModelClass{"gemma2", rope, half_split, 1, all, 2},
    ModelClass{"gemma3", rope, half_split, 1, scales_full_only, 6, 0, plain, 1e6},
    ModelClass{"gpt_oss", rope, half_split, 1, all, 2},
    ModelClass{"llama4", rope, interleaved, 1, all, 0, 4},
    ModelClass{"olmo3", rope, half_split, 1, scales_full_only, 4},
    ModelClass{"smollm3", rope, half_split, 1, all, 0, 4},
    // No rotation, or not always.
    ModelClass{"albert", learned},
    ModelClass{"bart", learned},
    ModelClass{"bert", learned},
    ModelClass{"biogpt", learned},
    ModelClass{"bloom", alibi},
    ModelClass{"camembert", learned},
    ModelClass{"clip", learned},
    ModelClass{"distilbert", learned},
    ModelClass{"electra", learned},
    ModelClass{"falcon"},
    ModelClass{"gpt2", learned},
    ModelClass{"gpt_bigcode", learned},
    ModelClass{"gpt_neo", learned},
    ModelClass{"jamba", none},
    ModelClass{"longformer", learned},
    ModelClass{"m2m_100", sinusoidal},
    ModelClass{"marian", sinusoidal},
    ModelClass{"mbart", learned},
    ModelClass{"mpt", alibi},
    ModelClass{"mt5", t5},
    ModelClass{"nemotron_h", none},
    ModelClass{"openai-gpt", learned},
    ModelClass{"opt", learned},
    ModelClass{"pegasus", sinusoidal},
    ModelClass{"roberta", learned},
    ModelClass{"t5", t5},
    ModelClass{"umt5", t5},
    ModelClass{"whisper", sinusoidal_and_learned},
    ModelClass{"xlm-roberta", learned},
};

}  // namespace

const ModelClass* model_class(std::string_view model_type) {
  constexpr std::string_view suffix = "_text";
  const auto named = std::ranges::find(classes, model_type, &ModelClass::model_type);
  if (named != classes.end()) return &*named;
  if (!model_type.ends_with(suffix)) return nullptr;
  return model_class(model_type.substr(0, model_type.size() - suffix.size()));
}

}  // namespace posenc
