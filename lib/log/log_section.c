/* log_section.c - what the sections of each type hold */
#include "log/log_section.h"

#include <errno.h>

#define ENTRIES PXT_LOG_PROCESS_MAX

static const struct pxt_log_section_type types[PXT_LOG_TYPES] = {
	[PXT_LOG_HEADER] = { "header", PXT_LOG_END_MAX, NULL, false },
	[PXT_LOG_NAME] = { "name", ENTRIES, pxt_log_dictionary_add_name, true },
	[PXT_LOG_PROCESS] = { "process", ENTRIES,
			      pxt_log_dictionary_add_process, false },
	[PXT_LOG_CHUNK] = { "chunk", PXT_LOG_CHUNK_MAX, NULL, false },
	[PXT_LOG_END] = { "end", PXT_LOG_END_MAX, NULL, false },
	[PXT_LOG_SEGMENT] = { "segment", PXT_LOG_END_MAX, NULL, false },
	[PXT_LOG_DESCRIPTION] = { "description", ENTRIES,
				  pxt_log_dictionary_add_description, true },
	[PXT_LOG_ORIGIN] = { "origin", ENTRIES, pxt_log_dictionary_add_origin,
			     false },
	[PXT_LOG_THREAD] = { "thread", ENTRIES, pxt_log_dictionary_add_thread,
			     false },
	[PXT_LOG_OBJECT] = { "object", ENTRIES, pxt_log_dictionary_add_object,
			     false },
	[PXT_LOG_NOTE] = { "note", ENTRIES, pxt_log_dictionary_add_note,
			   false },
};

const struct pxt_log_section_type *pxt_log_section_type(uint32_t type)
{
	static const struct pxt_log_section_type unknown = { "unknown",
							     PXT_LOG_END_MAX,
							     NULL, false };

	return type < PXT_LOG_TYPES && types[type].name ? &types[type] :
							  &unknown;
}

int pxt_log_section_take(uint32_t type, struct pxt_bytes *in, const void **data,
			 size_t *len)
{
	*data = in->at;
	if (types[type].is_text) {
		pxt_bytes_take(in, PXT_LOG_TEXT_AT);
		pxt_bytes_string(in);
	} else {
		pxt_bytes_take(in, pxt_bytes_left(in));
	}
	*len = (size_t)(in->at - (const uint8_t *)*data);
	return in->short_read ? EBADMSG : 0;
}

static int add_entries(struct pxt_log_dictionary *dictionary, uint32_t type,
		       struct pxt_bytes *body, uint32_t count)
{
	const void *data;
	size_t len;
	int err = 0;

	while (count-- && !err) {
		if (types[type].is_text) {
			err = pxt_log_section_take(type, body, &data, &len);
		} else {
			len = pxt_bytes_le32(body);
			data = pxt_bytes_take(body, len);
			err = body->short_read ? EBADMSG : 0;
		}
		if (!err)
			err = types[type].add(dictionary, data, len);
	}
	return err;
}

int pxt_log_section_add_recap(const struct pxt_log_recap *recap,
			      struct pxt_log_dictionary *dictionary)
{
	struct pxt_bytes body = recap->body;
	int err = 0;

	for (uint32_t type = 0; type < PXT_LOG_TYPES && !err; type++)
		if (types[type].add)
			err = add_entries(dictionary, type, &body,
					  recap->count[type]);
	return err == EBADMSG ? 0 : err;
}
