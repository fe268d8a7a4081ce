/*
 * store_options.c - wishes of the user for a destination
 */
#include <stddef.h>

#include "common/misuse.h"
#include "ship/store_options.h"

void store_options_check(const struct store_options *options,
			 unsigned abilities, const char *kind,
			 const struct argp_state *state)
{
	const struct remote_options *remote = &options->remote;
	const struct {
		const char *name;
		bool is_given, needs_creation;
		enum store_ability ability;
	} wishes[] = {
		{ "create", options->creates, false, STORE_CREATES },
		{ "partition", options->by_day, true, STORE_PARTITIONS },
		{ "replicas", options->replicas, true, STORE_REPLICATES },
		{ "ca", remote->ca, false, STORE_CERTIFICATES },
		{ "cert", remote->cert, false, STORE_CERTIFICATES },
		{ "creds", remote->creds, false, STORE_LOGINS },
		{ "plain", remote->is_plain, false, STORE_PLAIN },
	};

	for (size_t i = 0; i < sizeof(wishes) / sizeof(*wishes); i++) {
		if (!wishes[i].is_given)
			continue;
		if (!(abilities & wishes[i].ability))
			misuse_brief(state, "--%s: not for %s", wishes[i].name,
				     kind);
		if (wishes[i].needs_creation && !options->creates)
			misuse_brief(state, "--%s: only with --create",
				     wishes[i].name);
	}
}
