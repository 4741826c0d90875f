#include <algorithm>
#include <cmath>

#include "posenc/encoding/timestep.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in the timestep embeddings of diffusion models.

namespace posenc {
namespace {

constexpr double trained_steps = 1000;

Result<Matrix> embedded(const ExhibitSettings& values, TimestepConvention convention,
                        std::span<const double> timesteps) {
  return timestep_embedding(values.at("d"), 10000, convention, timesteps);
}

/// The largest difference in the two columns of a pair, the sines first.
double difference_of_pair(const Matrix& a, const Matrix& b, Index pair) {
  const Index half = a.cols() / 2;
  return std::max(largest_difference(a.col(pair), b.col(pair)),
                  largest_difference(a.col(half + pair), b.col(half + pair)));
}

Result<Exhibition> timesteps_from_one(const ExhibitSettings& values) {
  const double stride = trained_steps / values.at("steps");
  std::vector<double> counted;
  std::vector<double> trained;
  for (double n = values.at("steps"); n > 0; --n) {
    counted.push_back(n * stride);
    trained.push_back(n * stride - 1);
  }
  POSENC_TRY(broken, embedded(values, TimestepConvention::ddpm, counted));
  POSENC_TRY(repaired, embedded(values, TimestepConvention::ddpm, trained));
  const double noisiest = trained_steps - 1;
  POSENC_TRY(first, embedded(values, TimestepConvention::ddpm, {&noisiest, 1}));
  const double fast = difference_of_pair(broken, repaired, 0);
  const double slow = difference_of_pair(broken, repaired, broken.cols() / 2 - 1);
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "step-of-sampler">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("timesteps-from-one-first"),
                largest_difference(broken.topRows(1), first),
                largest_difference(repaired.topRows(1), first)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      say<museum_phrases, "timesteps-from-one-result">(
          counted.back(), trained.back(), with_decimals(fast, 2), with_digits(slow, 1))};
}

/// How far a row of embedded timestep 0 is from ones, then zeros.
double distance_from_cosines_first(const Matrix& table) {
  double largest = 0;
  for (Index n = 0; n < table.cols(); ++n) {
    const double right = n < table.cols() / 2 ? 1 : 0;
    largest = std::max(largest, std::abs(table(0, n) - right));
  }
  return largest;
}

Result<Exhibition> swapped_halves(const ExhibitSettings& values) {
  const double stride = trained_steps / values.at("steps");
  std::vector<double> timesteps = positions_from(0, values.at("steps"));
  for (double& t : timesteps) t *= stride;
  POSENC_TRY(repaired, embedded(values, TimestepConvention::adm, timesteps));
  const Index half = repaired.cols() / 2;
  Matrix broken(repaired.rows(), repaired.cols());
  broken << repaired.rightCols(half), repaired.leftCols(half);
  // All rows have the length sqrt(d/2).
  const auto similarities = [&](const Matrix& table) {
    return Vector(table.cwiseProduct(repaired).rowwise().sum() / static_cast<double>(half));
  };
  const Vector alike = similarities(broken);
  const auto off = [](const Vector& similarity) {
    return (similarity.array() - 1).abs().maxCoeff();
  };
  return Exhibition{
      broken,
      repaired,
      say<museum_phrases, "evenly-spaced">(),
      say<museum_phrases, "dimension">(),
      {measured(museum_words("swapped-halves-similarity"), off(alike), off(similarities(repaired))),
       measured(museum_words("swapped-halves-first"), distance_from_cosines_first(broken),
                distance_from_cosines_first(repaired)),
       measured(museum_words("rows-by-offset"), spread_by_offset(broken),
                spread_by_offset(repaired))},
      say<museum_phrases, "swapped-halves-result">(with_decimals(alike.minCoeff(), 2),
                                                   with_decimals(alike.maxCoeff(), 2))};
}

constexpr CodeLine timesteps_from_one_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def embed(t, d):", museum_words("timesteps-from-one-embed")},
    {"    half = d // 2", museum_words("timesteps-from-one-half")},
    {"    omega = [10000 ** (-i / (half - 1)) for i in range(half)]",
     museum_words("timesteps-from-one-omega")},
    {"    return [sin(t * w) for w in omega] + [cos(t * w) for w in omega]",
     museum_words("timesteps-from-one-row")},
    {"", museum_words("blank-line")},
    {"def result(steps, d):", museum_words("timesteps-from-one-function")},
    {"    rows = []", museum_words("timesteps-from-one-rows")},
    {"    for n in range(steps, 0, -1):", museum_words("timesteps-from-one-loop")},
    {"        t = n * (1000 // steps)", museum_words("timesteps-from-one-t"), true,
     "        t = n * (1000 // steps) - 1"},
    {"        rows.append(embed(t, d))", museum_words("timesteps-from-one-append")},
    {"    return rows", museum_words("timesteps-from-one-all")}};

