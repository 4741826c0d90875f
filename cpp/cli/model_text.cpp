#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "model.hpp"
#include "posenc/argument.hpp"
#include "posenc/wording.hpp"

// How a model encodes positions, as a page of text: a label and its value in each row.

namespace {

using namespace posenc;

constexpr std::size_t page_width = 100;
constexpr std::size_t label_width = 14;

/// `text` in lines of at most page_width, each behind `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string page;
  std::string line;
  const auto end_line = [&] {
    page += std::string(indent, ' ') + line + "\n";
    line.clear();
  };
  for (std::string word; words >> word;) {
    if (!line.empty() && indent + line.size() + 1 + word.size() > page_width) end_line();
    line += (line.empty() ? "" : " ") + word;
  }
  end_line();
  return page;
}

std::string row(const std::string& label, const std::string& value) {
  std::string text = wrapped(value, label_width);
  return label + text.substr(std::min(label.size(), label_width));
}

std::string sentence(std::initializer_list<MessagePart> parts) { return joined(parts); }

std::string pairs_of(Index count) { return sentence({count, count == 1 ? " pair" : " pairs"}); }

/// Numbers in their order, the middle ones left out if there are many.
std::string listed(const std::vector<double>& numbers) {
  constexpr std::size_t most = 8;
  constexpr std::size_t shown = 4;
  std::string text;
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    if (numbers.size() > most && n >= shown && n + 1 < numbers.size()) continue;
    const bool is_after_gap = numbers.size() > most && n + 1 == numbers.size();
    text += (n == 0 ? "" : is_after_gap ? ", ..., " : ", ") + with_digits(numbers[n], 4);
  }
  return text;
}

std::string origin(const std::string& from) { return from == from_default ? "default" : from; }

template <class T>
std::string with_origin(const Sourced<T>& found) {
  return sentence({found.value, " (", origin(found.from), ")"});
}

std::string kind_in_words(PositionKind kind) {
  switch (kind) {
    case PositionKind::rope:
      return "RoPE: pairs of components of queries and keys are rotated";
    case PositionKind::alibi:
      return "ALiBi: scores fall with distance, by a slope for each head";
    case PositionKind::learned:
      return "a learned table with a row for each position";
    case PositionKind::t5:
      return "T5's relative bias: a learned number for each bucket of distances";
    case PositionKind::relative:
      return "relative positions: learned vectors or biases by distance";
    case PositionKind::unknown:
      return "unknown: nothing in the file tells";
    case PositionKind::sinusoidal:
      return "sinusoidal encoding, added to the embeddings";
    case PositionKind::sinusoidal_and_learned:
      return "sinusoidal encoding in the encoder, a learned table in the decoder";
    default:
      return "none: order comes from the causal mask and any layers without attention";
  }
}

std::string layers_in_words(const ModelConfig& model) {
  const auto& layers = model.layers.layers;
  if (layers.empty()) return "number not given";
  std::vector<std::string> kinds;
  for (const auto& [name, kind] : layer_kind_names) {
    const auto count = std::ranges::count(layers, kind, &LayerPlan::Layer::kind);
    if (count == 0) continue;
    const std::string named =
        kind == LayerKind::other ? "without softmax attention" : std::string(name);
    kinds.push_back(sentence({count, " ", named}));
  }
  std::string text = sentence({layers.size(), " (", model.layers.count_from, ")"});
  if (kinds.size() > 1) {
    text += ": ";
    for (const std::string& kind : kinds) text += (kind == kinds.front() ? "" : ", ") + kind;
    text += " (" + origin(model.layers.kinds_from) + ")";
  }
  if (model.kind != PositionKind::rope) return text;
  std::vector<double> without;
  for (std::size_t n = 0; n < layers.size(); ++n) {
    if (layers[n].kind != LayerKind::other && !layers[n].rotates) {
      without.push_back(static_cast<double>(n));
    }
  }
  if (without.empty()) return text;
  return text + "; without RoPE, counted from 0: " + listed(without) + " (" +
         origin(model.layers.rotation_from) + ")";
}

