/* state.c - whether LiteOS's recorder records, and what */
#include "firmware/liteos/state.h"

struct liteos_state liteos_state = { .mask = LITEOS_FIRST_MASK };
