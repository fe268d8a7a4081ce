/*
 * export.h - writing a trace in CTF
 */
#ifndef BRIDGE_CTF_EXPORT_H
#define BRIDGE_CTF_EXPORT_H

#include "format/export.h"

extern const struct pxt_exporter ctf_exporter;

#endif