std::string head_in_words(const ModelConfig& model, const RopeReport& rope) {
  const Sourced<Index>& head = rope.settings.head_dim;
  const Sourced<Index>& rotary = rope.settings.rotary_dim;
  std::string text = sentence({head.value, " components (", origin(head.from), "), "});
  text += rotary.value == head.value
              ? "all rotated"
              : sentence({rotary.value, " of them rotated (", origin(rotary.from), ")"});
  return text + (model.layout ? sentence({"; layout ", name_in(pair_layout_names, *model.layout)})
                              : "; layout depends on the class");
}

std::string base_in_words(const RopeReport& rope) {
  const Sourced<double>& base = rope.settings.base;
  const double used = rope.frequencies.base;
  if (used == base.value) return with_origin(base);
  return with_origin(base) + ", raised to " + with_digits(used, 6);
}

std::string changes_in_words(const RopeReport& rope) {
  std::string text;
  for (const auto& [name, change] : pair_change_names) {
    const auto count = std::ranges::count(rope.changes, change);
    if (count > 0) text += (text.empty() ? "" : ", ") + sentence({count, " ", name});
  }
  return text;
}

std::string scaling_in_words(const ModelConfig& model, const RopeReport& rope) {
  const RopeScaling& scaling = rope.settings.scaling;
  std::string text(name_in(rope_type_names, scaling.type));
  const bool has_factor = scaling.type == RopeType::linear || scaling.type == RopeType::dynamic ||
                          scaling.type == RopeType::yarn || scaling.type == RopeType::llama3;
  const auto factor = factor_of(scaling, model.claimed);
  if (has_factor && factor) text += sentence({" by ", with_digits(factor->value, 6)});
  for (const auto& [key, number] : scaling_numbers(scaling)) {
    text += sentence({", ", key, " ", number.value});
  }
  if (!scaling.path.empty()) text += " (" + scaling.path + ")";
  const bool is_unscaled = scaling.type == RopeType::plain || scaling.type == RopeType::mrope ||
                           scaling.type == RopeType::proportional;
  if (!scaling.pair_factors.empty()) text += "; divided by " + scaling.pair_factors_from;
  const bool is_divided = !is_unscaled || !scaling.pair_factors.empty();
  if (is_divided) text += "; pairs: " + changes_in_words(rope);
  if (scaling.sections.empty()) return text;
  text += "; pairs for each axis:";
  for (const Index pairs : scaling.sections) text += sentence({" ", pairs});
  return text;
}

std::string lengths_in_words(const ModelConfig& model, const RopeReport& rope) {
  std::string text;
  if (const auto& original = rope.settings.scaling.original) {
    text = "original " + with_origin(*original);
  }
  if (!model.claimed) return text.empty() ? "not given" : text;
  return text + (text.empty() ? "" : ", ") + "claimed " + with_origin(*model.claimed);
}

/// A wavelength: large ones in millions.
std::string in_millions(double positions) {
  constexpr double million = 1e6;
  if (positions < million) return with_decimals(positions, positions < 100 ? 2 : 0);
  return with_digits(positions / million, 4) + " million";
}

/// Of all pairs that rotate.
std::string waves_in_words(const RopeReport& rope) {
  std::vector<double> waves;
  std::ranges::copy_if(rope.waves_after, std::back_inserter(waves), [](double w) { return w > 0; });
  const auto [shortest, longest] = std::ranges::minmax(waves);
  const auto still = static_cast<std::size_t>(rope.waves_after.size()) - waves.size();
  std::string text = sentence({pairs_of(std::ssize(waves)), ", a turn takes from ",
                               in_millions(shortest), " positions to ", in_millions(longest)});
  if (still > 0) text += sentence({"; ", still, " more do not rotate"});
  return text;
}

std::string unfinished_in_words(const ModelConfig& model, const RopeReport& rope) {
  std::string text;
  const auto add = [&](const std::optional<Index>& pairs,
                       const std::optional<Sourced<double>>& length) {
    if (!pairs) return;
    text += text.empty() ? sentence({pairs_of(*pairs), *pairs == 1 ? " does" : " do",
                                     " not complete a turn within "})
                         : sentence({", ", *pairs, " within "});
    text += sentence({length->value});
  };
  add(rope.unfinished_original, rope.settings.scaling.original);
  add(rope.unfinished_claimed, model.claimed);
  return text;
}

