#include "posenc/analysis/packing.hpp"

#include "test.hpp"

namespace {

constexpr std::array document_lengths{4.0, 3.0, 5.0};
constexpr std::array all_schemes{PackedScheme::rope, PackedScheme::alibi, PackedScheme::sinusoidal};

PackedAttention packed(PackedScheme scheme, DocumentMask mask, PackedPositions positions,
                       double seed = 1) {
  return *packed_attention(document_lengths, scheme, mask, positions, seed);
}

/// Of two sets of weights within one document: how much their ratios along a row differ.
double ratios_apart(const PackedAttention& a, const PackedAttention& b) {
  double largest = 0;
  for (Index query = 0; query < a.weights.rows(); ++query) {
    for (Index key = 0; key <= query; ++key) {
      if (a.documents[key] != a.documents[query]) continue;
      const double one = a.weights(query, key) / a.weights(query, query);
      const double other = b.weights(query, key) / b.weights(query, query);
      largest = std::max(largest, std::abs(one - other));
    }
  }
  return largest;
}

}  // namespace

TEST_CASE("packing: documents and position ids of a row") {
  const Vector documents = *documents_of(document_lengths);
  CHECK(documents == Vector{{0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2}});
  CHECK(position_ids(documents, PackedPositions::continued) == Vector::LinSpaced(12, 0, 11));
  CHECK(position_ids(documents, PackedPositions::reset) ==
        Vector{{0, 1, 2, 3, 0, 1, 2, 0, 1, 2, 3, 4}});
}

TEST_CASE("packing: weights are the softmax over what a query sees, written out") {
  const Matrix scores{{5, 9, 9, 9}, {1, 2, 9, 9}, {0, 1, 2, 9}, {2, 0, 1, 1}};
  const Vector documents{{0, 0, 1, 1}};
  const Matrix open = packed_weights(scores, documents, DocumentMask::none);
  const Matrix masked = packed_weights(scores, documents, DocumentMask::document);
  const double e = std::exp(1.0);
  CHECK(open(1, 0) == doctest::Approx(1 / (1 + e)));
  CHECK(open(2, 0) == doctest::Approx(1 / (1 + e + e * e)));
  CHECK(masked(2, 2) == 1);
  CHECK(masked(3, 2) == doctest::Approx(0.5));
  CHECK(masked.topLeftCorner(2, 2) == open.topLeftCorner(2, 2));
  for (Index query = 0; query < 4; ++query) {
    CHECK(open.row(query).sum() == doctest::Approx(1));
    CHECK(masked.row(query).sum() == doctest::Approx(1));
    for (Index key = query + 1; key < 4; ++key) CHECK(open(query, key) == 0);
  }
  CHECK(attention_across(masked, documents) == Vector::Zero(4));
  CHECK(attention_across(open, documents)[2] == doctest::Approx((1 + e) / (1 + e + e * e)));
}

TEST_CASE("packing: without a document mask, no scheme and no position ids keep documents apart") {
  for (const PackedScheme scheme : all_schemes) {
    for (const auto positions : {PackedPositions::continued, PackedPositions::reset}) {
      for (const double seed : {1.0, 2.0, 3.0}) {
        const PackedAttention open = packed(scheme, DocumentMask::none, positions, seed);
        CHECK_FALSE(open.apart);
        CHECK(open.difference > 0.5);
        CHECK(open.crossing > 0.2);
        // The first document has nothing before it.
        CHECK(open.differences.head(4).maxCoeff() < 1e-12);
        CHECK(open.across.head(4).isZero());
        CHECK(open.crossing == doctest::Approx(open.across.tail(8).mean()));
        CHECK(open.difference == open.differences.maxCoeff());
      }
    }
  }
}

TEST_CASE("packing: with a mask, position ids matter to absolute encodings alone") {
  for (const PackedScheme scheme : all_schemes) {
    const PackedAttention reset = packed(scheme, DocumentMask::document, PackedPositions::reset);
    CHECK(reset.apart);
    CHECK(reset.crossing == 0);
    const PackedAttention on = packed(scheme, DocumentMask::document, PackedPositions::continued);
    CHECK(on.crossing == 0);
    CHECK(on.apart == (scheme != PackedScheme::sinusoidal));
    if (on.apart) {
      CHECK((on.weights - reset.weights).cwiseAbs().maxCoeff() < 1e-12);
    } else {
      CHECK(on.difference > 0.1);
    }
  }
}

TEST_CASE("packing: reset, RoPE and ALiBi score within a document as before, and across it not") {
  for (const PackedScheme scheme : {PackedScheme::rope, PackedScheme::alibi}) {
    const PackedAttention on = packed(scheme, DocumentMask::none, PackedPositions::continued);
    const PackedAttention reset = packed(scheme, DocumentMask::none, PackedPositions::reset);
    CHECK(ratios_apart(on, reset) < 1e-12);
    CHECK((on.weights - reset.weights).cwiseAbs().maxCoeff() > 0.05);
  }
  CHECK(ratios_apart(
            packed(PackedScheme::sinusoidal, DocumentMask::none, PackedPositions::continued),
            packed(PackedScheme::sinusoidal, DocumentMask::none, PackedPositions::reset)) > 0.05);
}

TEST_CASE("packing: one document is as it is alone, whatever is set") {
  for (const PackedScheme scheme : all_schemes) {
    const auto one = *packed_attention(std::array{6.0}, scheme, DocumentMask::none,
                                       PackedPositions::continued, 5);
    CHECK(one.apart);
    CHECK(one.crossing == 0);
    CHECK(one.weights.rows() == 6);
  }
}

TEST_CASE("packing: arguments outside their range") {
  const auto message = [](const std::vector<double>& lengths, double seed = 1) {
    return packed_attention(lengths, PackedScheme::rope, DocumentMask::none, PackedPositions::reset,
                            seed)
        .error()
        .message;
  };
  CHECK(message({}) == "[packing] lengths must not be empty");
  CHECK(message({3, 0}) ==
        "[packing] each of lengths must be a whole number above 0 and below 2^31 but got 0");
  CHECK(message({500, 13}) ==
        "[packing] lengths must add up to at most 512 tokens but there are more");
  CHECK(message({2e9, 2e9}).starts_with("[packing] lengths must add up"));
  CHECK(message({3}, -1).starts_with("[packing] seed must be"));
  CHECK(to_document_mask("causal").error().message ==
        "[packing] mask must be \"none\" or \"document\" but got \"causal\"");
}
