/*
 * foreign_damage.c - what was wrong with a trace, place by place
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "source/foreign_damage.h"
#include "source/source_foreign.h"

static uint64_t around(const struct foreign *foreign)
{
	return foreign->wrapping ? pxt_trace_damages(foreign->wrapping) : 0;
}

uint64_t foreign_damages(const struct foreign *foreign)
{
	return around(foreign) + pxt_trace_damages(foreign->trace);
}

const struct pxt_trace_damage *foreign_damage(const struct foreign *foreign,
					      size_t index)
{
	const uint64_t before = around(foreign);

	return index < before ?
		       pxt_trace_get_damage(foreign->wrapping, index) :
		       pxt_trace_get_damage(foreign->trace,
					    (size_t)(index - before));
}

void source_foreign_place(const struct pxt_trace_damage *damage,
			  char place[SOURCE_FOREIGN_PLACE])
{
	if (damage->len > 1)
		snprintf(place, SOURCE_FOREIGN_PLACE, "bytes %llu to %llu",
			 (unsigned long long)damage->offset,
			 (unsigned long long)(damage->offset + damage->len - 1));
	else
		snprintf(place, SOURCE_FOREIGN_PLACE, "byte %llu",
			 (unsigned long long)damage->offset);
}

static int tell_places(const struct foreign *foreign)
{
	const uint64_t count = foreign_damages(foreign);
	const struct pxt_trace_damage *first = foreign_damage(foreign, 0);
	char place[SOURCE_FOREIGN_PLACE], number[TEXT_MAX];

	if (first)
		source_foreign_place(first, place);
	if (first && count == 1)
		talk("%s: %s: %s", foreign->name, place, first->why);
	else if (first)
		talk("%s: %s: %s (and %s more place%s)", foreign->name, place,
		     first->why, text_count(number, count - 1),
		     text_plural(count - 1));
	return count ? EXIT_DAMAGED : EXIT_SUCCESS;
}

static int tell_silence(const struct foreign *foreign)
{
	if (foreign->broken)
		return EXIT_DAMAGED;
	talk("%s: nothing has come", foreign->name);
	return EXIT_NOTHING;
}

int foreign_refuse(const struct foreign *foreign, int err)
{
	const char *why = pxt_trace_get_refusal(foreign->trace);

	if (err == EBADMSG && foreign_is_silent(foreign))
		return tell_silence(foreign);
	if (err == ENOMEM || !*why) {
		talk_error(foreign->name, err);
		return EXIT_SYSTEM;
	}
	talk("%s: %s", foreign->name, why);
	return err == EINVAL ? EXIT_MISUSE : EXIT_DAMAGED;
}

int foreign_damage_tell(const struct foreign *foreign)
{
	int status;

	if (foreign->broken)
		talk("%s: the line was cut: %s", foreign->name,
		     strerror(foreign->broken));
	if (foreign->refused)
		return foreign_refuse(foreign, foreign->refused);
	if (foreign_is_silent(foreign))
		return tell_silence(foreign);
	status = tell_places(foreign);
	return foreign->broken ? EXIT_DAMAGED : status;
}
