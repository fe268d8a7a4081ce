/*
 * chrome.h - JSON of Chrome's trace events
 */
#ifndef BRIDGE_CHROME_CHROME_H
#define BRIDGE_CHROME_CHROME_H

#include "format/format.h"

extern const struct pxt_format bridge_chrome;

#endif
