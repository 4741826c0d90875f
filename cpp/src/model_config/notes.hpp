#pragma once

#include <string>
#include <vector>

#include "keys.hpp"
#include "layers.hpp"

namespace posenc::model_config {

/// What notes are made from: a config as it was read, and what that does not contain.
struct Reading {
  const ModelConfig& model;
  const std::vector<ReadLayers::LayerList>& wrong_lengths;
  const Dictionaries& config;
};

/// A number in a sentence: digit for digit if it is whole, else with up to six decimals, or six digits if it is extreme.
std::string in_words(double value);

/// Each code at most once, in the order of NoteCode.
std::vector<Note> notes_of(const Reading& reading);

}  // namespace posenc::model_config
