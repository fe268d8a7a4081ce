/*
 * cmd_redact.c - a copy of a log without what must not leave the house
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/misuse.h"
#include "common/digest.h"
#include "common/talk.h"
#include "common/text.h"
#include "live/live_input.h"
#include "redact/found_place.h"
#include "redact/keyed_hash.h"
#include "redact/rule_names.h"
#include "redact/source_redacted.h"
#include "select/selection.h"
#include "write/copy.h"
#include "write/rewrite.h"

enum {
	OPTION_KEY = 256,
	OPTION_KEEP,
	OPTION_STRICT,
	KEY_MOST = 1 << 12,
	PLACES_TOLD = 5,
};

struct options {
	struct live_input input;
	struct to_log to;
	struct redaction redaction;
	const char *key_file;
	uint8_t key[KEY_MOST];
	size_t key_len;
	bool keep;
	bool strict;
	int status; /* status so far */
	struct selection selection;
};

static const struct argp_option option_table[] = {
	{ "rule", 'a', "RULE", 0, "redact this: hash field user", 0 },
	{ "rules", 'r', "RULES", 0, "redact what this file of rules says", 0 },
	{ "key-file", OPTION_KEY, "FILE", 0, "the key of hashes", 0 },
	{ "keep", OPTION_KEEP, NULL, 0,
	  "keep the copy even if a dropped value is found in it", 0 },
	{ "strict", OPTION_STRICT, NULL, 0, "exit status 4 if events are lost",
	  0 },
	{ 0 },
};

static void note(struct options *options, int status)
{
	if (!options->status)
		options->status = status;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;
	const struct to_log_inputs inputs = { &options->input.files,
					      &options->to, &options->selection,
					      "name a log" };

	switch (key) {
	case ARGP_KEY_INIT:
		options->input.selection = &options->selection;
		state->child_inputs[2] = &options->input;
		return to_log_parse(key, &inputs, state);
	case 'a':
		note(options, redaction_add(&options->redaction, arg, "-a", 0));
		return 0;
	case 'r':
		note(options, redaction_read(&options->redaction, arg));
		return 0;
	case OPTION_KEY:
		options->key_file = arg;
		return 0;
	case OPTION_KEEP:
		options->keep = true;
		return 0;
	case OPTION_STRICT:
		options->strict = true;
		return 0;
	case ARGP_KEY_NO_ARGS:
		return options->input.follow ?
			       0 :
			       to_log_parse(key, &inputs, state);
	case ARGP_KEY_END:
		if (options->to.compression == COMPRESSION_ZSTD)
			misuse(state, "the copy is searched for dropped "
				      "values: compress it with `posixtrace "
				      "cut --compress' afterwards");
		return 0;
	}
	return to_log_parse(key, &inputs, state);
}

static const struct argp_child children[] = {
	{ &to_log_argp, 0, NULL, 0 },
	{ &selection_argp, 0, NULL, 0 },
	{ &live_input_argp, 0, NULL, 0 },
	{ 0 },
};

static const struct argp argp = {
	.options = option_table,
	.parser = parse,
	.args_doc = "FILE... -r RULES -o FILE",
	.doc = "copy a log without what must not leave the house"
	       "\vRULES is a file with a rule a line: drop field secret. "
	       "Exit statuses are in posixtrace(1).",
	.children = children,
};

/* The key */

