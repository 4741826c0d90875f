#include "posenc/model/parameter_counts.hpp"

namespace posenc {
namespace {

/// A matrix with a bias for each output.
double with_biases(double inputs, double outputs) { return inputs * outputs + outputs; }

/// A layer of GPT-2 and BERT: biases everywhere, two norms.
double parameters_of_layer(const TransformerConfiguration& model) {
  return 4 * with_biases(model.width, model.width) + with_biases(model.width, model.feed_forward) +
         with_biases(model.feed_forward, model.width) + 2 * 2 * model.width;
}

double parameters_of_encodings(const TransformerConfiguration& model,
                               const CountedEncodings& encodings) {
  constexpr double buckets = 32;
  constexpr double heads = 8;
  return (encodings.learned_positions ? model.positions * model.width : 0) +
         (encodings.relative_buckets ? 2 * buckets * heads : 0);
}

}  // namespace

double parameters_of_t5(const TransformerConfiguration& model, const CountedEncodings& encodings) {
  const double attention = 4 * model.width * model.width;
  const double feed_forward = 2 * model.width * model.feed_forward;
  const double encoder_layer = attention + feed_forward + 2 * model.width;
  const double decoder_layer = 2 * attention + feed_forward + 3 * model.width;
  return model.vocabulary * model.width + model.layers * (encoder_layer + decoder_layer) +
         2 * model.width + parameters_of_encodings(model, encodings);
}

double parameters_of_gpt2(const TransformerConfiguration& model,
                          const CountedEncodings& encodings) {
  return model.vocabulary * model.width + model.layers * parameters_of_layer(model) +
         2 * model.width + parameters_of_encodings(model, encodings);
}

double parameters_of_bert(const TransformerConfiguration& model,
                          const CountedEncodings& encodings) {
  constexpr double segments = 2;
  return (model.vocabulary + segments) * model.width + 2 * model.width +
         model.layers * parameters_of_layer(model) + with_biases(model.width, model.width) +
         parameters_of_encodings(model, encodings);
}

}  // namespace posenc
