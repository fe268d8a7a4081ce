/* kind.c - recognizing the kinds of LiteOS data */
#include "format/liteos/kind.h"

#include <string.h>

#include "format/liteos/message.h"
#include "format/liteos/word.h"

enum {
	COMMAND_LEN = 7,
	COMMAND_END = 0x0d,
	COMMANDS = 5, /* fewer are taken for commands */
};

static bool is_offline(const uint8_t *data, size_t len)
{
	return len >= 4 &&
	       (pxt_liteos_get32(data, false) == PXT_LITEOS_ENDIAN ||
		pxt_liteos_get32(data, true) == PXT_LITEOS_ENDIAN);
}

static bool begins_message(const uint8_t *at, size_t len)
{
	enum pxt_liteos_endian order = PXT_LITEOS_EITHER;
	struct pxt_liteos_message message;

	return pxt_liteos_message_read(at, len, &order, &message) ==
	       PXT_LITEOS_WHOLE;
}

static const uint8_t *find_message(const uint8_t *data, size_t len)
{
	const uint8_t *end = data + len;

	for (; data < end; data++) {
		data = memchr(data, PXT_LITEOS_MAGIC, (size_t)(end - data));
		if (!data || begins_message(data, (size_t)(end - data)))
			return data;
	}
	return NULL;
}

static const uint8_t *find_text(const uint8_t *data, size_t len)
{
	static const char begin[] = "TraceInfo begin";
	static const char title[] = "Time(cycles)";
	const uint8_t *found;

	if (!data)
		return NULL;
	found = memmem(data, len, begin, sizeof(begin) - 1);
	return found ? found : memmem(data, len, title, sizeof(title) - 1);
}

static bool is_command(const uint8_t *at)
{
	return at[0] < COMMANDS && at[COMMAND_LEN - 1] == COMMAND_END;
}

/* True if the first and most bytes are commands, each with a line feed
 * behind, as the vendor's client sends them, or all without. The last one
 * may be cut. */
static bool are_commands(const uint8_t *data, size_t len)
{
	size_t good = 0, all = 0;

	for (size_t at = 0; at + COMMAND_LEN <= len; all++) {
		good += is_command(data + at);
		at += COMMAND_LEN;
		at += at < len && data[at] == '\n';
	}
	return all && is_command(data) && 2 * good >= all;
}

enum pxt_liteos_what pxt_liteos_kind(const uint8_t *data, size_t len,
				     bool begun, bool ended)
{
	const uint8_t *message, *text;

	if (!len)
		return PXT_LITEOS_UNKNOWN;
	if (begun && is_offline(data, len))
		return PXT_LITEOS_OFFLINE;
	message = find_message(data, len);
	text = find_text(data, len);
	if (message && (!text || message < text))
		return PXT_LITEOS_TLV;
	if (text)
		return PXT_LITEOS_TEXT;
	if (begun && ended && are_commands(data, len))
		return PXT_LITEOS_COMMANDS;
	return PXT_LITEOS_UNKNOWN;
}
