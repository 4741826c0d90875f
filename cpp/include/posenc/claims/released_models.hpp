#pragma once

#include <array>
#include <string_view>

#include "posenc/claims/sources.hpp"

/// Which positions released language models have.
namespace posenc {

enum class ReleasedScheme { rope, rope_in_some_layers, alibi };

struct ReleasedModel {
  std::string_view name;
  ReleasedScheme scheme;
  Citation source;
};

/// Large language models since 2022 that say what they have: well-known ones, not a complete list.
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
    ReleasedModel{"Command R7B",
                  ReleasedScheme::rope_in_some_layers,
                  {"Cohere 2 in the Transformers documentation",
                   "https://huggingface.co/docs/transformers/model_doc/cohere2"}},
    ReleasedModel{"BLOOM",
                  ReleasedScheme::alibi,
                  {"arXiv:2211.05100, section 3.2.3", "https://arxiv.org/abs/2211.05100"}},
    ReleasedModel{"MPT-7B",
                  ReleasedScheme::alibi,
                  {"MosaicML’s page of MPT-7B", "https://huggingface.co/mosaicml/mpt-7b"}},
};

}  // namespace posenc
