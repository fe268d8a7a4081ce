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
static int write_part(struct part *part, struct source *source,
		      struct selection *selection, bool quiet)
{
	int damage = EXIT_SUCCESS, status;

	status = part_fill(part, selection);
	if (!status) {
		refused_descriptions_tell_all(source);
		damage = source_tell_damage(source, false);
		status = selection_tell_of(selection, damage);
	}
	if (status) {
		part_drop(part);
		return status;
	}
	status = part_keep(part, quiet);
	return status ? status : damage;
}

int rewrite(const struct to_log *to, const unsigned char uuid[16],
	    struct source *source, struct selection *selection)
{
	struct part part;
	int status, err;

	err = selection_begin(selection, source, to->utc);
	if (err)
		return selection_refuse(selection, err);
	status = part_open(&part, source, to->output, to,
			   !selection_is_given(selection), uuid);
	if (!status) {
		part.copy->carried = to->carried;
		status = write_part(&part, source, selection, to->quiet);
	}
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

int rewrite_part(const struct to_log *to, struct source *source,
		 struct selection *selection)
{
	unsigned char uuid[16];
	int err = make_uuid(to, source, selection, uuid);

	if (!err)
		return rewrite(to, uuid, source, selection);
	talk_error(source->name, err);
	return EXIT_SYSTEM;
}
