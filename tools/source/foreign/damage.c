/*
 * damage.c - damage of a foreign trace
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "common/command.h"
#include "common/talk.h"
#include "common/text.h"
#include "source/damage_print.h"
#include "source/foreign/damage.h"

static uint64_t around(const struct foreign *foreign)
{
	return foreign->wrapping ? pxt_trace_damages(foreign->wrapping) : 0;
}

/* Damage of the container text comes first, then that of the trace. */
static uint64_t count_damages(const struct foreign *foreign)
{
	return around(foreign) + pxt_trace_damages(foreign->trace);
}

static const struct pxt_trace_damage *get_damage(const void *from, size_t index)
{
	const struct foreign *foreign = from;
	const uint64_t before = around(foreign);

	return index < before ? pxt_trace_get_damage(foreign->wrapping, index) :
				pxt_trace_get_damage(foreign->trace,
						     (size_t)(index - before));
}

int foreign_damage_note(struct foreign *foreign, unsigned index,
			struct posix_trace_note_np *note)
{
	int err = 0;

	if (index < foreign->noting.number)
		foreign->noting = (struct damage_noting){ 0 };
	while (!err && foreign->noting.number <= index)
		err = damage_noting_next(&foreign->noting,
					 count_damages(foreign), get_damage,
					 foreign, note);
	return err;
}

static int tell_places(const struct foreign *foreign)
{
	const uint64_t count = count_damages(foreign);
	const struct pxt_trace_damage *first = get_damage(foreign, 0);
	char place[DAMAGE_PLACE], number[TEXT_MAX];

	if (first)
		damage_place(first, place);
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
	if (foreign_cut(foreign))
		return EXIT_DAMAGED;
	talk("%s: nothing has come", foreign->name);
	return EXIT_NOTHING;
}

static int refuse(const struct foreign *foreign, int err)
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

bool foreign_cut_tell(const struct foreign *foreign)
{
	const int cut = foreign_cut(foreign);

	if (cut)
		talk("%s: the line was cut: %s", foreign->name, strerror(cut));
	return cut;
}

int foreign_refuse(const struct foreign *foreign, int err)
{
	foreign_cut_tell(foreign);
	return refuse(foreign, err);
}

int foreign_damage_tell(const struct foreign *foreign)
{
	const bool is_cut = foreign_cut_tell(foreign);
	int status;

	if (foreign->refused)
		return refuse(foreign, foreign->refused);
	if (foreign_is_silent(foreign))
		return tell_silence(foreign);
	status = tell_places(foreign);
	return is_cut ? EXIT_DAMAGED : status;
}
