/*
 * start_options.h - what trcstart() is told: the options of the command trace
 *
 * Letters without values may be put together, "-ad"; a value is the rest of its
 * word, or the next word. Quotes hold a word together.
 */
#ifndef FIRMWARE_AIX_START_OPTIONS_H
#define FIRMWARE_AIX_START_OPTIONS_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "template/hook_id.h"

struct start_options {
	bool suspended;	  /* -d */
	bool generic;	  /* -g */
	bool until_full;  /* -f */
	bool loops;	  /* -l */
	bool log_is_full; /* -s */
	bool chooses;	  /* -j, or -k, which refuses */
	bool refuses;
	size_t stream_size; /* -T; 0: the default */
	size_t log_size;    /* -L; 0: none */
	char log[PATH_MAX]; /* -o; "": the default */
	char message[4096]; /* -m */
	struct pxt_hook_ids ids;
};

/* EINVAL: an option is unknown, has no value, or cannot be had here, which is
 * told on standard error. */
int start_options_parse(struct start_options *options, const char *flags);

/* Writes the choice of names, for posix_trace_select_np(). ENOSPC: it does not
 * fit. */
int start_options_select(const struct start_options *options, int channel,
			 char *text, size_t size);

#endif
