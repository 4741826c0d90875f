#include <algorithm>
#include <cmath>

#include "posenc/analysis/packing.hpp"
#include "posenc/museum/measures.hpp"
#include "posenc/museum/phrases.hpp"
#include "posenc/museum/piece.hpp"
#include "posenc/wording.hpp"

// Mistakes in the positions of packed documents and of generated tokens.

namespace posenc {
namespace {

/// For RoPE with a single pair that turns by 1 radian per position, and all queries and keys (1, 0).
Matrix weights_of_one_pair(const Vector& documents, DocumentMask mask) {
  const Vector ids = position_ids(documents, PackedPositions::reset);
  Matrix scores(ids.size(), ids.size());
  for (Index i = 0; i < ids.size(); ++i) scores.row(i) = (ids[i] - ids.array()).cos();
  return packed_weights(scores, documents, mask);
}

Result<Exhibition> packed_documents(const ExhibitSettings& values) {
  const double lengths[]{values.at("first"), values.at("second")};
  POSENC_TRY(documents, documents_of(lengths));
  const Matrix broken = weights_of_one_pair(documents, DocumentMask::none);
  const Matrix repaired = weights_of_one_pair(documents, DocumentMask::document);
  const auto second = static_cast<Index>(lengths[1]);
  const Matrix alone = weights_of_one_pair(Vector::Zero(second), DocumentMask::none);
  const auto across = [&](const Matrix& weights) { return attention_across(weights, documents); };
  const auto off = [&](const Matrix& weights) {
    return largest_difference(weights.bottomRightCorner(second, second), alone);
  };
  const double first = position_ids(documents, PackedPositions::reset)[documents.size() - second];
  return Exhibition{broken,
                    repaired,
                    say<museum_phrases, "query">(),
                    say<museum_phrases, "key">(),
                    {measured(museum_words("packed-across"), across(broken).maxCoeff(),
                              across(repaired).maxCoeff()),
                     measured(museum_words("packed-alone"), off(broken), off(repaired)),
                     measured(museum_words("packed-first"), first, first)},
                    say<museum_phrases, "packed-result">(
                        in_percent(across(broken).tail(second).mean()), lengths[0] - 1)};
}

/// How far back each token sees those up to itself; 0 for the others.
Matrix distances_back(const Vector& positions) {
  Matrix distances = Matrix::Zero(positions.size(), positions.size());
  for (Index query = 0; query < positions.size(); ++query) {
    distances.row(query).head(query + 1) = positions[query] - positions.head(query + 1).array();
  }
  return distances;
}

Result<Exhibition> decode_jump(const ExhibitSettings& values) {
  const auto prompt = static_cast<Index>(values.at("prompt"));
  const auto answer = static_cast<Index>(values.at("answer"));
  const Vector whole = position_ids(Vector::Zero(prompt + answer), PackedPositions::continued);
  // The prompt's positions, and for the answer the tokens in the cache and the delta.
  const auto with_delta = [&](double delta) {
    Vector positions = whole;
    positions.tail(answer).array() += delta;
    return positions;
  };
  const double next = whole[prompt - 1] + 1;
  const auto length = static_cast<double>(prompt);
  const Vector broken = with_delta(next + length);
  const Vector repaired = with_delta(next - length);
  const auto off = [&](const Vector& positions, Index first, Index count) {
    return (positions - whole).segment(first, count).cwiseAbs().maxCoeff();
  };
  const auto step_off = [&](const Vector& positions) {
    double largest = 0;
    for (Index n = prompt + 1; n < positions.size(); ++n) {
      largest = std::max(largest, std::abs(positions[n] - positions[n - 1] - 1));
    }
    return largest;
  };
  return Exhibition{
      distances_back(broken),
      distances_back(repaired),
      say<museum_phrases, "token">(),
      say<museum_phrases, "key">(),
      {measured(museum_words("decode-jump-whole"), off(broken, prompt, answer),
                off(repaired, prompt, answer)),
       measured(museum_words("decode-jump-of-prompt"), off(broken, 0, prompt),
                off(repaired, 0, prompt)),
       measured(museum_words("decode-jump-steps"), step_off(broken), step_off(repaired))},
      say<museum_phrases, "decode-jump-result">(whole[prompt - 1], broken[prompt],
                                                repaired[prompt])};
}

constexpr CodeLine packed_documents_code[] = {
    {"from math import cos, exp", museum_words("packed-imports")},
    {"", museum_words("blank-line")},
    {"def result(first, second):", museum_words("packed-function")},
    {"    positions = list(range(first)) + list(range(second))", museum_words("packed-positions")},
    {"    weights = []", museum_words("packed-rows")},
    {"    for query, m in enumerate(positions):", museum_words("packed-loop")},
    {"        seen = [key <= query for key in range(len(positions))]", museum_words("packed-seen"),
     true, "        seen = [query - m <= key <= query for key in range(len(positions))]"},
    {"        powers = [exp(cos(m - n)) * ok for n, ok in zip(positions, seen)]",
     museum_words("packed-powers")},
    {"        weights.append([p / sum(powers) for p in powers])", museum_words("packed-softmax")},
    {"    return weights", museum_words("packed-all")}};

constexpr PieceControl packed_documents_controls[] = {
    {"first", museum_words("tokens-of-first"), 6, {2, 4, 6, 16}},
    {"second", museum_words("tokens-of-second"), 4, {1, 2, 4, 8}}};

constexpr CodeLine decode_jump_code[] = {
    {"def result(prompt, answer):", museum_words("decode-jump-function")},
    {"    positions = list(range(prompt))", museum_words("decode-jump-prompt")},
    {"    delta = max(positions) + 1 + prompt", museum_words("decode-jump-delta"), true,
     "    delta = max(positions) + 1 - prompt"},
    {"    for cached in range(prompt, prompt + answer):", museum_words("decode-jump-loop")},
    {"        positions.append(cached + delta)", museum_words("decode-jump-append")},
    {"    distances = []", museum_words("decode-jump-rows")},
    {"    for token, m in enumerate(positions):", museum_words("decode-jump-each")},
    {"        seen = positions[:token + 1]", museum_words("decode-jump-seen")},
    {"        distances.append([m - n for n in seen] + [0] * (len(positions) - len(seen)))",
     museum_words("decode-jump-distances")},
    {"    return distances", museum_words("decode-jump-all")}};

constexpr PieceControl decode_jump_controls[] = {
    {"prompt", museum_words("tokens-of-prompt"), 8, {2, 4, 8, 16}},
    {"answer", museum_words("tokens-of-answer"), 4, {1, 2, 4, 8, 16}}};

constexpr PieceSighting packed_documents_sightings[] = {
    {"nanoVLM, pull request 204: position ids that start again, measured, are not enough",
     "https://github.com/huggingface/nanoVLM/pull/204"},
    {"nanoVLM, issue 201: neither a reset nor a mask for packed samples",
     "https://github.com/huggingface/nanoVLM/issues/201"},
    {"torchtitan, issue 2559: should positions start again in each document?",
     "https://github.com/pytorch/torchtitan/issues/2559"},
    {"OLMo-core, issue 503: RoPE in rows of several documents",
     "https://github.com/allenai/OLMo-core/issues/503"}};

constexpr PieceSighting decode_jump_sightings[] = {
    {"transformers.js 4.3.2, Qwen2-VL without an image: the length is added",
     "https://github.com/huggingface/transformers.js/blob/main/packages/transformers/src/models/"
     "qwen2_vl/modeling_qwen2_vl.js"},
    {"mlx-vlm, issue 1983: every generated token of Qwen3-Omni got position 0",
     "https://github.com/Blaizzy/mlx-vlm/issues/1983"},
    {"mlx-vlm, pull request 1527: the delta was forgotten after the prompt",
     "https://github.com/Blaizzy/mlx-vlm/pull/1527"}};

constexpr MuseumPiece pieces_on_positions[] = {
    {"packed", museum_words("packed-title"), museum_words("packed-symptom"), "longer",
     packed_documents_code, packed_documents_controls, packed_documents,
     packed_documents_sightings},
    {"decode-jump", museum_words("decode-jump-title"), museum_words("decode-jump-symptom"),
     "longer", decode_jump_code, decode_jump_controls, decode_jump, decode_jump_sightings},
};

}  // namespace

std::span<const MuseumPiece> position_pieces() { return pieces_on_positions; }

}  // namespace posenc
