#pragma once

/// How many parameters published transformers have by their configurations, with and without a learned table of positions:
/// a total that was published shows which of the two a model has.
namespace posenc {

struct TransformerConfiguration {
  double vocabulary;
  double width;
  double layers;
  double feed_forward;
  double positions;  // rows of a learned table of positions
};

struct CountedEncodings {
  bool learned_positions = false;  // positions x width
  bool relative_buckets =
      false;  // of T5: a number for each of 32 buckets and 8 heads, in encoder and decoder each
};

/// T5: `layers` of an encoder and as many of a decoder, matrices and norms without biases, embeddings shared with the head:
///   V w + layers (4w^2 + 2wf + 2w + 8w^2 + 2wf + 3w) + 2w
/// with V the vocabulary, w the width and f the feed-forward width; encodings as counted.
/// Source: Raffel et al. 2020, arXiv:1910.10683v4, section 2.1, and the code released with it.
double parameters_of_t5(const TransformerConfiguration& model, const CountedEncodings& encodings);

/// GPT-2: layers with biases and two norms each, a norm at the end, the head shared with the embeddings:
///   V w + layers (4(w^2 + w) + (wf + f) + (fw + w) + 4w) + 2w
/// Source: the code released with GPT-2.
double parameters_of_gpt2(const TransformerConfiguration& model, const CountedEncodings& encodings);

/// BERT: the same layers, embeddings of two segments, a norm after the embeddings, a pooler (w^2 + w), no head.
/// Source: Devlin et al. 2019, arXiv:1810.04805, section 3, and the code released with it.
double parameters_of_bert(const TransformerConfiguration& model, const CountedEncodings& encodings);

inline constexpr TransformerConfiguration t5_small{32128, 512, 6, 2048, 512};
inline constexpr TransformerConfiguration gpt2_small{50257, 768, 12, 3072, 1024};
inline constexpr TransformerConfiguration bert_base{30522, 768, 12, 3072, 512};

// As published with the weights.
inline constexpr double t5_small_total = 60506624;
inline constexpr double gpt2_small_total = 124439808;
inline constexpr double bert_base_total = 109482240;

}  // namespace posenc