std::string errors_in_words(const AngleErrors& errors) {
  return sentence({"at position ", errors.position, ", angles are off by up to ",
                   with_digits(errors.bfloat16, 3), " rad if frequencies are stored in bfloat16, ",
                   with_digits(errors.float16, 3), " in float16, ", with_digits(errors.float32, 3),
                   " in float32"});
}

/// What multiplies logits; empty where nothing does.
std::string attention_in_words(const RopeReport& rope) {
  std::string text;
  const double factor = rope.frequencies.attention_factor;
  if (factor != 1) {
    const RopeScaling& scaling = rope.settings.scaling;
    const std::string from =
        scaling.attention_factor ? origin(scaling.attention_factor->from) : "by its type";
    text = sentence({"cos and sin are multiplied by ", with_digits(factor, 6), " (", from,
                     "), so what rotates of a logit by ", with_digits(factor * factor, 6)});
  }
  if (rope.class_logit_factor == 1) return text;
  return text + (text.empty() ? "" : "; ") +
         sentence({"its class multiplies logits by ", with_digits(rope.class_logit_factor, 7), " (",
                   rope.settings.scaling.path, ".mscale_all_dim)"});
}

/// How queries grow; empty where they do not.
std::string growth_in_words(const ModelConfig& model) {
  const auto& growth = model.query_growth;
  if (!growth) return "";
  const bool is_all = growth->layers == QueryGrowth::Layers::all;
  std::string text = sentence(
      {is_all ? "" : "on layers without RoPE, ", "at position p by 1 + ", growth->scale.value,
       " ln(1 + floor(", growth->offset > 0 ? "(p + 1)" : "p", "/", growth->period.value, "))"});
  if (!model.claimed) return text;
  const double last = model.claimed->value - 1;
  return text + sentence({", ", with_digits(query_factor(*growth, last), 7), " at position ", last,
                          " (", origin(growth->scale.from), ")"});
}

std::string axes_in_words(const RopeReport& rope) {
  const bool is_alternating = rope.settings.axes == PositionAxes::alternating;
  return sentence({"two: height and width, each with ", rope.frequencies.inv_freq.size(),
                   " pairs; ",
                   is_alternating ? "the even frequencies of base^(-2i/d) are those of the height, "
                                    "the odd ones those of the width"
                                  : "both have the frequencies base^(-4i/d)"});
}

std::string threads_in_words(const std::vector<Thread>& threads) {
  std::string text;
  for (const Thread& thread : threads) text += (text.empty() ? "Reported in " : ", ") + thread.text;
  return text;
}

std::string rope_in_words(const ModelConfig& model, const RopeReport& rope) {
  std::string text;
  if (rope.settings.layers) {
    text += sentence({"\n", name_in(layer_kind_names, *rope.settings.layers), " layers\n"});
  }
  text += row("head", head_in_words(model, rope));
  if (rope.settings.axes != PositionAxes::one) text += row("axes", axes_in_words(rope));
  text += row("base", base_in_words(rope));
  text += row("scaling", scaling_in_words(model, rope));
  text += row("length", lengths_in_words(model, rope));
  text += row("waves", waves_in_words(rope));
  const std::string unfinished = unfinished_in_words(model, rope);
  if (!unfinished.empty()) text += row("unfinished", unfinished);
  if (rope.errors) text += row("precision", errors_in_words(*rope.errors));
  const std::string attention = attention_in_words(rope);
  if (!attention.empty()) text += row("attention", attention);
  if (const auto& texts = rope.short_texts) {
    text += row("short texts", texts->message + " " + threads_in_words(texts->threads));
  }
  return text;
}

