/*
 * format.h - a format of traces of another system
 *
 * A format is a constant, one of those in formats.h: how to know it, to read it
 * and to write it. Reading goes through a feed (feed.h), whose bytes are not trusted, and
 * what is told of the trace besides its items goes into a table (trace.h).
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

/* What a format is recognised by. */
struct pxt_probe {
	const uint8_t *start; /* its first bytes, or all of it, */
	size_t len;	      /* ... up to PXT_PROBE_MAX */
	uint64_t size;	      /* of all; 0: not known */
	const char *name;     /* of the file, without its path; "": none */
};

enum {
	PXT_PROBE_MAX = 64 << 10,

	/* How sure a probe is. */
	PXT_PROBE_NO = 0,
	PXT_PROBE_MAYBE = 25, /* nothing speaks against it */
	PXT_PROBE_LIKELY = 75,
	PXT_PROBE_SURE = 100, /* the bytes say so: no guess */
};

/* One setting, as a user gives it: KEY=VALUE. */
struct pxt_format_option {
	const char *key;
	const char *value;   /* for help: "N", "up|down" */
	const char *summary; /* one line */
};

struct pxt_format {
	const char *name; /* a word that begins with a letter */
	const char *summary;
	const char *patterns; /* of names of files, with spaces between */
	/* For reading and for writing; a key of NULL ends each. */
	const struct pxt_format_option *import_options;
	const struct pxt_format_option *export_options;
	unsigned (*probe)(const struct pxt_probe *probe);
	const struct pxt_importer *import;
	const struct pxt_exporter *export; /* NULL: it cannot be written */
};

#endif
