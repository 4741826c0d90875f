#include <cstring>
#include <nlohmann/json.hpp>

#include "claims/pinned.hpp"
#include "posenc/claims/claim.hpp"
#include "reference_file.hpp"
#include "test.hpp"

namespace {

/// The frequencies of a shipped model, by the reference.
struct ReferenceRope {
  std::vector<double> omega;
  double attention_factor;
};

ReferenceRope reference_rope(const std::string& model, std::optional<double> length = {}) {
  std::ifstream file = reference_file("models/frequencies.json");
  REQUIRE(file.is_open());
  for (const auto& one : nlohmann::json::parse(file)) {
    if (one["model"] != model || one["layer_type"] == "sliding_attention") continue;
    if (length && one["length"] != *length) continue;
    return {one["inv_freq"], one["attention_factor"]};
  }
  FAIL("no model " << model);
  return {};
}

/// base^(-2i/d)
std::vector<double> unscaled(double base, int d) {
  std::vector<double> omega;
  for (int i = 0; i < d / 2; ++i) omega.push_back(std::pow(base, -2.0 * i / d));
  return omega;
}

/// How many pairs are slower by that factor; 0 for any.
int slower_by(double factor, const std::vector<double>& omega, const std::vector<double>& before) {
  int count = 0;
  for (std::size_t i = 0; i < omega.size(); ++i) {
    const double slower = before[i] / omega[i];
    count += factor == 0 ? slower > 1 + 1e-9 : std::abs(slower - factor) < 1e-9;
  }
  return count;
}

int unfinished(const std::vector<double>& omega, double length) {
  return static_cast<int>(std::ranges::count_if(
      omega, [&](double one) { return one > 0 && length * one < 2 * std::numbers::pi; }));
}

/// The upper 16 bits of a float32, rounded half to even.
double in_bfloat16(double value) {
  const auto single = static_cast<float>(value);
  std::uint32_t bits = 0;
  std::memcpy(&bits, &single, sizeof bits);
  bits = (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000u;
  float rounded = 0;
  std::memcpy(&rounded, &bits, sizeof bits);
  return rounded;
}

double bfloat16_error(const std::string& model, double position) {
  double largest = 0;
  for (const double omega : reference_rope(model).omega) {
    largest = std::max(largest, position * std::abs(omega - in_bfloat16(omega)));
  }
  return largest;
}

}  // namespace

TEST_CASE("claim 47: Llama 3.1's factor leaves 29 pairs alone and slows 6 by less") {
  const auto omega = reference_rope("Llama-3.1-8B-Instruct").omega;
  const auto before = unscaled(500000, 128);
  const int kept = slower_by(1, omega, before);
  const int squeezed = slower_by(8, omega, before);
  CHECK(kept == 29);
  const Trial trial = pinned::tried(47, ClaimVerdict::fails,
                                    {pinned::contra(kept), pinned::contra(64 - kept - squeezed),
                                     pinned::aside(squeezed), pinned::aside(16)});
  CHECK(pinned::says(trial, 0, "29 of 64 pairs"));
  CHECK(pinned::says(trial, 0, "shorter than 2048"));
  pinned::check_chart(trial, 2);
  const auto& slower = trial.evidence.chart->lines[0].y;
  CHECK(slower.front() == 1);
  CHECK(std::abs(slower.back() - 8) < 1e-12);
}

TEST_CASE("claim 48: YaRN changes pairs and logits of the shortest prompt") {
  const auto qwen3 = reference_rope("Qwen3-8B + YaRN as its docs advise");
  const int slower = slower_by(0, qwen3.omega, unscaled(1000000, 128));
  const int in_deepseek = slower_by(0, reference_rope("DeepSeek-V3").omega, unscaled(10000, 64));
  CHECK(slower == 40);
  CHECK(in_deepseek == 21);
  CHECK(slower_by(0, reference_rope("internlm2_5-7b", 65536).omega, unscaled(1000000, 128)) == 63);
  const double gain = std::pow(0.1 * std::log(4) + 1, 2);
  const Trial trial = pinned::tried(
      48, ClaimVerdict::fails,
      {pinned::contra(slower), pinned::contra(gain, 1e-12), pinned::contra(in_deepseek),
       pinned::contra(std::pow(0.1 * std::log(40) + 1, 2), 1e-12), pinned::aside(0)});
  CHECK(pinned::says(trial, 3, "attention factor is 1, but"));
  CHECK(pinned::says(trial, 3, "(0.1 ln 40 + 1)² = 1.874"));
  CHECK(pinned::says(trial, 1, "1.139 multiplies each logit by 1.296"));
  CHECK(pinned::says(trial, 4, "and 63 in one of 65536"));
  pinned::check_chart(trial, 2);
  for (const ChartLine& line : trial.evidence.chart->lines) CHECK(line.x.size() == 200);
  CHECK(trial.evidence.chart->lines[0].y[0] == 1);
  CHECK(std::abs(trial.evidence.chart->lines[1].y[0] - gain) < 1e-12);
}

TEST_CASE("claim 49: one base, several lengths") {
  const auto longest = [](double d) { return 2 * std::numbers::pi * std::pow(10000, (d - 2) / d); };
  const Trial trial = pinned::tried(
      49, ClaimVerdict::fails,
      {pinned::contra(16), pinned::contra(4), pinned::contra(1), pinned::aside(longest(16), 1e-6)});
  CHECK(pinned::says(trial, 0, "500000, but their makers claim 8192 and 131072 tokens"));
  CHECK(pinned::says(trial, 1, "32768 and 131072 tokens: 4 times"));
  CHECK(pinned::says(trial, 2, "16 times that of Llama 3.1"));
  CHECK(pinned::says(trial, 3, "is 54410 positions long"));
  CHECK(std::abs(longest(128) - 54410) < 1);
}

TEST_CASE("claim 50: pairs that stop short of a turn, in all but Gemma 4") {
  const auto count = [](const std::string& model, double length) {
    return static_cast<double>(unfinished(reference_rope(model).omega, length));
  };
  CHECK(count("Llama-3.1-8B-Instruct", 131072) == 25);
  const Trial trial = pinned::tried(
      50, ClaimVerdict::fails,
      {pinned::contra(count("Llama-2-13b-chat", 4096)), pinned::contra(25),
       pinned::contra(count("Qwen3-8B", 40960)), pinned::aside(count("gemma-4-31b", 262144)),
       pinned::aside(unfinished(unscaled(500000, 128), 131072))});
  CHECK(pinned::says(trial, 1, "25 of 64 rotated pairs"));
  pinned::check_chart(trial, 3);
  for (const ChartLine& line : trial.evidence.chart->lines) CHECK(line.x.size() == 64);
  // The line crosses one turn at the first pair that stops short of it.
  const auto& turns = trial.evidence.chart->lines[1].y;
  CHECK(turns[38] > 0);
  CHECK(turns[39] < 0);
}

TEST_CASE("claim 51: bfloat16 is off by turns") {
  const double at_8191 = bfloat16_error("Llama-3-8B", 8191);
  CHECK(std::abs(at_8191 - 14.7) < 0.05);
  const Trial trial = pinned::tried(
      51, ClaimVerdict::fails,
      {pinned::contra(at_8191, 1e-9),
       pinned::contra(bfloat16_error("Llama-3.1-8B-Instruct", 131071), 1e-8),
       pinned::contra(bfloat16_error("GPT-NeoX-20B", 2047), 1e-9), pinned::aside(1.344, 0.001)});
  CHECK(pinned::says(trial, 0, "up to 14.7 radians"));
  pinned::check_chart(trial, 2);
  const auto& errors = trial.evidence.chart->lines[0].y;
  CHECK(errors[0] == 0);
  CHECK(*std::ranges::max_element(errors) == *trial.evidence.findings[0].value);
}
