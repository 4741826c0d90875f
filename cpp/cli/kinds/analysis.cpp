#include <array>

#include "bad_input.hpp"
#include "kind.hpp"
#include "posenc/analysis/precision.hpp"
#include "posenc/analysis/sign_changes.hpp"
#include "posenc/analysis/similarity.hpp"

namespace {

constexpr std::array kinds{
    Kind{"dot_products",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"cosine_similarities",
         [](const Params& p) {
           return to_json(unwrap(posenc::cosine_similarities(frequencies(p), p.pairs("pairs"))));
         }},
    Kind{"kernel_dot",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_dot(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"kernel_mean_cos",
         [](const Params& p) {
           return to_json(unwrap(posenc::kernel_mean_cos(frequencies(p), p.numbers("offsets"))));
         }},
    Kind{"sign_changes",
         [](const Params& p) {
           return to_json(unwrap(posenc::sign_changes(frequencies(p), p.number("count"))));
         }},
    Kind{"similarity_matrix",
         [](const Params& p) {
           return to_json(
               unwrap(posenc::similarity_matrix(frequencies(p), p.number("count"))).matrix);
         }},
    Kind{"dot_products_around",
         [](const Params& p) {
           return to_json(unwrap(posenc::dot_products_around(frequencies(p), p.number("position"),
                                                             p.numbers("offsets")))
                              .dots);
         }},
    Kind{"float32_errors",
         [](const Params& p) {
           const auto errors =
               unwrap(posenc::float32_errors(frequencies(p), p.numbers("positions")));
           posenc::Matrix columns(errors.forms.size(), 3);
           columns << errors.forms, errors.power, errors.exponential;
           return to_json(columns);
         }},
};

}  // namespace

std::span<const Kind> analysis_kinds() { return kinds; }
