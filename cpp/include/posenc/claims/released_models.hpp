#pragma once

#include <array>
#include <string_view>

#include "posenc/claims/sources.hpp"

namespace posenc {

enum class ReleasedScheme { rope, rope_in_some_layers, alibi, none };

struct ReleasedModel {
  std::string_view name;
  ReleasedScheme scheme;
  Citation source;
};

/// Large language models from 2022 to 2026 whose encoding is known: well-known ones, not a complete list.
inline constexpr std::array released_models{
    ReleasedModel{"PaLM",
                  ReleasedScheme::rope,
                  {"arXiv:2204.02311, section 2", "https://arxiv.org/abs/2204.02311"}},
    ReleasedModel{"LLaMA",
                  ReleasedScheme::rope,
                  {"arXiv:2302.13971, section 2.2", "https://arxiv.org/abs/2302.13971"}},
    ReleasedModel{"Qwen",
                  ReleasedScheme::rope,
                  {"arXiv:2309.16609, section 2.3", "https://arxiv.org/abs/2309.16609"}},
    ReleasedModel{"Mistral 7B",
                  ReleasedScheme::rope,
                  {"arXiv:2310.06825 and the code released with Mistral 7B",
                   "https://github.com/mistralai/mistral-inference"}},
    ReleasedModel{"Gemma",
                  ReleasedScheme::rope,
                  {"arXiv:2403.08295, section 2", "https://arxiv.org/abs/2403.08295"}},
    ReleasedModel{
        "Gemma 3", ReleasedScheme::rope, {"arXiv:2503.19786", "https://arxiv.org/abs/2503.19786"}},
    ReleasedModel{"Llama 3.1",
                  ReleasedScheme::rope,
                  {"arXiv:2407.21783", "https://arxiv.org/abs/2407.21783"}},
    ReleasedModel{
        "Qwen3", ReleasedScheme::rope, {"arXiv:2505.09388", "https://arxiv.org/abs/2505.09388"}},
    ReleasedModel{"DeepSeek-V3",
                  ReleasedScheme::rope,
                  {"arXiv:2412.19437", "https://arxiv.org/abs/2412.19437"}},
    ReleasedModel{"gpt-oss",
                  ReleasedScheme::rope,
                  {"the code released with gpt-oss", "https://github.com/openai/gpt-oss"}},
    ReleasedModel{
        "OLMo 2", ReleasedScheme::rope, {"arXiv:2501.00656", "https://arxiv.org/abs/2501.00656"}},
    ReleasedModel{
        "Gemma 4 31B",
        ReleasedScheme::rope,
        {"Gemma 4 in the Transformers library",
         "https://github.com/huggingface/transformers/tree/main/src/transformers/models/gemma4"}},
    ReleasedModel{"Llama 4 Scout",
                  ReleasedScheme::rope_in_some_layers,
                  {"the code released with Llama 4", "https://github.com/meta-llama/llama-models"}},
    ReleasedModel{"SmolLM3",
                  ReleasedScheme::rope_in_some_layers,
                  {"SmolLM3 in the Transformers documentation",
                   "https://huggingface.co/docs/transformers/model_doc/smollm3"}},
    ReleasedModel{"EXAONE 4.0 32B",
                  ReleasedScheme::rope_in_some_layers,
                  {"EXAONE 4.0 in the Transformers documentation",
                   "https://huggingface.co/docs/transformers/model_doc/exaone4"}},
    ReleasedModel{"Command R7B",
                  ReleasedScheme::rope_in_some_layers,
                  {"Cohere 2 in the Transformers documentation",
                   "https://huggingface.co/docs/transformers/model_doc/cohere2"}},
    ReleasedModel{"BLOOM",
                  ReleasedScheme::alibi,
                  {"arXiv:2211.05100, section 3.2.3", "https://arxiv.org/abs/2211.05100"}},
    ReleasedModel{"MPT-7B",
                  ReleasedScheme::alibi,
                  {"MosaicML’s page on MPT-7B", "https://huggingface.co/mosaicml/mpt-7b"}},
    ReleasedModel{"Jamba",
                  ReleasedScheme::none,
                  {"arXiv:2403.19887, section 6.5", "https://arxiv.org/abs/2403.19887"}},
    ReleasedModel{"Nemotron-H",
                  ReleasedScheme::none,
                  {"arXiv:2504.03624", "https://arxiv.org/abs/2504.03624"}},
};

}  // namespace posenc
