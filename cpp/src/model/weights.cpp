#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "option_texts.hpp"
#include "posenc/argument.hpp"
#include "posenc/model/safetensors.hpp"
#include "posenc/model/trainer.hpp"

// The weights of a run as a file that PyTorch reads, and the other way round.

namespace posenc {
namespace {

struct OptionTexts {
  std::vector<OptionText> all{};

  void number(const char* name, double value) {
    all.push_back({name, format_number(value), {value}});
  }
  void numbers(const char* name, const std::vector<double>& values) {
    all.push_back({name, separated(values, format_number), values});
  }
  template <class E, std::size_t N>
  void choices(const char* name, const std::vector<E>& values, const EnumNames<E, N>& names) {
    all.push_back({name, separated(values, [&](E value) { return name_in(names, value); })});
  }
  void text(const char* name, const std::string& value) { all.push_back({name, value}); }
  template <class E, std::size_t N>
  void choice(const char* name, E value, const EnumNames<E, N>& names) {
    all.push_back({name, std::string(name_in(names, value))});
  }

  template <class Value, class Written>
  static std::string separated(const std::vector<Value>& values, const Written& written) {
    std::string list;
    for (const Value value : values) {
      if (!list.empty()) list += ',';
      list += written(value);
    }
    return list;
  }
};

/// PyTorch's linear maps are y = x W^T + b.
bool is_transposed(const Tensor& tensor) { return tensor.start == Tensor::Start::xavier; }

std::vector<std::int64_t> shape_of(const Tensor& tensor) {
  if (tensor.rows == 1) return {tensor.cols};
  if (is_transposed(tensor)) return {tensor.cols, tensor.rows};
  return {tensor.rows, tensor.cols};
}

/// Calls each(n, m): the n-th number in the file is the m-th of the tensor.
template <class Each>
void for_elements(const Tensor& tensor, const Each& each) {
  const auto rows = static_cast<std::size_t>(tensor.rows);
  const auto cols = static_cast<std::size_t>(tensor.cols);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t col = 0; col < cols; ++col) {
      const std::size_t n = row * cols + col;
      each(is_transposed(tensor) ? col * rows + row : n,
           static_cast<std::size_t>(tensor.offset) + n);
    }
  }
}

std::string written(const std::vector<std::int64_t>& shape) {
  std::string text = "[";
  for (const auto size : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

}  // namespace

std::vector<OptionText> option_texts(const TrainingOptions& options) {
  OptionTexts texts;
  visit_options(options, texts);
  return std::move(texts.all);
}

std::vector<std::uint8_t> Trainer::safetensors() const {
  // Some programs read only files with this mark of PyTorch.
  Safetensors content{{{"format", "pt"}}, {}};
  for (const auto& [name, text, numbers] : option_texts(options_)) {
    content.metadata.emplace_back(name, text);
  }
  if (text() != nullptr) {
    std::string alphabet;
    for (const std::string& character : text()->alphabet()) alphabet += character;
    content.metadata.emplace_back("alphabet", alphabet);
  }
  for (const Tensor& tensor : model_.tensors()) {
    NamedTensor named{tensor.name, shape_of(tensor), {}};
    named.values.resize(static_cast<std::size_t>(tensor.size()));
    for_elements(tensor,
                 [&](std::size_t n, std::size_t m) { named.values[n] = model_.parameters()[m]; });
    content.tensors.push_back(std::move(named));
  }
  return safetensors_bytes(content);
}

std::optional<Error> Trainer::use_weights(std::span<const std::uint8_t> bytes) {
  POSENC_TRY(content, read_safetensors(bytes));
  for (const OptionText& option : option_texts(options_)) {
    const auto stated = std::ranges::find(content.metadata, option.name,
                                          &std::pair<std::string, std::string>::first);
    if (stated == content.metadata.end() || stated->second == option.text) continue;
    if (is_changeable(option.name) || option.name == "seed") continue;
    const std::string named = "[training] `" + option.name + "` must be ";
    return invalid_argument({std::string_view(named), quote(stated->second),
                             ", as in the file of weights, but is ", quote(option.text)});
  }
  const auto tensors = model_.tensors();
  if (content.tensors.size() != tensors.size()) {
    return invalid_argument({"[training] the file of weights must have ", tensors.size(),
                             " tensors, as the model, but has ", content.tensors.size()});
  }
  const auto values = model_.mutable_parameters();
  std::vector<float> taken(values.begin(), values.end());
  for (const Tensor& tensor : tensors) {
    const auto found = std::ranges::find(content.tensors, tensor.name, &NamedTensor::name);
    if (found == content.tensors.end()) {
      return invalid_argument({"[training] the file of weights must have a tensor ",
                               quote(tensor.name), " but has none of that name"});
    }
    if (found->shape != shape_of(tensor)) {
      return invalid_argument({"[training] the tensor ", quote(tensor.name),
                               " in the file of weights must have the shape ",
                               written(shape_of(tensor)), " but has ", written(found->shape)});
    }
    for_elements(tensor, [&](std::size_t n, std::size_t m) { taken[m] = found->values[n]; });
  }
  std::ranges::copy(taken, values.begin());
  first_table_ = table_now();
  return std::nullopt;
}

Result<std::vector<std::uint8_t>> Trainer::next_batches(Index count) {
  const Index left = static_cast<Index>(options_.steps) - steps_done();
  count = std::min(count, left);
  const auto B = static_cast<Index>(options_.batch);
  const auto longest = static_cast<Index>(options_.train_longest);
  if (auto error = check_size("[training] the batches", count, B, longest)) return *error;
  Safetensors content;
  Random random = of_examples_;
  const auto add = [&](std::string name, std::vector<std::int64_t> shape,
                       std::span<const Token> tokens) {
    content.tensors.push_back({std::move(name), std::move(shape), {tokens.begin(), tokens.end()}});
  };
  for (Index step = 0; step < count; ++step) {
    const auto [T, tokens, targets] = drawn_batch(random);
    const std::string of = std::to_string(steps_done() + step) + ".";
    add(of + "tokens", {B, T}, tokens);
    if (examples_.scores_each_token()) {
      add(of + "targets", {B, T}, targets);
    } else {
      add(of + "targets", {B}, targets);
    }
  }
  return safetensors_bytes(content);
}

}  // namespace posenc
