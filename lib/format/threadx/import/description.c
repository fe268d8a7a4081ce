/* description.c - names of ThreadX events, and descriptions of their data */
#include "format/threadx/import/description.h"

#include "format/threadx/import/fields.h"
#include "format/bounded_text.h"

static void put_details(struct pxt_bounded_text *text, const char *word,
			bool is_plain)
{
	static const char *const name[PXT_THREADX_WORDS] = { " i1", " i2",
							     " i3", " i4" };

	pxt_bounded_text_put(
		text, word, " context [[hex, detail]]; ", word,
		" raw_priority [[hex, detail]]; ", word,
		" raw_event_id [[hex, detail]]; uint8_t core [[detail]]; "
		"uint16_t event_id [[detail]]; ",
		word,
		" raw_time_stamp [[hex, detail]]; "
		"uint64_t relative_ticks [[detail]]; ",
		NULL);
	for (unsigned i = 0; !is_plain && i < PXT_THREADX_WORDS; i++)
		pxt_bounded_text_put(text, word, name[i], " [[hex, detail]]; ",
				     NULL);
	pxt_bounded_text_put(text,
			     "char *context_name [[detail]]; "
			     "uint16_t priority [[detail]]; "
			     "uint16_t threshold [[detail]]",
			     NULL);
}

static void describe(struct pxt_threadx_description *description,
		     struct pxt_threadx_layout *layout, unsigned size,
		     const struct pxt_threadx_event *event)
{
	const char *const word = size == 8 ? "uint64_t" : "uint32_t";
	struct pxt_bounded_text text = {
		.at = description->text,
		.size = sizeof(description->text),
	};

	pxt_bounded_text_put(&text, "[[packed]]; ",
			     pxt_threadx_field_span(event), NULL);
	layout->is_prefix = true;
	for (unsigned i = 0; i < PXT_THREADX_WORDS; i++) {
		if (!event->word[i])
			continue;
		layout->is_ip[layout->used] = pxt_threadx_field_is_ip(event, i);
		layout->is_prefix &=
			layout->used == i && !layout->is_ip[layout->used];
		layout->word[layout->used++] = (uint8_t)i;
		pxt_threadx_field_put(&text, word, event, i);
	}
	put_details(&text, word, layout->is_plain);
}

static void name_plain(struct pxt_threadx_description *description, uint16_t id)
{
	struct pxt_bounded_text text = {
		.at = description->plain_name,
		.size = sizeof(description->plain_name),
	};

	pxt_bounded_text_put(&text,
			     id < PXT_THREADX_FIRST_USER ? "UNKNOWN_" : "USER_",
			     NULL);
	pxt_bounded_text_decimal(&text, id);
	description->name = description->plain_name;
}

void pxt_threadx_describe(struct pxt_threadx_description *description,
			  struct pxt_threadx_layout *layout, unsigned word,
			  const struct pxt_threadx_event *event, uint16_t id)
{
	/* Raw words, as in user events. */
	static const struct pxt_threadx_event plain = {
		.id = PXT_THREADX_FIRST_USER,
		.word = { "i1", "i2", "i3", "i4" },
	};

	*layout = (struct pxt_threadx_layout){ .is_plain = !event };
	if (event)
		description->name = event->name;
	else
		name_plain(description, id);
	describe(description, layout, word, event ? event : &plain);
}
