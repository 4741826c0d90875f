#pragma once

#include <string_view>

/// The sources of the claims, and of the evidence for or against them.
namespace posenc {

/// As Source, without its own memory.
struct Citation {
  std::string_view text;
  std::string_view url;
};

namespace cited {

inline constexpr std::string_view transformer_url = "https://arxiv.org/abs/1706.03762";
inline constexpr std::string_view set_transformer_url = "https://arxiv.org/abs/1810.00825";
inline constexpr std::string_view roformer_url = "https://arxiv.org/abs/2104.09864";
inline constexpr std::string_view alibi_url = "https://arxiv.org/abs/2108.12409";
// The second version, because its sections are numbered differently from those of the first.
inline constexpr std::string_view yarn_url = "https://arxiv.org/abs/2309.00071v2";

inline constexpr Citation labs{"this lesson’s labs", "./train.html"};
inline constexpr Citation book_labs{"this lesson’s labs on a book", "./book.html"};

// Attention and sinusoidal encodings.
inline constexpr Citation transformer_attention{"arXiv:1706.03762v7, section 3.2.1",
                                                transformer_url};
inline constexpr Citation sinusoids{"arXiv:1706.03762v7, section 3.5", transformer_url};
inline constexpr Citation original_transformer{"arXiv:1706.03762, section 3.5", transformer_url};
inline constexpr Citation set_transformer{"arXiv:1810.00825v3, section 3.1", set_transformer_url};
inline constexpr Citation tensor2tensor{
    "tensor2tensor, common_attention.py, get_timing_signal_1d",
    "https://github.com/tensorflow/tensor2tensor/blob/master/tensor2tensor/layers/"
    "common_attention.py"};
inline constexpr Citation bfloat16{"arXiv:1905.12322, on bfloat16",
                                   "https://arxiv.org/abs/1905.12322"};

// RoPE and its remedies.
inline constexpr Citation roformer_abstract{"arXiv:2104.09864v5, abstract", roformer_url};
inline constexpr Citation roformer_relative{"arXiv:2104.09864v5, sections 3.1 and 3.2.2",
                                            roformer_url};
inline constexpr Citation roformer_rotation{"arXiv:2104.09864v5, section 3.2.2", roformer_url};
inline constexpr Citation roformer_values{"arXiv:2104.09864v5, sections 3.2.2 and 3.4.2",
                                          roformer_url};
inline constexpr Citation roformer_layout{"arXiv:2104.09864v5, section 3.4.2", roformer_url};
inline constexpr Citation roformer_equation{"arXiv:2104.09864v5, section 3.4.2, equation 34",
                                            roformer_url};
inline constexpr Citation roformer_decay{"arXiv:2104.09864v5, section 3.4.3", roformer_url};
inline constexpr Citation yarn_sections{
    "arXiv:2309.00071v2, sections 3.2 and 3.4, and the code released with it", yarn_url};
inline constexpr Citation ruler{"Hsieh et al. 2024, arXiv:2404.06654 (RULER)",
                                "https://arxiv.org/abs/2404.06654"};
inline constexpr Citation lost_in_the_middle{"Liu et al. 2023, arXiv:2307.03172",
                                             "https://arxiv.org/abs/2307.03172"};
inline constexpr Citation yarn_code{"The code released with YaRN",
                                    "https://github.com/jquesnelle/yarn"};
inline constexpr Citation peng{"Peng et al. 2023, arXiv:2309.00071v2", yarn_url};
inline constexpr Citation chen{"Chen et al. 2023, arXiv:2306.15595v2",
                               "https://arxiv.org/abs/2306.15595"};
inline constexpr Citation liu{"Liu et al. 2023, arXiv:2310.05209",
                              "https://arxiv.org/abs/2310.05209"};
inline constexpr Citation code_llama{
    "Rozière et al. 2023, arXiv:2308.12950 (Code Llama, which raises the base)",
    "https://arxiv.org/abs/2308.12950"};
inline constexpr Citation yarn_cache{"arXiv:2309.00071v2, section 3.3", yarn_url};
inline constexpr Citation stale_keys{"huggingface/transformers#25104, on dynamic NTK with a cache",
                                     "https://github.com/huggingface/transformers/issues/25104"};
inline constexpr Citation reset_positions{
    "pytorch/torchtitan#2559, on RoPE positions of packed documents",
    "https://github.com/pytorch/torchtitan/issues/2559"};
inline constexpr Citation reset_measured{
    "huggingface/nanoVLM#204, which measures a reset with and without a mask",
    "https://github.com/huggingface/nanoVLM/pull/204"};
inline constexpr Citation llama3_mask{"Grattafiori et al. 2024, arXiv:2407.21783, section 3.2",
                                      "https://arxiv.org/abs/2407.21783"};
inline constexpr Citation streaming{"Xiao et al. 2023, arXiv:2309.17453v4, section 3.2",
                                    "https://arxiv.org/abs/2309.17453"};
inline constexpr Citation keys_before_rotation{
    "mit-han-lab/streaming-llm#73, on keys cached before rotation",
    "https://github.com/mit-han-lab/streaming-llm/issues/73"};
inline constexpr Citation sink_cache{"huggingface/transformers#33691, on positions in SinkCache",
                                     "https://github.com/huggingface/transformers/issues/33691"};
inline constexpr Citation neox{"Black et al. 2022, arXiv:2204.06745, section 2.1.1",
                               "https://arxiv.org/abs/2204.06745"};
inline constexpr Citation yang_nope{"Yang et al. 2025, arXiv:2501.18795",
                                    "https://arxiv.org/abs/2501.18795"};
inline constexpr Citation mistral_window{"Jiang et al. 2023, arXiv:2310.06825v1, section 2",
                                         "https://arxiv.org/abs/2310.06825"};
inline constexpr Citation gemma_3{"arXiv:2503.19786, section 2",
                                  "https://arxiv.org/abs/2503.19786"};
inline constexpr Citation barbero{"Barbero et al. 2024, arXiv:2410.06205",
                                  "https://arxiv.org/abs/2410.06205"};
inline constexpr Citation qwen2{"Yang et al. 2024, arXiv:2407.10671 (Qwen2: base 1000000)",
                                "https://arxiv.org/abs/2407.10671"};
inline constexpr Citation llama3{"Grattafiori et al. 2024, arXiv:2407.21783 (Llama 3: base 500000)",
                                 "https://arxiv.org/abs/2407.21783"};

// Configs of released models.
inline constexpr Citation llama31_code{
    "The code released with Llama 3.1",
    "https://github.com/meta-llama/llama-models/blob/main/models/llama3/model.py"};
inline constexpr Citation llama31_config{"Llama 3.1 8B’s config.json",
                                         "https://huggingface.co/meta-llama/Llama-3.1-8B-Instruct"};
inline constexpr Citation command_r{"Command R’s model card (context length: 128K)",
                                    "https://huggingface.co/CohereLabs/c4ai-command-r-v01"};
inline constexpr Citation nemo{"Mistral’s announcement of Nemo (up to 128k tokens)",
                               "https://mistral.ai/news/mistral-nemo"};
inline constexpr Citation deepseek_v3{"DeepSeek V3’s code and config",
                                      "https://github.com/deepseek-ai/DeepSeek-V3"};
inline constexpr Citation gemma_4{
    "Gemma 4 in the Transformers library",
    "https://github.com/huggingface/transformers/tree/main/src/transformers/models/gemma4"};
inline constexpr Citation qwen3_yarn{
    "Qwen3’s documentation, on long contexts",
    "https://github.com/QwenLM/Qwen3/blob/main/docs/source/inference/transformers.md"};
inline constexpr Citation blurred_positions{
    "huggingface/transformers#29285, on RoPE in bfloat16",
    "https://github.com/huggingface/transformers/pull/29285"};
inline constexpr Citation xiong{"Xiong et al. 2023, arXiv:2309.16039",
                                "https://arxiv.org/abs/2309.16039"};

// ALiBi, T5, GPT-2 and BERT.
inline constexpr Citation alibi_slopes{"arXiv:2108.12409, section 3", alibi_url};
inline constexpr Citation alibi_extrapolation{"arXiv:2108.12409v2, section 2", alibi_url};
inline constexpr Citation alibi_symmetric{"arXiv:2108.12409v2, section 3", alibi_url};
inline constexpr Citation press{"Press et al. 2022, arXiv:2108.12409v2", alibi_url};
inline constexpr Citation t5{"arXiv:1910.10683, section 2.1", "https://arxiv.org/abs/1910.10683"};
inline constexpr Citation t5_page{"T5-small’s page", "https://huggingface.co/google-t5/t5-small"};
inline constexpr Citation bert{"arXiv:1810.04805, section 3 and figure 2",
                               "https://arxiv.org/abs/1810.04805"};
inline constexpr Citation gpt2_code{"The code released with GPT-2",
                                    "https://github.com/openai/gpt-2"};

// Learned tables.
inline constexpr Citation gehring{"Gehring et al. 2017, arXiv:1705.03122v3, section 3.1",
                                  "https://arxiv.org/abs/1705.03122"};

// Grids, videos, timesteps and coordinates.
inline constexpr Citation rope_vit{"Heo et al. 2024, arXiv:2403.13298, section 3.2",
                                   "https://arxiv.org/abs/2403.13298"};
inline constexpr Citation mae_code{
    "The code released with MAE",
    "https://github.com/facebookresearch/mae/blob/main/util/pos_embed.py"};
inline constexpr Citation detr_code{
    "The code released with DETR",
    "https://github.com/facebookresearch/detr/blob/main/models/position_encoding.py"};
inline constexpr Citation qwen2_vl{"Wang et al. 2024, arXiv:2409.12191, section 2.1",
                                   "https://arxiv.org/abs/2409.12191"};
inline constexpr Citation qwen3_vl{"Qwen3-VL, arXiv:2511.21631",
                                   "https://arxiv.org/abs/2511.21631"};
inline constexpr Citation ddpm_code{
    "The code released with DDPM, get_timestep_embedding",
    "https://github.com/hojonathanho/diffusion/blob/master/diffusion_tf/nn.py"};
inline constexpr Citation adm_code{
    "The code released with ADM, timestep_embedding",
    "https://github.com/openai/guided-diffusion/blob/main/guided_diffusion/nn.py"};
inline constexpr Citation diffusers_embeddings{
    "Diffusers, get_timestep_embedding: flip_sin_to_cos and downscale_freq_shift",
    "https://github.com/huggingface/diffusers/blob/main/src/diffusers/models/embeddings.py"};
inline constexpr Citation unit_times{"flow_matching, issue 17, on times from 0 to 1",
                                     "https://github.com/facebookresearch/flow_matching/issues/17"};
inline constexpr Citation flux_code{
    "Flux, timestep_embedding",
    "https://github.com/black-forest-labs/flux/blob/main/src/flux/modules/layers.py"};
inline constexpr Citation fourier_features{"Tancik et al. 2020, arXiv:2006.10739",
                                           "https://arxiv.org/abs/2006.10739"};

// What trained models learn.
inline constexpr Citation vision_transformer{"arXiv:2010.11929v2, section 3.2",
                                             "https://arxiv.org/abs/2010.11929"};
inline constexpr Citation haviv{"Haviv et al. 2022, arXiv:2203.16634",
                                "https://arxiv.org/abs/2203.16634"};
inline constexpr Citation kazemnejad{"Kazemnejad et al. 2023, arXiv:2305.19466v2, theorem 1",
                                     "https://arxiv.org/abs/2305.19466"};

}  // namespace cited
}  // namespace posenc
