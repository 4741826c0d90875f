#include "kind.hpp"

#include "bad_input.hpp"
#include "posenc/argument.hpp"

posenc::GeometricFrequencies frequencies(const Params& params) {
  const bool of_a_head = params.has("head_dim") && !params.has("d_model");
  return unwrap(
      posenc::GeometricFrequencies::make(params.number(of_a_head ? "head_dim" : "d_model"),
                                         params.number("base"), params.text("variant", "paper")));
}

void check_total(std::string_view name, std::size_t results, double size) {
  // The function itself reports an invalid size.
  if (!(size >= 1 && size <= static_cast<double>(posenc::max_elements))) return;
  const auto error = posenc::check_size(name, static_cast<posenc::Index>(results),
                                        static_cast<posenc::Index>(size));
  if (error) throw BadInput(*error);
}
