/*
 * options.h - a user's settings for an RKH stream
 */
#ifndef PXT_FORMAT_RKH_OPTIONS_H
#define PXT_FORMAT_RKH_OPTIONS_H

#include "format/format.h"
#include "format/rkh/config.h"
#include "format/rkh/events.h"
#include "format/settings.h"

struct pxt_rkh_options {
	struct pxt_rkh_config config;
	bool has[PXT_RKH_KEYS]; /* given: outweighs the record */
	bool has_dialect;
	enum pxt_rkh_dialect dialect;
	uint64_t hz; /* 0: not given */
};

enum { PXT_RKH_WHY = 160 }; /* bytes of a reason */

extern const struct pxt_format_option pxt_rkh_import_options[];
extern const struct pxt_format_option pxt_rkh_export_options[];

/* Reads the settings and the file that config= names, which counts less.
 * EINVAL: wrong, with the reason in PXT_RKH_WHY bytes. ENOMEM. */
int pxt_rkh_options_init(struct pxt_rkh_options *options,
			 const struct pxt_settings *settings, char *why);

/* Overrides a target's configuration with the user's settings. */
static inline void pxt_rkh_options_apply(const struct pxt_rkh_options *options,
					 struct pxt_rkh_config *config)
{
	for (unsigned i = 0; i < PXT_RKH_KEYS; i++)
		if (options->has[i])
			config->value[i] = options->config.value[i];
}

#endif
