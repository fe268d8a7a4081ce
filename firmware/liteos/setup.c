/* setup.c - what the program was compiled for */
#include "firmware/liteos/setup.h"

struct liteos_setup liteos_setup;
