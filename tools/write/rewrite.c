/*
 * rewrite.c - writing a selection as a log
 */
#include "common/command.h"
#include "common/digest.h"
#include "common/talk.h"
#include "event/refused_descriptions.h"
#include "write/copy.h"
#include "write/part.h"
#include "write/rewrite.h"

/* Damage is reported, and the rest is written. */
static int end_part(struct part *part, struct source *source,
		    struct selection *selection, bool quiet)
{
	int damage, status;

	refused_descriptions_tell_all(source);
	damage = source_tell_damage(source, false);
	status = selection_tell_of(selection, damage);
	if (status) {
		part_drop(part);
		return status;
	}
	status = part_keep(part, quiet, NULL);
	return status ? status : damage;
}

static int open_part(struct part *part, const struct to_log *to,
		     const unsigned char uuid[16], struct source *source,
		     struct source *names, struct selection *selection)
{
	int status, err;

	err = selection_begin(selection, source, to->utc);
	if (err)
		return selection_refuse(selection, err);
	status = part_open(part, names, to->output, to,
			   !selection_is_given(selection), uuid);
	if (!status)
		part->copy->carried = to->carried;
	return status;
}

int rewrite(const struct to_log *to, const unsigned char uuid[16],
	    struct source *source, struct selection *selection)
{
	struct part part;
	int status;

	status = open_part(&part, to, uuid, source, source, selection);
	if (status)
		return status;
	status = part_fill(&part, selection);
	if (!status)
		return end_part(&part, source, selection, to->quiet);
	part_drop(&part);
	return status;
}

/* Items that are left out count as not selected. */
static int put_changed(struct part *part, struct selection *selection,
		       const struct rewrite_change *change)
{
	struct posix_trace_item_np item;
	int unavailable = 0, status = EXIT_SUCCESS, err;
	bool is_kept;

	while (!status) {
		err = selection_next(selection, &item, &unavailable);
		if (!err && unavailable)
			return EXIT_SUCCESS;
		is_kept = true;
		if (!err)
			err = change->change(change->argument, &item, &is_kept);
		if (err) {
			talk_error(selection->source->name, err);
			return EXIT_SYSTEM;
		}
		selection->matched -= !is_kept;
		if (is_kept)
			status = part_put(part, &item);
	}
	return status;
}

int rewrite_changed(const struct to_log *to, const unsigned char uuid[16],
		    struct source *source, struct selection *selection,
		    const struct rewrite_change *change)
{
	struct part part;
	int status;

	status = open_part(&part, to, uuid, source, change->names, selection);
	if (status)
		return status;
	part.examine = change->examine;
	part.examiner = change->argument;
	status = put_changed(&part, selection, change);
	if (!status)
		return end_part(&part, source, selection, to->quiet);
	part_drop(&part);
	return status;
}

static int make_uuid(const struct to_log *to, struct source *source,
		     const struct selection *selection, unsigned char uuid[16])
{
	struct digest digest;
	int err;

	digest_begin(&digest);
	digest_add_text(&digest, "cut");
	digest_add_number(&digest, to->utc);
	if (to->compression)
		digest_add_number(&digest, to->compression);
	selection_digest(selection, &digest);
	if (to->carried)
		carried_templates_digest(to->carried, &digest);
	err = copy_digest(source, &digest);
	digest_uuid(&digest, uuid);
	return err;
}

static int identify(const struct to_log *to, struct source *source,
		    const struct selection *selection, unsigned char uuid[16])
{
	int err = make_uuid(to, source, selection, uuid);

	if (!err)
		return EXIT_SUCCESS;
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}

int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection)
{
	unsigned char uuid[16];
	int status = identify(to, source, selection, uuid);

	return status ? status : rewrite(to, uuid, source, selection);
}

/* In steps */

int rewriting_begin(struct rewriting *rewriting, const struct to_log *to,
		    struct source *source, struct selection *selection)
{
	unsigned char uuid[16];
	int status;

	*rewriting = (struct rewriting){
		.source = source,
		.selection = selection,
	};
	status = identify(to, source, selection, uuid);
	return status ? status :
			open_part(&rewriting->part, to, uuid, source, source,
				  selection);
}

int rewriting_step(struct rewriting *rewriting, struct timespec *time,
		   bool *is_over)
{
	struct posix_trace_item_np item;
	bool is_selected;
	int unavailable, status, err;

	err = selection_step(rewriting->selection, &item, &unavailable,
			     &is_selected);
	*is_over = !err && unavailable;
	if (err) {
		talk_error(rewriting->source->name, err);
		rewriting_drop(rewriting);
		return EXIT_SYSTEM;
	}
	if (*is_over)
		return EXIT_SUCCESS;
	*time = item.info.posix_timestamp;
	status = is_selected ? part_put(&rewriting->part, &item) : EXIT_SUCCESS;
	if (status)
		rewriting_drop(rewriting);
	return status;
}

int rewriting_end(struct rewriting *rewriting, bool quiet)
{
	return end_part(&rewriting->part, rewriting->source,
			rewriting->selection, quiet);
}

void rewriting_drop(struct rewriting *rewriting)
{
	part_drop(&rewriting->part);
}
