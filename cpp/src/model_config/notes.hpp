#pragma once

#include <vector>

#include "keys.hpp"
#include "layers.hpp"
#include "scaling.hpp"

namespace posenc::model_config {

/// What notes are made from: a config as it was read, and what is no part of it.
struct Reading {
  const ModelConfig& model;
  const std::vector<ReadLayers::WrongLength>& wrong_lengths;
  const ScalingDictionaries& dictionaries;
  const Dictionaries& config;
};

/// Each code at most once, in the order of NoteCode.
std::vector<Note> notes_of(const Reading& reading);

}  // namespace posenc::model_config
