#pragma once

#include "posenc/wording.hpp"