/// What encodings other than RoPE have.
std::string others_in_words(const ModelReport& report) {
  const ModelConfig& model = report.model;
  std::string text;
  if (model.width) text += row("width", with_origin(*model.width));
  if (model.heads) text += row("heads", with_origin(*model.heads));
  if (model.alibi) {
    const std::vector<double> slopes(report.slopes.begin(), report.slopes.end());
    text += row("slopes", listed(slopes));
    text += row("largest bias", with_origin(model.alibi->max_bias));
  }
  if (model.buckets) {
    text += row("buckets", with_origin(model.buckets->num_buckets));
    text += row("max distance", with_origin(model.buckets->max_distance) +
                                    ": distances from there on share the last bucket");
  }
  if (report.sinusoid_waves.size() > 0) {
    const auto& waves = report.sinusoid_waves;
    text += row("waves", sentence({pairs_of(waves.size()),
                                   " of sine and cosine, a turn takes from ", in_millions(waves[0]),
                                   " positions to ", in_millions(waves[waves.size() - 1])}));
  }
  if (model.rows) {
    text += row("rows", with_origin(*model.rows) + ": there is no encoding for later positions");
  }
  if (model.claimed) text += row("length", "claimed " + with_origin(*model.claimed));
  return text;
}

std::string edit_in_words(const ConfigEdit& edit) {
  return edit.value ? sentence({"Suggested change: set ", edit.path, " to ", *edit.value, "."})
                    : sentence({"Suggested change: delete ", edit.path, "."});
}

/// A heading for the first entry, then the entry.
void add_entry(std::string& text, const std::string& heading, std::string_view code,
               const std::vector<std::string>& paragraphs) {
  constexpr std::size_t indent = 2;
  if (text.empty()) text = "\n" + heading + "\n";
  text += sentence({"\n", code, "\n"});
  for (const std::string& paragraph : paragraphs) {
    if (!paragraph.empty()) text += wrapped(paragraph, indent);
  }
}

std::string notes_in_words(const ModelConfig& model) {
  std::string text;
  const std::vector<ConfigEdit> edits = suggested_edits(model);
  for (const auto& [code, message] : model.notes) {
    std::vector<std::string> paragraphs{message};
    for (const ConfigEdit& edit : edits) {
      if (edit.code == code) paragraphs.push_back(edit_in_words(edit));
    }
    paragraphs.push_back(threads_in_words(threads_of(code)));
    add_entry(text, "Notes", name_in(note_code_names, code), paragraphs);
  }
  return text;
}

std::string differences_in_words(const ModelReport& report) {
  std::string text;
  for (const Difference& one : differences(report)) {
    std::string size;
    if (one.ratio > 1) {
      size = sentence({"Frequencies differ by a factor of up to ", with_digits(one.ratio, 4),
                       " (pair ", one.pair, "). "});
    }
    // (There may be one for each set of frequencies, with the same words.)
    const std::string which =
        one.layers ? sentence({" (", name_in(layer_kind_names, *one.layers), ")"}) : "";
    add_entry(text, "How other software reads it",
              joined({name_in(other_reading_names, one.reading), which}),
              {one.message, size + threads_in_words(one.threads)});
  }
  return text;
}

std::string certainty_in_words(const NamedModel& named) {
  if (named.copy == "mirror") return "a mirror of the makers' file";
  if (named.copy == "quoted") return "the makers' file as others quote it";
  if (named.certainty == "published") return "from the makers' own repository";
  if (named.certainty == "composed") return "put together from several public files";
  return "the defaults of its class";
}

std::string title_of(const NamedModel& named) {
  const ModelConfig& model = named.report.model;
  std::string text = named.name + "\n\n";
  if (!named.certainty.empty()) {
    text += row("config", certainty_in_words(named) + "; " + named.source);
  }
  if (!named.claim.empty()) text += row("makers claim", named.claim);
  if (!model.model_type.empty()) text += row("class", model.model_type);
  text += row("positions", kind_in_words(model.kind));
  text += row("layers", layers_in_words(model));
  if (!named.report.length) return text;
  return text + row("text", sentence({*named.report.length, " tokens (--length)"}));
}

}  // namespace

std::string model_as_text(const NamedModel& named) {
  const ModelReport& report = named.report;
  std::string text = title_of(named);
  for (const RopeReport& rope : report.ropes) text += rope_in_words(report.model, rope);
  const std::string growth = growth_in_words(report.model);
  if (!growth.empty()) text += row("queries", growth);
  if (report.model.kind != PositionKind::rope) text += others_in_words(report);
  return text + notes_in_words(report.model) + differences_in_words(report);
}
