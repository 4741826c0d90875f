#include "claims/pytorch_runs.hpp"
#include "posenc/claims/claim.hpp"
#include "posenc/claims/codes.hpp"
#include "posenc/claims/phrases/bases.hpp"
#include "posenc/claims/phrases/beyond_words.hpp"
#include "posenc/claims/phrases/bias.hpp"
#include "posenc/claims/phrases/book.hpp"
#include "posenc/claims/phrases/costs.hpp"
#include "posenc/claims/phrases/hashes.hpp"
#include "posenc/claims/phrases/longer.hpp"
#include "posenc/claims/phrases/order.hpp"
#include "posenc/claims/phrases/planted.hpp"
#include "posenc/claims/phrases/real_models.hpp"
#include "posenc/claims/phrases/rotary.hpp"
#include "posenc/claims/phrases/trained.hpp"
#include "posenc/claims/phrases/vectors.hpp"
#include "posenc/claims/phrases/waves.hpp"
#include "test.hpp"

namespace {

std::vector<std::string_view> codes_of_all_phrases() {
  std::vector<std::string_view> codes;
  const auto add = [&](const auto& table) {
    for (const Phrase& phrase : table) codes.push_back(phrase.code);
  };
  add(order_phrases);
  add(wave_phrases);
  add(vector_phrases);
  add(rotary_phrases);
  add(bias_phrases);
  add(trained_phrases);
  add(longer_phrases);
  add(base_phrases);
  add(cost_phrases);
  add(hash_phrases);
  add(real_model_phrases);
  add(book_phrases);
  add(planted_phrases);
  add(beyond_words_phrases);
  return codes;
}

/// A trial of any claim; of one about trained models, with two seeds that are right half of the time.
Trial trial_of(const Claim& claim) {
  std::vector<TrainedRun> runs;
  if (claim.kind == ClaimKind::trained) {
    const TrainingPlan plan = *plan_of_claim(claim.number);
    for (const PlannedModel& model : plan.models) {
      const std::vector<double> halves(model.tests.size(), 0.5);
      const TrainedRun run{halves, halves, {}};
      runs.insert(runs.end(), 2, run);
    }
  }
  auto trial = try_claim(claim.number, runs);
  REQUIRE(trial);
  return *std::move(trial);
}

}  // namespace

TEST_CASE("claims: every finding has a code of the tables, and no verdict depends on words") {
  const std::vector<std::string_view> codes = codes_of_all_phrases();
  for (const Claim& claim : claims()) {
    CAPTURE(claim.number);
    Trial trial = trial_of(claim);
    for (Finding& finding : trial.evidence.findings) {
      CAPTURE(finding.text);
      const std::string_view code = code_of(finding);
      CHECK(std::ranges::count(codes, code) == 1);
      CHECK(finding.text.find('{') == std::string::npos);
      finding.text.clear();
    }
    CHECK(verdict_of(trial.evidence.findings) == trial.verdict);
  }
}

TEST_CASE("claims: a finding keeps its code whatever its numbers, and has none without words") {
  const Trial trial = *try_claim(6);
  CHECK(code_of(trial.evidence.findings[0]) == "products-of-two-neighbors");
  CHECK(code_of(trial.evidence.findings[1]) == "products-at-one-offset");
  CHECK(code_of(trial.evidence.findings[2]) == "products-at-one-offset");
  CHECK(code_of(Finding{"", std::nullopt, Support::aside}).empty());
}
