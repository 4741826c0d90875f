#include "posenc/grading/e13_1.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "posenc/encoding/sinusoidal.hpp"

namespace posenc {
namespace {

constexpr Index d_model = 4;
constexpr double base = 10000;
constexpr std::array positions{0, 1, 5, 6};
constexpr std::array products{std::pair{0, 1}, std::pair{5, 6}, std::pair{0, 5}};
constexpr const char* similar_item = "similar";

std::string encoding_name(int position) { return "PE(" + std::to_string(position) + ")"; }
std::string component_item(int position, Index component) {
  return encoding_name(position) + "[" + std::to_string(component) + "]";
}
std::string product_item(int p, int q) { return encoding_name(p) + "." + encoding_name(q); }

std::string component_hint(int position, Index component) {
  const std::string pair = std::to_string(component / 2);
  return "Dimension " + std::to_string(component) + " is the " +
         (component % 2 == 0 ? "sine" : "cosine") + " of pair i = " + pair +
         ", whose frequency is " + std::to_string(static_cast<int>(base)) + "^(-2*" + pair + "/" +
         std::to_string(d_model) + "). The angle is " + std::to_string(position) +
         " times that, in radians.";
}
std::string product_hint(int p, int q) {
  return "Multiply " + encoding_name(p) + " and " + encoding_name(q) +
         " dimension by dimension, then add up the " + std::to_string(d_model) + " results.";
}
std::string similar_hint() {
  const auto& first = products[0];
  const auto& second = products[1];
  return encoding_name(first.first) + " and " + encoding_name(first.second) + ", " +
         encoding_name(second.first) + " and " + encoding_name(second.second) +
         ": by how many positions are the two encodings of each product apart?";
}

/// PE(position) as it should be, with another base where a slip amounts to that.
Vector encode(double position, double its_base = base) {
  return *sinusoidal_encoding(*GeometricFrequencies::make(d_model, its_base), position);
}

/// PE(position) as somebody computes it who makes one slip throughout.
struct EncodingSlip {
  Reason reason;
  Vector (*encode)(double position);
};
const std::array encoding_slips{
    EncodingSlip{Reason::degrees,
                 [](double position) { return encode(position * std::numbers::pi / 180); }},
    // base^(-i/d) is the right formula with the square root of the base, base^(+2i/d) with 1/base.
    EncodingSlip{Reason::exponent,
                 [](double position) { return encode(position, std::sqrt(base)); }},
    EncodingSlip{Reason::sin_cos_swapped,
                 [](double position) {
                   Vector encoding = encode(position);
                   for (Index sine = 0; sine < d_model; sine += 2) {
                     std::swap(encoding[sine], encoding[sine + 1]);
                   }
                   return encoding;
                 }},
    EncodingSlip{Reason::one_based, [](double position) { return encode(position + 1); }},
    EncodingSlip{Reason::inverted_exponent,
                 [](double position) { return encode(position, 1 / base); }},
};

/// The slips for one number that is made from encodings.
/// @param number from a way to encode positions, the number that it leads to
template <class Number>
std::vector<Slip> slips_of(Number number) {
  std::vector<Slip> slips;
  for (const EncodingSlip& slip : encoding_slips) {
    slips.push_back({slip.reason, number(slip.encode)});
  }
  const double truth = number([](double position) { return encode(position); });
  slips.push_back({Reason::decimal_shift, truth * 10});
  slips.push_back({Reason::decimal_shift, truth / 10});
  return slips;
}

/// One of the learner's own encodings, as far as it can be used in a product.
struct OwnEncoding {
  Vector values = Vector::Zero(d_model);
  bool readable = true;
  bool sound = true;  // every component right, or right but rounded
};

std::string_view text_of(const Answers& answers, const std::string& item) {
  const auto found = answers.find(item);
  return found == answers.end() ? std::string_view() : std::string_view(found->second);
}

const std::vector<Item>& items() {
  static const std::vector<Item> all = [] {
    std::vector<Item> list;
    for (const int position : positions) {
      for (Index c = 0; c < d_model; ++c) {
        list.push_back({component_item(position, c),
                        encoding_name(position),
                        {},
                        component_hint(position, c)});
      }
    }
    for (const auto& [p, q] : products) {
      list.push_back({product_item(p, q), "", {}, product_hint(p, q)});
    }
    list.push_back({similar_item, "", {"first", "equal", "second"}, similar_hint()});
    return list;
  }();
  return all;
}

Grade grade_answers(const Answers& answers) {
  Grade grade{0, static_cast<int>(items().size()), {}};
  const auto add = [&grade](std::string item, Verdict verdict) {
    grade.score += points(verdict.outcome);
    grade.items.push_back({std::move(item), std::move(verdict)});
  };

  std::map<int, OwnEncoding> own;
  for (const int position : positions) {
    for (Index c = 0; c < d_model; ++c) {
      const auto component = [=](auto encode_one) {
        return static_cast<double>(encode_one(position)[c]);
      };
      const std::string item = component_item(position, c);
      Verdict verdict = judge(text_of(answers, item), encode(position)[c], slips_of(component));
      own[position].values[c] = verdict.read.value_or(0);
      own[position].readable &= verdict.read.has_value();
      own[position].sound &= verdict.outcome == Outcome::right || verdict.outcome == Outcome::form;
      add(item, std::move(verdict));
    }
  }

  for (const auto& positions_of_product : products) {
    const int p = positions_of_product.first;
    const int q = positions_of_product.second;
    const auto product = [p, q](auto encode_one) {
      return static_cast<double>(encode_one(p).dot(encode_one(q)));
    };
    const std::string item = product_item(p, q);
    Verdict verdict = judge(text_of(answers, item), encode(p).dot(encode(q)), slips_of(product));
    const OwnEncoding& left = own[p];
    const OwnEncoding& right = own[q];
    if (verdict.read && verdict.outcome != Outcome::right && left.readable && right.readable &&
        agrees(*verdict.read, left.values.dot(right.values))) {
      verdict.outcome = left.sound && right.sound ? Outcome::right : Outcome::carried_forward;
      verdict.reason.reset();
    }
    add(item, std::move(verdict));
  }

  add(similar_item, judge_choice(text_of(answers, similar_item), "equal"));
  return grade;
}

}  // namespace

Exercise e13_1() { return {"e13.1", &items, &grade_answers}; }

}  // namespace posenc
