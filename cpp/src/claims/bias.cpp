#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "posenc/claims/experiment.hpp"
#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"
#include "posenc/encoding/sinusoidal.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// What is said of ALiBi and T5, and of what released models have.

namespace posenc {
namespace {

Source arxiv(const std::string& number, const std::string& section) {
  return {"arXiv:" + number + ", " + section, "https://arxiv.org/abs/" + number};
}

/// "60,506,624".
std::string with_commas(double whole) {
  const std::string digits = with_decimals(whole, 0);
  std::string text;
  for (std::size_t n = 0; n < digits.size(); ++n) {
    if (n > 0 && (digits.size() - n) % 3 == 0) text += ',';
    text += digits[n];
  }
  return text;
}

/// Whether the slopes of so many heads are 1/2, 1/4, .. 1/2^heads.
Result<bool> has_halving_slopes(double heads) {
  POSENC_TRY(slopes, alibi_slopes(heads));
  for (Index h = 0; h < slopes.size(); ++h) {
    const double expected = std::ldexp(1, -static_cast<int>(h + 1));
    if (std::abs(slopes[h] - expected) > rounding_tolerance * expected) return false;
  }
  return true;
}

Result<Finding> slopes_of(double heads) {
  POSENC_TRY(halving, has_halving_slopes(heads));
  POSENC_TRY(slopes, alibi_slopes(heads));
  const double flattest = slopes.minCoeff();
  return Finding{joined({heads, " heads have slopes from ", with_digits(slopes.maxCoeff(), 4),
                         " to ", with_digits(flattest, 4), "; 1/2 to 1/2^", heads,
                         " would be 0.5 to ", with_digits(std::exp2(-heads), 4)}),
                 flattest, for_it_if(halving)};
}

Result<Evidence> slopes_are_powers_of_a_half() {
  std::vector<Finding> findings;
  for (const double heads : {8.0, 4.0, 12.0, 16.0}) {
    POSENC_TRY(finding, slopes_of(heads));
    findings.push_back(std::move(finding));
  }
  double counts = 0;
  constexpr double most = 64;
  for (double heads = 1; heads <= most; ++heads) {
    POSENC_TRY(halving, has_halving_slopes(heads));
    if (halving) ++counts;
  }
  findings.push_back({joined({"Of all numbers of heads from 1 to ", most, ", ", counts,
                              counts == 1 ? " has" : " have", " such slopes"}),
                      counts, Support::aside});
  return Evidence{
      std::move(findings),
      "For a power of two of heads slope k is 2^(−8k/h), so that they always end at 1/256: that is "
      "2^−k for 8 heads. "
      "Other numbers take the slopes of the power of two below, and fill up with every other slope "
      "of "
      "twice that."};
}

/// A published number of parameters decides where it is exactly what one of two explanations comes to.
Support by_total(double published, double if_true, double if_false) {
  if (if_true == published) return Support::for_it;
  return if_false == published ? Support::against_it : Support::aside;
}

/// What the parameters of a matrix of so many inputs and outputs are, with a bias for each output.
constexpr double linear(double inputs, double outputs) { return inputs * outputs + outputs; }

struct TransformerConfiguration {
  double vocabulary;
  double width;
  double layers;
  double feed_forward;
  double positions;
};

/// T5: 6 layers of an encoder and as many of a decoder; matrices and norms without biases, embeddings shared
/// with the head, and a table of numbers, a row for each bucket and a column for each head, in each of both.
constexpr TransformerConfiguration t5_small{32128, 512, 6, 2048, 512};
constexpr double t5_small_total = 60506624;

double parameters_of_t5(const TransformerConfiguration& model, bool buckets, bool positions) {
  constexpr double bucket_rows = 32;
  constexpr double heads = 8;
  const double attention = 4 * model.width * model.width;
  const double feed_forward = 2 * model.width * model.feed_forward;
  const double encoder_layer = attention + feed_forward + 2 * model.width;
  const double decoder_layer = 2 * attention + feed_forward + 3 * model.width;
  const double total = model.vocabulary * model.width +
                       model.layers * (encoder_layer + decoder_layer) + 2 * model.width;
  return total + (buckets ? 2 * bucket_rows * heads : 0) +
         (positions ? model.positions * model.width : 0);
}

/// A layer with biases and two layer norms, as GPT-2 and BERT have it.
double parameters_of_layer(const TransformerConfiguration& model) {
  return 4 * linear(model.width, model.width) + linear(model.width, model.feed_forward) +
         linear(model.feed_forward, model.width) + 2 * 2 * model.width;
}

/// GPT-2: a norm at the end, the head shared with the embeddings.
constexpr TransformerConfiguration gpt2_small{50257, 768, 12, 3072, 1024};
constexpr double gpt2_small_total = 124439808;

double parameters_of_gpt2(const TransformerConfiguration& model, bool positions) {
  return model.vocabulary * model.width + model.layers * parameters_of_layer(model) +
         2 * model.width + (positions ? model.positions * model.width : 0);
}

/// BERT: embeddings of two segments, a norm after the embeddings, a pooler, no head.
constexpr TransformerConfiguration bert_base{30522, 768, 12, 3072, 512};
constexpr double bert_base_total = 109482240;

double parameters_of_bert(const TransformerConfiguration& model, bool positions) {
  constexpr double segments = 2;
  return (model.vocabulary + segments) * model.width + 2 * model.width +
         model.layers * parameters_of_layer(model) + linear(model.width, model.width) +
         (positions ? model.positions * model.width : 0);
}

Result<Finding> one_bias_per_bucket() {
  POSENC_TRY(rule, T5BucketRule::make(BucketDirection::bidirectional, 32, 128));
  Random random(24);
  Matrix table(32, 1);
  for (double& element : table.reshaped()) element = random.normal();
  constexpr Index length = 300;
  POSENC_TRY(bias, relative_bias(rule, table, length, length));
  // By bucket, what is added at the least and at the most, over all pairs of positions.
  double spread = 0;
  std::vector<std::optional<double>> first(32);
  std::size_t buckets = 0;
  for (Index i = 0; i < length; ++i) {
    for (Index j = 0; j < length; ++j) {
      const double added = bias.front()(i, j);
      auto& of_bucket = first[static_cast<std::size_t>(rule.bucket(static_cast<double>(j - i)))];
      if (!of_bucket) ++buckets;
      of_bucket = of_bucket.value_or(added);
      spread = std::max(spread, std::abs(added - *of_bucket));
    }
  }
  return Finding{
      joined({"Between any 2 of ", length, " positions T5 adds one of ", buckets,
              " learned numbers to the score; within a bucket of distances it varies by ",
              with_digits(spread, 2), ", wherever the pair stands"}),
      spread, Support::aside};
}

/// What T5's bias does not see, and sinusoidal encodings show: the difference of far distances.
Result<Finding> no_sinusoid_in_it() {
  POSENC_TRY(rule, T5BucketRule::make(BucketDirection::bidirectional, 32, 128));
  POSENC_TRY(omega, GeometricFrequencies::make(512, 10000));
  const std::vector<double> positions{0, 128, 500};
  POSENC_TRY(table, sinusoidal_table(omega, positions));
  const double apart = (table.row(1) - table.row(2)).norm();
  std::set<Index> buckets;
  for (double distance = 128; distance <= 500; ++distance) buckets.insert(rule.bucket(distance));
  const auto told = static_cast<double>(buckets.size());
  return Finding{
      joined({"All distances from 128 to 500 share ", told, told == 1 ? " bucket" : " buckets",
              " of T5, where sinusoidal encodings (d = 512) of positions 128 and 500 lie ",
              with_decimals(apart, 1), " apart"}),
      told, Support::aside};
}

Result<Evidence> t5_adds_encodings() {
  const double none = parameters_of_t5(t5_small, true, false);
  const double learned = parameters_of_t5(t5_small, true, true);
  POSENC_TRY(bias, one_bias_per_bucket());
  POSENC_TRY(sinusoid, no_sinusoid_in_it());
  return Evidence{
      {{joined({"T5-small has ", with_commas(t5_small_total),
                " parameters; its configuration comes to ", with_commas(none),
                " without a learned table of 512 positions and to ", with_commas(learned),
                " with one"}),
        learned - t5_small_total, by_total(t5_small_total, learned, none)},
       std::move(sinusoid),
       std::move(bias),
       {joined({"Its bias of 32 buckets and 8 heads, once in the encoder and once in the decoder, "
                "takes ",
                none - parameters_of_t5(t5_small, false, false), " of the parameters"}),
        none - parameters_of_t5(t5_small, false, false), Support::aside}},
      "T5 adds nothing to its embeddings, says its paper, and its parameters leave no room for a "
      "learned table (sinusoids, which have none, cannot be ruled out by counting). Each head "
      "learns one number for each bucket of distances and adds it to the score."};
}

/// Whether a total is explained by positions that have no parameters, as sinusoidal ones have none.
Finding by_parameters(const std::string& model, double published, double without, double with,
                      double positions) {
  return {
      joined({model, " has ", with_commas(published), " parameters; its configuration comes to ",
              with_commas(without), " with sinusoidal positions and to ", with_commas(with),
              " with a learned table of ", positions}),
      published - without, by_total(published, without, with)};
}

Result<Evidence> sinusoids_in_gpt2_and_bert() {
  return Evidence{
      {by_parameters("GPT-2 small", gpt2_small_total, parameters_of_gpt2(gpt2_small, false),
                     parameters_of_gpt2(gpt2_small, true), gpt2_small.positions),
       by_parameters("BERT base", bert_base_total, parameters_of_bert(bert_base, false),
                     parameters_of_bert(bert_base, true), bert_base.positions)},
      "Both learn a row for each position and have none beyond the last. The model with sinusoidal "
      "encodings is the "
      "original Transformer."};
}

enum class ReleasedScheme { rope, rope_in_some_layers, alibi };

struct ReleasedModel {
  std::string name;
  ReleasedScheme scheme;
  Source source;
};

/// Large language models since 2022 that say what they have: well-known ones, no full list.
std::vector<ReleasedModel> released_models() {
  using enum ReleasedScheme;
  return {
      {"PaLM", rope, arxiv("2204.02311", "section 2")},
      {"LLaMA", rope, arxiv("2302.13971", "section 2.2")},
      {"Qwen", rope, arxiv("2309.16609", "section 2.3")},
      {"Mistral 7B",
       rope,
       {"arXiv:2310.06825 and the code released with Mistral 7B",
        "https://github.com/mistralai/mistral-inference"}},
      {"Gemma", rope, arxiv("2403.08295", "section 2")},
      {"Command R7B",
       rope_in_some_layers,
       {"Cohere 2 in the Transformers documentation",
        "https://huggingface.co/docs/transformers/model_doc/cohere2"}},
      {"BLOOM", alibi, arxiv("2211.05100", "section 3.2.3")},
      {"MPT-7B", alibi, {"MosaicML’s page of MPT-7B", "https://huggingface.co/mosaicml/mpt-7b"}},
  };
}

/// Read as what is usual, the claim holds where more than half have RoPE in all layers; read as what all have, it
/// fails with every one that has not.
Finding count_of(ReleasedScheme scheme, const std::string& what) {
  double count = 0;
  std::string names;
  const auto models = released_models();
  for (const ReleasedModel& model : models) {
    if (model.scheme != scheme) continue;
    ++count;
    names += (names.empty() ? "" : ", ") + model.name + " (" + model.source.text + ")";
  }
  Support decided = count == 0 ? Support::aside : Support::against_it;
  if (scheme == ReleasedScheme::rope) {
    decided = for_it_if(2 * count > static_cast<double>(models.size()));
  }
  return {joined({what, ": ", count, " of ", models.size(), " models, ", names}), count, decided};
}

Result<Evidence> modern_models_use_rope() {
  return Evidence{{count_of(ReleasedScheme::rope, "RoPE in all layers"),
                   count_of(ReleasedScheme::alibi, "ALiBi in its place"),
                   count_of(ReleasedScheme::rope_in_some_layers,
                            "RoPE in some layers and no encoding in the others")},
                  "Read in papers, code and model descriptions, not measured, for a few well-known "
                  "models since 2022. "
                  "Most have RoPE in every layer; not all."};
}

}  // namespace

std::vector<ClaimExperiment> bias_claims() {
  const Source t5 = arxiv("1910.10683", "section 2.1");
  std::vector<Source> released;
  for (const ReleasedModel& model : released_models()) released.push_back(model.source);
  std::vector<ClaimExperiment> all;
  all.push_back({{22,
                  "With h heads, ALiBi’s slopes are 1/2, 1/4 and so on down to 1/2^h.",
                  "alibi",
                  ClaimKind::computed,
                  {arxiv("2108.12409", "section 3")}},
                 slopes_are_powers_of_a_half});
  all.push_back({{24,
                  "T5 adds sinusoidal and learned encodings together.",
                  "longer",
                  ClaimKind::computed,
                  {t5, {"T5-small’s page", "https://huggingface.co/google-t5/t5-small"}}},
                 t5_adds_encodings});
  all.push_back({{25,
                  "GPT-2 and BERT have sinusoidal position encodings.",
                  "learned",
                  ClaimKind::computed,
                  {arxiv("1810.04805", "section 3 and figure 2"),
                   {"The code released with GPT-2", "https://github.com/openai/gpt-2"},
                   arxiv("1706.03762", "section 3.5")}},
                 sinusoids_in_gpt2_and_bert});
  all.push_back({{35, "RoPE is what modern language models use.", "reference", ClaimKind::computed,
                  std::move(released)},
                 modern_models_use_rope});
  return all;
}

}  // namespace posenc