constexpr CodeLine swapped_halves_code[] = {
    {"from math import sin, cos", museum_words("imports")},
    {"", museum_words("blank-line")},
    {"def result(steps, d):", museum_words("swapped-halves-function")},
    {"    cosines_first = True", museum_words("swapped-halves-option")},
    {"    half = d // 2", museum_words("timesteps-from-one-half")},
    {"    omega = [10000 ** (-i / half) for i in range(half)]",
     museum_words("swapped-halves-omega")},
    {"    rows = []", museum_words("timesteps-from-one-rows")},
    {"    for n in range(steps):", museum_words("swapped-halves-loop")},
    {"        angles = [n * (1000 // steps) * w for w in omega]",
     museum_words("swapped-halves-angles")},
    {"        row = [cos(a) for a in angles] + [sin(a) for a in angles]",
     museum_words("swapped-halves-row"), true,
     "        row = [sin(a) for a in angles] + [cos(a) for a in angles]"},
    {"        if cosines_first:", museum_words("swapped-halves-if")},
    {"            row = row[half:] + row[:half]", museum_words("swapped-halves-swap"), true},
    {"        rows.append(row)", museum_words("swapped-halves-append")},
    {"    return rows", museum_words("swapped-halves-all")}};

constexpr PieceControl timesteps_from_one_controls[] = {
    {"steps", museum_words("steps-of-sampler"), 10, {2, 5, 10, 20, 25}},
    {"d", museum_words("dimensions"), 16, {4, 8, 16, 32, 64}}};

constexpr PieceControl swapped_halves_controls[] = {
    {"steps", museum_words("steps"), 20, {2, 5, 10, 20, 25}},
    {"d", museum_words("dimensions"), 16, {4, 8, 16, 32, 64}}};

constexpr PieceSighting timesteps_from_one_sightings[] = {
    {"diffusers, issue 10003: timesteps from 1000 to 1 for a model that has 999 to 0",
     "https://github.com/huggingface/diffusers/issues/10003"},
    {"latent-diffusion, issue 136: why are the sampler’s timesteps moved by one?",
     "https://github.com/CompVis/latent-diffusion/issues/136"}};

constexpr PieceSighting swapped_halves_sightings[] = {
    {"FlashInfer, pull request 3819: halves swapped in an example, which drew a crowd of cats "
     "instead of two that box",
     "https://github.com/flashinfer-ai/flashinfer/pull/3819"},
    {"diffusers, pull request 1369: an implementation that ignored the option for the order",
     "https://github.com/huggingface/diffusers/pull/1369"}};

constexpr MuseumPiece pieces_on_grids_and_time[] = {
    {"timesteps-from-one", museum_words("timesteps-from-one-title"),
     museum_words("timesteps-from-one-symptom"), "beyond-words", timesteps_from_one_code,
     timesteps_from_one_controls, timesteps_from_one, timesteps_from_one_sightings},
    {"swapped-halves", museum_words("swapped-halves-title"), museum_words("swapped-halves-symptom"),
     "beyond-words", swapped_halves_code, swapped_halves_controls, swapped_halves,
     swapped_halves_sightings},
};

}  // namespace

std::span<const MuseumPiece> beyond_words_pieces() { return pieces_on_grids_and_time; }

}  // namespace posenc
