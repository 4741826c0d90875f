#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "posenc/error.hpp"
#include "posenc/fields.hpp"
#include "posenc/matrix.hpp"
#include "posenc/model_config/config.hpp"
#include "posenc/model_config/positions.hpp"
#include "posenc/model_config/value.hpp"

/// All that is shown about a config: what it says, and what follows from it.
namespace posenc {

/// How far an angle is off at the last position of a length, where a frequency is stored in a narrow type: the position times
/// the difference between the frequency and the frequency rounded to that type. The product itself is exact. In radians, the
/// largest over the pairs.
struct AngleErrors {
  double position;
  double bfloat16;
  double float16;
  double float32;
};
POSENC_FIELDS(AngleErrors, position, bfloat16, float16, float32)

/// Source: an illustration; the rounding is that of IEEE 754 (round half to even) for each type.
/// Precondition: a position from 0 to 2^53.
AngleErrors angle_errors(const Vector& inv_freq, double position);

/// The longest text that a set of frequencies is for: the text itself where they depend on its length, else the claimed one.
std::optional<double> longest_text(const RopeSettings& settings, const ModelConfig& model,
                                   std::optional<double> length);

/// A public discussion of a problem.
struct Thread {
  std::string text;
  std::string url;
};
POSENC_FIELDS(Thread, text, url)

/// What YaRN does to texts no longer than those that the model was trained on before: engines compute its frequencies once,
/// whatever the length of a text.
struct ShortTexts {
  /// The longest of them, in tokens.
  double original;
  /// The pair whose angle changes most, and by how many turns between the first and the last token.
  Index pair;
  double turns;
  /// The smallest distance at which that is half a turn, so that the pair's part of a score changes its sign, in tokens;
  /// none if it is beyond these texts.
  std::optional<double> half_turn;
  /// What logits, or the part of them that rotates, are multiplied by.
  double logit_factor;
  /// All this in words, and what to do.
  std::string message;
  std::vector<Thread> threads;
};
POSENC_FIELDS(ShortTexts, original, pair, turns, half_turn, logit_factor, message, threads)

/// One set of frequencies of a config, and what it does.
struct RopeReport {
  RopeSettings settings;
  RopeFrequencies frequencies;
  /// In positions, 0 where a pair does not rotate: without scaling and with it. [pairs]
  Vector waves_before;
  Vector waves_after;
  std::vector<PairChange> changes;
  /// The axis of each pair, counted from 0; empty where positions have one.
  std::vector<double> axes;
  std::optional<Index> unfinished_original;
  std::optional<Index> unfinished_claimed;
  /// At the last position of the claimed length, or of the text where frequencies depend on that; none where it is unknown.
  std::optional<AngleErrors> errors;
  double class_logit_factor;
  /// Of YaRN alone; none where it changes nothing.
  std::optional<ShortTexts> short_texts;
};

/// What queries are multiplied by, at positions from 0 to the last that the config claims.
struct QueryCurve {
  Vector positions;
  /// Of queries.
  Vector factors;
  /// Of logits: that of the queries, the class's factor and the square of the attention factor.
  Vector total;
};
POSENC_FIELDS(QueryCurve, positions, factors, total)

struct ModelReport {
  ModelConfig model;
  std::vector<RopeReport> ropes;
  /// Of ALiBi, one for each head; empty for other kinds.
  Vector slopes;
  /// Of sinusoids, the wavelength of each pair in positions; empty for other kinds, and for an odd width.
  Vector sinusoid_waves;
  /// None where queries do not grow.
  std::optional<QueryCurve> query_curve;
  /// The length of the text that it is for; none for the longest that the config claims.
  std::optional<double> length;
};

/// Computes the frequencies of a model that was read and what they do, for a text of `length` tokens.
/// Errors: as rope_frequencies.
Result<ModelReport> model_report(const ModelConfig& model, std::optional<double> length);

/// Reads a config and computes its frequencies and what they do, for a text of `length` tokens. Sinusoids have base 10000, and Whisper's
/// (kind sinusoidal_and_learned) end at exactly that: FrequencyVariant::endpoint.
/// Errors: as read_model_config and rope_frequencies.
Result<ModelReport> model_report(const ConfigValue& file, std::optional<double> length);

/// Scores by distance, for a query and a key that are equal and of length 1 in every pair of the head:
///   scores[n]  = (a^2 sum_i cos(distance_n omega_i) + unrotated) / pairs of the head, a the attention factor
///   bounds[n]  = (a^2 sum_j |S_j| + unrotated) / pairs of the head, S_j the sum of e^(i distance_n omega) over the first j
///                rotated pairs: no score of such a query and key is larger
/// Both q and k are the same in all pairs, so that the largest step between pairs in the paper's bound is 1.
struct ScoreCurve {
  Vector distances;
  Vector scores;
  Vector bounds;
  /// bounds / looseness: the curve of the bound from where the score begins.
  Vector fitted_bounds;
  /// bounds[0] / scores[0]: how many times the score the bound is at distance 0.
  double looseness;
};
POSENC_FIELDS(ScoreCurve, distances, scores, bounds, fitted_bounds, looseness)

/// At up to `points` whole distances from 0 to `limit`, evenly spaced in their logarithm (after 0): those that round to the
/// same one count once.
/// Source of the bound: Su et al. 2021, arXiv:2104.09864v5, section 3.4.3.
/// Errors: a limit that is not a whole number from 1 to 2^53; points that are not a whole number from 2 to 4096.
Result<ScoreCurve> score_curve(const RopeReport& rope, double limit, double points);

/// The base that a text is rotated with, by its length: the type dynamic raises it beyond the claimed length, for the others
/// it is the same for all.
struct BaseCurve {
  Vector lengths;
  Vector bases;
};
POSENC_FIELDS(BaseCurve, lengths, bases)

/// At `points` whole lengths, evenly spaced from 1 to the factor times the claimed length, and at the claimed length itself.
/// Errors: no claimed length; points that are not a whole number from 2 to 4096.
Result<BaseCurve> base_curve(const RopeSettings& settings,
                             const std::optional<Sourced<double>>& claimed, double points);

/// The bucket of a key `distances[n]` tokens before its query, in T5's encoder (bidirectional) and decoder (causal).
struct BucketCurve {
  Vector distances;
  /// Empty where half of the buckets are too few for the largest distance, or their number is odd.
  Vector encoder;
  Vector decoder;
};
POSENC_FIELDS(BucketCurve, distances, encoder, decoder)

/// At up to `points` whole distances from 0 to twice the largest that is distinguished, as score_curve has them.
/// Errors: points that are not a whole number from 2 to 4096; numbers of buckets that T5BucketRule refuses in a decoder.
Result<BucketCurve> bucket_curve(const BucketSettings& settings, double points);

/// Another way in which software is known to read the same config.
enum class OtherReading {
  paper_ramp,           // YaRN's ramp over turns, as in the paper
  rounded_ramp,         // YaRN's ramp between whole pairs, although truncate is false
  factor_from_lengths,  // YaRN by max_position_embeddings / original, whatever the factor
  no_scaling,           // the scaling is not read
  scaled_sliding,       // the scaling reaches sliding layers, too
  default_base,         // the base is not found where it is
  whole_head,           // the whole head rotates
  head_by_quotient,     // the head has width / heads components
  released_factor,      // Llama 3.2's own code has factor 8
  mscale_alone,         // mscale is read, and mscale_all_dim is not
};

POSENC_HYPHENATED_NAMES(OtherReading, other_reading_names, paper_ramp, rounded_ramp,
                        factor_from_lengths, no_scaling, scaled_sliding, default_base, whole_head,
                        head_by_quotient, released_factor, mscale_alone)

struct Difference {
  OtherReading reading;
  /// The set that is read differently; none for all.
  std::optional<LayerKind> layers;
  /// What other software does, and how far that is from what is shown.
  std::string message;
  Vector inv_freq;
  /// In positions, 0 where a pair does not rotate.
  Vector waves;
  double attention_factor;
  /// The largest ratio of two frequencies of one pair, at least 1, and the pair; 1 and 0 where all agree, or where the
  /// numbers of pairs differ.
  double ratio;
  Index pair;
  std::vector<Thread> threads;
};
POSENC_FIELDS(Difference, reading, layers, message, inv_freq, waves, attention_factor, ratio, pair,
              threads)

/// How other software is known to read the same config, where the result differs. (Without readings whose numbers are so
/// extreme that a double cannot hold them.)
std::vector<Difference> differences(const ModelReport& report);

/// Where somebody reported the problem of a note.
std::vector<Thread> threads_of(NoteCode code);

/// A change to a config that a note suggests.
struct ConfigEdit {
  NoteCode code;
  /// The path of the key, with dots.
  std::string path;
  /// The new number; none to delete the key.
  std::optional<double> value;
};

/// The changes that need no decision by the owner: those whose numbers follow from the file itself. With all of them,
/// the config no longer gets these notes, but for base-assumed where each kind of layer has a base without a key of its own.
std::vector<ConfigEdit> suggested_edits(const ModelConfig& model);

}  // namespace posenc
