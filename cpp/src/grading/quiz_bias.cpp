#include "posenc/grading/quiz_topics.hpp"

#include <cmath>

#include "posenc/encoding/alibi.hpp"
#include "posenc/encoding/relative_bias.hpp"

// Biases of the scores: ALiBi and T5.
namespace posenc::quiz_topics {
namespace {

using enum Stated;

/// Whether the slopes for 16 heads are rule(h), h = 1 .. 16.
template <class Rule>
bool slopes_are(Rule rule) {
  const Vector slopes = *alibi_slopes(16);
  Vector ruled(slopes.size());
  for (Index h = 0; h < slopes.size(); ++h) ruled[h] = rule(static_cast<double>(h + 1));
  return alike(slopes, ruled);
}

/// What T5's relative bias adds for a key that many words back.
double added_back(Index distance) {
  const auto rule = *T5BucketRule::make(BucketDirection::bidirectional, 32, 128);
  const Matrix table = learned(32, 1);
  const double length = static_cast<double>(distance + 1);
  return (*relative_bias(rule, table, 1, length))[0](0, 0);
}

constexpr QuizEntry questions_on_bias[] = {
    {"alibi-where",
     {{{"embeddings", is_false}, {"before", is_false}, {"after", is_true}, {"weights", is_false}}}},
    {"alibi-slopes",
     {{{"halves", [] { return slopes_are([](double h) { return std::exp2(-h); }); }},
       {"roots", [] { return slopes_are([](double h) { return std::exp2(-h / 2); }); }},
       {"even", [] { return slopes_are([](double h) { return h / 16; }); }},
       {"learned", is_false}}}},
    {"t5-far",
     {{{"in-proportion", [] { return same(added_back(1000), 5 * added_back(200)); }},
       {"same", [] { return same(added_back(1000), added_back(200)); }},
       {"nothing", [] { return same(added_back(1000), 0) && same(added_back(200), 0); }},
       {"own",
        [] {
          return !same(added_back(1000), added_back(200)) && !same(added_back(1000), 0) &&
                 !same(added_back(1000), 5 * added_back(200));
        }}}}},
    {"who-alibi",
     {{{"llama", is_false}, {"bert", is_false}, {"bloom", is_true}, {"gpt-2", is_false}}}},
};

}  // namespace

std::span<const QuizEntry> bias_questions() { return questions_on_bias; }

}  // namespace posenc::quiz_topics
