#pragma once

#include <string>

#include "class_report.hpp"

/// The charts of a group as SVG: the distribution of the scores, each exercise, and each learner's result in each
/// exercise with its numbers as a table. Empty if the group has no exercises.
std::string charts_of(const Group& group);