static int read_key(struct options *options)
{
	const char *file = options->key_file;
	ssize_t got = -1;
	int err = 0;
	const int fd = open(file, O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		got = read(fd, options->key, sizeof(options->key));
	if (got < 0)
		err = errno;
	if (fd >= 0)
		close(fd);
	if (err) {
		talk_error(file, err);
		return err == ENOENT ? EXIT_MISUSE : command_error_status(err);
	}
	options->key_len = (size_t)got;
	if (got >= KEYED_HASH_KEY_LEAST)
		return EXIT_SUCCESS;
	talk("%s: a key has %d bytes at least", file, KEYED_HASH_KEY_LEAST);
	return EXIT_MISUSE;
}

static int prepare(struct options *options)
{
	const struct redaction *redaction = &options->redaction;

	if (!redaction->count) {
		talk("no rules: give them by -r or -a");
		return EXIT_MISUSE;
	}
	if (redaction->needs_key && !keyed_hash_is_there()) {
		talk("hash: built without nettle");
		return EXIT_MISUSE;
	}
	if (redaction->needs_key && !options->key_file) {
		talk("hash: name a file with the key: --key-file");
		return EXIT_MISUSE;
	}
	return options->key_file ? read_key(options) : EXIT_SUCCESS;
}

/* The search for what should be gone */

struct search {
	const char *name;
	struct found_place place;
	uint64_t found;
	uint64_t constants; /* names of constants that are such values */
};

/* The value itself is not told: messages are read by others, too. */
static void tell_found(void *argument, const struct dropped_value *value,
		       uint64_t offset)
{
	struct search *search = argument;
	const char *section = found_place_move(&search->place, offset);

	if (found_place_is_constant(&search->place, offset, value->len))
		search->constants++;
	else if (search->found++ < PLACES_TOLD)
		talk("%s: at byte %llu, in %s, is a value of %s that was to be "
		     "gone",
		     search->name, (unsigned long long)offset, section,
		     value->what);
}

static int verify(const struct options *options,
		  const struct redactor *redactor, int fd)
{
	const char *name = options->to.output;
	struct search search = { .name = name };
	int err;

	found_place_init(&search.place, fd);
	err = dropped_values_search(&redactor->dropped, fd, tell_found,
				    &search);
	if (err) {
		talk_error(name, err);
		return EXIT_SYSTEM;
	}
	if (redactor->dropped.unknown)
		talk("%s: %llu values are too many to be searched for", name,
		     (unsigned long long)redactor->dropped.unknown);
	if (search.constants)
		talk("%s: values that were to be gone are names of constants, "
		     "%llu time%s: descriptions remain",
		     name, (unsigned long long)search.constants,
		     text_plural(search.constants));
	if (!search.found && !redactor->dropped.unknown)
		return EXIT_SUCCESS;
	if (search.found > PLACES_TOLD)
		talk("%s: so it is in %llu places", name,
		     (unsigned long long)search.found);
	return EXIT_NOTHING;
}

static void tell_done(const struct options *options,
		      const struct redactor *redactor)
{
	const struct redaction *redaction = &options->redaction;

	for (size_t i = 0; i < redaction->count; i++)
		talk_plain("%s: %llu time%s", redaction->rule[i].text,
			   (unsigned long long)redaction->rule[i].count,
			   text_plural(redaction->rule[i].count));
	talk_plain("%s: numbers of processes and threads, times and losses "
		   "are as they were",
		   options->to.output);
	talk_plain("%s: searched for %zu values, of which there is none",
		   options->to.output, redactor->dropped.count);
}

/* The same rules make of the same log, with the same key, the same copy. */
static int make_uuid(const struct options *options, struct source *source,
		     unsigned char uuid[16])
{
	uint8_t of_key[KEYED_HASH_SIZE];
	struct digest digest;
	int err;

	keyed_hash(options->key, options->key_len, "uuid", 4, of_key);
	digest_begin(&digest);
	digest_add_text(&digest, "redact");
	digest_add(&digest, of_key, sizeof(of_key));
	for (size_t i = 0; i < options->redaction.count; i++)
		digest_add_text(&digest, options->redaction.rule[i].text);
	digest_add_number(&digest, options->to.utc);
	selection_digest(&options->selection, &digest);
	err = copy_digest(source, &digest);
	digest_uuid(&digest, uuid);
	return err;
}

struct redacting {
	struct options *options;
	struct source_redacted *redacted;
};

static int change(void *argument, struct posix_trace_item_np *item,
		  bool *is_kept)
{
	struct source_redacted *redacted =
		((struct redacting *)argument)->redacted;

	*is_kept = source_redacted_change(redacted, item);
	return redacted->redactor->error;
}

/* The copy has no name yet, so that nobody takes it for a safe one before it has
 * been searched. */
static int examine(void *argument, int fd, bool *is_kept)
{
	const struct redacting *redacting = argument;
	const struct options *options = redacting->options;
	struct redactor *redactor = redacting->redacted->redactor;
	int status;

	rule_names_tell(&options->redaction, &redactor->fields);
	status = verify(options, redactor, fd);
	*is_kept = !status || options->keep;
	if (!*is_kept)
		talk("%s: removed", options->to.output);
	return status;
}

/* The selection is of what was recorded, and not of what is left of it. */
static int write_copy(struct options *options, struct source *source,
		      struct source_redacted *redacted)
{
	struct redacting redacting = { options, redacted };
	const struct rewrite_change changes = {
		.names = &redacted->source,
		.change = change,
		.examine = examine,
		.argument = &redacting,
	};
	unsigned char uuid[16];
	const int err = make_uuid(options, source, uuid);

	if (!err)
		return rewrite_changed(&options->to, uuid, source,
				       &options->selection, &changes);
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

static int redact(struct options *options, struct source *source)
{
	static struct redactor redactor;
	static struct source_redacted redacted;
	int status;

	redactor_init(&redactor, &options->redaction, source);
	redactor.key = options->key;
	redactor.key_len = options->key_len;
	source_redacted_init(&redacted, source, &redactor);
	options->to.compression = COMPRESSION_NONE;
	options->to.is_named_late = true;
	status = write_copy(options, source, &redacted);
	if ((!status || status == EXIT_DAMAGED) && !options->to.quiet)
		tell_done(options, &redactor);
	if (!status && options->strict)
		status = selection_tell_losses(&options->selection);
	redactor_fini(&redactor);
	return status;
}

static int run(const struct command *cmd, int argc, char **argv)
{
	static struct options options;
	int status;

	arguments_parse(cmd, argc, argv, &options);
	status = options.status;
	if (!status)
		status = prepare(&options);
	if (!status)
		status = live_input_gather(&options.input, "redacting");
	if (!status)
		status = live_input_open_gathered(&options.input);
	if (!status)
		status = redact(&options, options.input.source);
	status = live_input_close(&options.input, status);
	redaction_fini(&options.redaction);
	selection_fini(&options.selection);
	explicit_bzero(options.key, sizeof(options.key));
	return status;
}

const struct command cmd_redact = {
	.name = "redact",
	.argp = &argp,
	.run = run,
};
