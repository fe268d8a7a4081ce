/*
 * format.h - a format of traces of another system
 *
 * A format is a constant, listed in formats.h: how to recognize it, to read it
 * and to write it. Reading goes through a feed (feed.h), whose bytes are not
 * trusted, and facts about the trace go into a table (trace.h).
 *
 * This layer lies beside the tower: tools and tests link it, the library does
 * not.
 */
#ifndef PXT_FORMAT_FORMAT_H
#define PXT_FORMAT_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "format/export.h"
#include "format/import.h"

/* The input of a probe. */
struct pxt_probe {
	const uint8_t *start; /* first bytes, or all of them, */
	size_t len;	      /* at most PXT_PROBE_MAX */
	uint64_t size;	      /* total size; 0: unknown */
	const char *name;     /* name of the file, without its path; "": none */
};

enum {
	PXT_PROBE_MAX = 64 << 10,

	/* Certainty of a probe. */
	PXT_PROBE_NO = 0,
	PXT_PROBE_MAYBE = 25, /* the bytes do not contradict */
	PXT_PROBE_LIKELY = 75,
	PXT_PROBE_SURE = 100, /* the bytes prove it */
};

/* A setting that users give as KEY=VALUE. */
struct pxt_format_option {
	const char *key;
	const char *value;   /* for help: "N", "up|down" */
	const char *summary; /* summary, one line */
};

struct pxt_format {
	const char *name; /* a word that begins with a letter */
	const char *summary;
	const char *patterns; /* patterns of file names, separated by spaces */
	/* Settings for reading and for writing; a key of NULL ends each
	 * list. */
	const struct pxt_format_option *import_options;
	const struct pxt_format_option *export_options;
	unsigned (*probe)(const struct pxt_probe *probe);
	const struct pxt_importer *import;
	const struct pxt_exporter *export; /* NULL: this format is read only */
	const char *missing; /* library that the build lacks, or NULL */
};

#endif
