#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "posenc/analysis/spread.hpp"
#include "posenc/claims/experiment.hpp"
#include "posenc/claims/runs.hpp"
#include "posenc/encoding/context_extension.hpp"
#include "posenc/model/permutation.hpp"
#include "posenc/model/transformer.hpp"
#include "posenc/random.hpp"
#include "posenc/wording.hpp"

// Claims that are tried on models trained for them: RoPE and ALiBi beyond the trained length, and remedies.

namespace posenc {
namespace {

constexpr double trained_length = 16;
constexpr double factor = 4;
const std::vector<double> lengths{trained_length, 32, factor* trained_length};
/// Which test is which.
enum LengthTest : std::size_t { at_trained, at_twice, at_four_times };

const Source press{"Press et al. 2022, arXiv:2108.12409v2", "https://arxiv.org/abs/2108.12409"};
const Source yarn_paper{"Peng et al. 2023, arXiv:2309.00071v2", "https://arxiv.org/abs/2309.00071"};

GeometricFrequencies rope_frequencies(double base) {
  const TransformerOptions model = task_options(Task::previous, Scheme::rope).model;
  return *GeometricFrequencies::make(model.d_model / model.heads, base, "paper");
}

PlannedTest asked_under(std::string name, const InverseFrequencies& theta,
                        double attention_factor = 1) {
  const Vector& values = theta.values();
  return {std::move(name), lengths.back(), {values.begin(), values.end()}, attention_factor};
}

PlannedModel rope_on_previous() {
  return with_steps(planned("RoPE, previous token", Task::previous, Scheme::rope, lengths),
                    enough_steps);
}

// 20. Another base.

constexpr double usual_base = 10000;
constexpr double smaller_base = 1000;
/// So small that the slowest wave, of 10.6 positions, comes round within the trained length.
constexpr double much_smaller_base = 2;
constexpr double larger_base = 500000;
enum BaseModel : std::size_t { of_usual, of_smaller, of_much_smaller, of_larger };
enum BaseTest : std::size_t { under_smaller = 3, under_larger = 4 };

TrainingPlan bases() {
  TrainingPlan plan;
  for (const double base : {usual_base, smaller_base, much_smaller_base, larger_base}) {
    PlannedModel model = rope_on_previous();
    model.name += ", base " + with_decimals(base, 0);
    model.options.model.position.base = base;
    plan.models.push_back(std::move(model));
  }
  for (const double base : {smaller_base, larger_base}) {
    plan.models[of_usual].tests.push_back(
        asked_under("base " + with_decimals(base, 0), rope_frequencies(base)));
  }
  return plan;
}

Evidence smaller_bases(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                       std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto compared = [&](std::size_t model, std::size_t test, const std::string& what) {
    return Finding{what + ": " + runs.told(model, test) + " at length 64, in place of " +
                       runs.told(of_usual, at_four_times),
                   runs.mean(model, test) - runs.mean(of_usual, at_four_times),
                   for_it_if(runs.is_ahead(model, test, of_usual, at_four_times))};
  };
  // A larger base that is ahead speaks against smaller ones; one that is not, for nothing.
  const auto opposed = [&](std::size_t model, std::size_t test, const std::string& what) {
    Finding finding = compared(model, test, what);
    finding.support = finding.support == Support::for_it ? Support::against_it : Support::aside;
    return finding;
  };
  return {
      {compared(of_usual, under_smaller,
                "Previous token, base 10000 in training and 1000 afterwards"),
       opposed(of_usual, under_larger, "Base 10000 in training and 500000 afterwards"),
       compared(of_much_smaller, at_four_times, "Trained with base 2 from the start"),
       compared(of_smaller, at_four_times, "Trained with base 1000"),
       opposed(of_larger, at_four_times, "Trained with base 500000")},
      "A smaller base makes waves shorter: put in after the training, they turn further than the "
      "model has ever seen, and known distances look like others. In training two ways can be "
      "good: a base so small that every wave comes round within the trained length, so that all "
      "angles have been seen; or one so large that slow waves hardly turn, even in longer texts. "
      "Liu et al. report both for large models.",
      accuracy_chart({runs.line("base 10000", of_usual), runs.line("base 1000", of_smaller),
                      runs.line("base 2", of_much_smaller), runs.line("base 500000", of_larger)})};
}

// 21 and 39. RoPE beyond its training, without remedies and with them.

enum RemedyTest : std::size_t { interpolated = 3, ntk = 4, yarn_published = 5, yarn_short = 6 };
struct RemedyTask {
  const char* title;
  const char* model;
  Task task;
};
constexpr std::array<RemedyTask, 3> remedy_tasks{
    {{"Previous token", "RoPE, previous token", Task::previous},
     {"Fill forward", "RoPE, fill forward", Task::forward_fill},
     {"First token", "RoPE, first token", Task::first_causal}}};

TrainingPlan remedies() {
  const GeometricFrequencies own = rope_frequencies(usual_base);
  const auto published = yarn(own, trained_length, factor, 1, 32, YarnRamp::paper);
  const auto shorter = yarn(own, trained_length, factor, 0.25, 2, YarnRamp::paper);
  TrainingPlan plan;
  for (const RemedyTask& one : remedy_tasks) {
    PlannedModel model = one.task == Task::previous
                             ? rope_on_previous()
                             : planned(one.model, one.task, Scheme::rope, lengths);
    for (PlannedTest& test :
         std::array{asked_under("interpolation", *position_interpolation(own, factor)),
                    asked_under("NTK-aware", *ntk_aware(own, factor)),
                    asked_under("YaRN (1, 32)", published->theta, published->attention_factor),
                    asked_under("YaRN (1/4, 2)", shorter->theta, shorter->attention_factor)}) {
      model.tests.push_back(std::move(test));
    }
    plan.models.push_back(std::move(model));
  }
  return plan;
}

Evidence rope_without_help(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                           std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  Evidence evidence;
  std::vector<ChartLine> lines;
  for (std::size_t n = 0; n < remedy_tasks.size(); ++n) {
    const std::string task = remedy_tasks[n].title;
    evidence.findings.push_back({task + ", trained at length 16: " + runs.told(n, at_four_times) +
                                     " of the new positions of length 64",
                                 runs.mean(n, at_four_times),
                                 for_it_if(runs.has_learned(n, at_four_times))});
    lines.push_back(runs.line(task, n));
  }
  for (std::size_t n = 0; n < remedy_tasks.size(); ++n) {
    evidence.findings.push_back(
        {std::string(remedy_tasks[n].title) + ": " + runs.told(n, at_twice) +
             " at length 32. With a remedy, at length 64: " + runs.told(n, ntk) +
             " with NTK-aware scaling, " + runs.told(n, yarn_short) + " with YaRN (1/4, 2)",
         runs.mean(n, at_twice), Support::aside});
  }
  evidence.because =
      "At distances longer than in training the slow pairs turn to angles that the model has never "
      "seen. The further a task looks back, the sooner it meets them.";
  evidence.chart = accuracy_chart(std::move(lines));
  return evidence;
}

Evidence yarn_among_remedies(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                             std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const std::array others{std::pair<std::size_t, const char*>{at_four_times, "no remedy"},
                          std::pair<std::size_t, const char*>{interpolated, "interpolation"},
                          std::pair<std::size_t, const char*>{ntk, "NTK-aware scaling"}};
  Evidence evidence;
  for (std::size_t n = 0; n < remedy_tasks.size(); ++n) {
    const auto best = *std::ranges::max_element(
        others, {}, [&](const auto& other) { return runs.mean(n, other.first); });
    for (const std::size_t test : {yarn_published, yarn_short}) {
      const bool is_best = std::ranges::none_of(
          others, [&](const auto& other) { return runs.is_ahead(n, other.first, n, test); });
      evidence.findings.push_back(
          {std::string(remedy_tasks[n].title) + " at length 64: " + runs.told(n, test) + " with " +
               plan.models[n].tests[test].under + "; of the others " + best.second +
               " does most, " + runs.told(n, best.first),
           runs.mean(n, test) - runs.mean(n, best.first), for_it_if(is_best)});
    }
  }
  evidence.because =
      "The published constants are for models of some thousand positions. At length 16 the fastest "
      "pair turns some two and a half times, and with them YaRN is hardly more than interpolation, "
      "which brings the token next door as near as nothing was in training. Which remedy is best "
      "hangs on constants, length and task.";
  return evidence;
}

// 23. ALiBi beyond its training.

enum AlibiModel : std::size_t {
  order_sinusoidal,
  order_rope,
  order_alibi,
  previous_rope,
  previous_alibi,
  previous_steep,
  first_sinusoidal,
  first_alibi,
};

TrainingPlan alibi_and_others() {
  const auto steep = [](PlannedModel model) {
    model.options.model.position.slopes = {2, 1, 0.5, 0.25};
    return with_steps(std::move(model), enough_steps);
  };
  const std::vector<double> order_lengths{8, 16, 32};
  const auto order = [&](const char* name, Scheme scheme) {
    return planned(name, Task::order, scheme, order_lengths);
  };
  // At this length 300 steps come to what 600 do, in a scheme that does not learn the task too.
  const auto first = [](const char* name, Scheme scheme) {
    return with_steps(planned(name, Task::first_causal, scheme, {lengths.back()}), enough_steps);
  };
  const PlannedModel alibi_previous =
      planned("ALiBi, previous token", Task::previous, Scheme::alibi, lengths);
  PlannedModel steeper = steep(alibi_previous);
  steeper.name = "ALiBi with slopes 2, 1, 1/2, 1/4, previous token";
  return {{order("Sinusoidal, ordering", Scheme::sinusoidal), order("RoPE, ordering", Scheme::rope),
           order("ALiBi, ordering", Scheme::alibi), rope_on_previous(), alibi_previous, steeper,
           first("Sinusoidal, first token", Scheme::sinusoidal),
           first("ALiBi, first token", Scheme::alibi)}};
}

Evidence alibi_beyond_training(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                               std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const auto among = [&](std::size_t model, std::size_t test, const std::string& what,
                         const std::vector<std::pair<std::size_t, std::string>>& rivals) {
    Finding finding{what + ": " + runs.told(model, test), 0, Support::for_it};
    double best = -std::numeric_limits<double>::infinity();
    for (const auto& [rival, name] : rivals) {
      finding.text += "; " + name + " has " + runs.told(rival, test);
      best = std::max(best, runs.mean(rival, test));
      if (runs.is_ahead(rival, test, model, test)) finding.support = Support::against_it;
    }
    finding.value = runs.mean(model, test) - best;
    return finding;
  };
  const std::vector<std::pair<std::size_t, std::string>> one_rope{{previous_rope, "RoPE"}};
  return {{among(order_alibi, 2, "Ordering at length 32, trained up to 8, with ALiBi",
                 {{order_rope, "RoPE"}, {order_sinusoidal, "sinusoidal"}}),
           among(previous_alibi, at_twice,
                 "Previous token at length 32, trained at 16, with the usual slopes for 4 heads",
                 one_rope),
           among(previous_steep, at_four_times, "At length 64, with the slopes 2, 1, 1/2, 1/4",
                 one_rope),
           among(first_alibi, 0, "First token at length 64, with the usual slopes",
                 {{first_sinusoidal, "sinusoidal"}})},
          "ALiBi prefers what is near, at any length. It is compared here with RoPE and with "
          "sinusoids, as they are: where a task asks for what is near, and the slopes fit, that "
          "preference helps; where it asks for what is far, it stands in the way.",
          accuracy_chart({runs.line("previous token, usual slopes", previous_alibi),
                          runs.line("previous token, steep slopes", previous_steep),
                          runs.line("previous token, RoPE", previous_rope)})};
}

// 29. Symmetric ALiBi and reversal.

TrainingOptions pairs_and_longer(Scheme scheme) {
  TrainingOptions options = task_options(Task::order_bidirectional, scheme);
  // Of two tokens out of order the reversal is in order: at length 2 the task is to tell the two apart.
  options.train_shortest = 2;
  // So many that pairs of them are enough examples.
  options.model.vocabulary = 100;
  options.model.layers = 1;
  return options;
}

TrainingPlan reversals() {
  return {{{"Symmetric ALiBi, ordering", pairs_and_longer(Scheme::alibi), {{"", 2}, {"", 8}}},
           {"ALiBi with heads that look one way, ordering",
            pairs_and_longer(Scheme::alibi_directional),
            {{"", 2}, {"", 8}}}}};
}

/// How far logits of sequences and of their reversals are apart at most, in units of the largest logit, with weights
/// as they are drawn.
double reversal_difference(Scheme scheme) {
  constexpr Index sequences = 64;
  constexpr Index length = 8;
  TransformerOptions options = task_options(Task::order_bidirectional, scheme).model;
  options.outputs = 2;
  auto model = *Transformer<float>::make(options);
  Random random(1);
  model.initialize(random);
  std::vector<Token> forwards;
  for (Index n = 0; n < sequences * length; ++n) {
    forwards.push_back(
        static_cast<Token>(random.below(static_cast<std::uint64_t>(options.vocabulary))));
  }
  std::vector<Token> backwards = forwards;
  for (Index n = 0; n < sequences; ++n) {
    std::reverse(backwards.begin() + n * length, backwards.begin() + (n + 1) * length);
  }
  std::vector<float> of_forwards(2 * sequences);
  std::vector<float> of_backwards(2 * sequences);
  static_cast<void>(model.logits(forwards, sequences, length, of_forwards));
  static_cast<void>(model.logits(backwards, sequences, length, of_backwards));
  double apart = 0;
  double largest = 0;
  for (std::size_t n = 0; n < of_forwards.size(); ++n) {
    apart = std::max(apart, static_cast<double>(std::abs(of_forwards[n] - of_backwards[n])));
    largest = std::max(largest, static_cast<double>(std::abs(of_forwards[n])));
  }
  return apart / largest;
}

Evidence alibi_reversed(const TrainingPlan& plan, std::span<const TrainedRun> of_plan,
                        std::size_t seeds) {
  const Runs runs{plan, of_plan, seeds};
  const double symmetric = reversal_difference(Scheme::alibi);
  const double directional = reversal_difference(Scheme::alibi_directional);
  return {{{"Trained to tell ascending tokens from others, it has " + runs.told(0, 0) +
                " right where the others are the same two tokens reversed",
            runs.mean(0, 0), for_it_if(runs.mean(0, 0) >= learned_from)},
           {"Logits of 64 sequences and of their reversals differ by " + with_digits(symmetric, 2) +
                " of the largest logit at most, with weights as they are drawn",
            symmetric, for_it_if(symmetric > permutation_tolerance)},
           {"With heads that look one way only, " + runs.told(1, 0) +
                " of these are right, and logits differ by " + with_digits(directional, 2),
            runs.mean(1, 0), Support::aside},
           {"At length 8, where other orders occur as well, the symmetric model has " +
                runs.told(0, 1) + " right",
            runs.mean(0, 1), Support::aside}},
          "A bias by distance alone is the same to the left and to the right: reversing the tokens "
          "reverses the outputs, and a pool over them comes to the same. Half of the heads looking "
          "left, and half right, breaks that."};
}

}  // namespace

std::vector<ClaimExperiment> longer_claims() {
  constexpr ClaimKind trained = ClaimKind::trained;
  return {
      {{20,
        "A smaller base in RoPE suits longer contexts.",
        "longer",
        trained,
        {{"Liu et al. 2023, arXiv:2310.05209", "https://arxiv.org/abs/2310.05209"},
         {"Rozière et al. 2023, arXiv:2308.12950 (Code Llama, which raises it)",
          "https://arxiv.org/abs/2308.12950"}}},
       nullptr,
       bases,
       smaller_bases},
      {{21,
        "RoPE works at any length without further help.",
        "longer",
        trained,
        {{"Chen et al. 2023, arXiv:2306.15595v2", "https://arxiv.org/abs/2306.15595"}, yarn_paper}},
       nullptr,
       remedies,
       rope_without_help},
      {{23, "Beyond the trained length ALiBi does best.", "alibi", trained, {press, labs_source}},
       nullptr,
       alibi_and_others,
       alibi_beyond_training},
      {{29,
        "A bidirectional model with symmetric ALiBi can tell a sequence from its reversal.",
        "alibi",
        trained,
        {{"arXiv:2108.12409v2, section 3", "https://arxiv.org/abs/2108.12409"}, labs_source}},
       nullptr,
       reversals,
       alibi_reversed},
      {{39,
        "YaRN is the best remedy when RoPE has to serve longer texts.",
        "longer",
        trained,
        {yarn_paper, labs_source}},
       nullptr,
       remedies,
       yarn_among_remedies},
  };
}

}  // namespace posenc
