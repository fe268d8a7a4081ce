/*
 * metadata.c - the metadata of a CTF trace, looked at before libbabeltrace2
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "source/ctf/metadata.h"

enum {
	PACKET_HEAD = 37, /* bytes before the text of a packet */
	CONTENT_AT = 24,  /* offset of the size of head and text, in bits */
	PACKET_AT = 28,	  /* offset of the size of the packet, in bits */
	MAJOR_AT = 35,
};

static const uint32_t packet_magic = 0x75d11d57;

static const char text_magic[] = "/* CTF 1.8";

/* Packets are in either byte order. */
static bool is_packet(const uint8_t *at, size_t len, bool *swapped)
{
	uint32_t magic;

	if (len < sizeof(magic))
		return false;
	memcpy(&magic, at, sizeof(magic));
	*swapped = magic == __builtin_bswap32(packet_magic);
	return *swapped || magic == packet_magic;
}

static uint32_t number_at(const uint8_t *at, bool swapped)
{
	uint32_t number;

	memcpy(&number, at, sizeof(number));
	return swapped ? __builtin_bswap32(number) : number;
}

/* CTF 2 is a sequence of JSON texts. */
static bool is_json(const uint8_t *start, size_t len)
{
	return len > 1 &&
	       (start[0] == '[' ||
		(start[0] == 0x1e && memchr(start, '{', len))) &&
	       (memmem(start, len, "\"ctf2", 5) ||
		memmem(start, len, "\"preamble\"", 10));
}

enum ctf_metadata_kind ctf_metadata_guess(const uint8_t *start, size_t len)
{
	bool swapped;

	if (is_packet(start, len, &swapped))
		return len > MAJOR_AT && start[MAJOR_AT] == 2 ? CTF_METADATA_2 :
								CTF_METADATA_1;
	if (len >= sizeof(text_magic) - 1 &&
	    !memcmp(start, text_magic, sizeof(text_magic) - 1))
		return CTF_METADATA_1;
	return is_json(start, len) ? CTF_METADATA_2 : CTF_METADATA_NONE;
}

/* Counts of a text so far. */
struct scan {
	unsigned depth;
	uint64_t elements;
	uint64_t product; /* elements of the arrays of the last declaration */
	enum { CODE, COMMENT, LINE, TEXT, LETTER } in;
	const char *refusal;
};

static void nest(struct scan *scan)
{
	if (++scan->depth > CTF_METADATA_DEPTH)
		scan->refusal = "nests deeper than 64 levels";
}

/* A length may also be the name of a field, or a number that is too large for
 * strtoull(), which gives the largest then. */
static void count_array(struct scan *scan, const char *length)
{
	const unsigned long long count = strtoull(length, NULL, 0);

	if (count > CTF_METADATA_ARRAY ||
	    __builtin_mul_overflow(scan->product, count ? count : 1,
				   &scan->product) ||
	    scan->product > CTF_METADATA_ARRAY)
		scan->refusal = "has arrays of more than 65,536 elements";
	scan->elements += scan->product;
	if (scan->elements > CTF_METADATA_ELEMENTS)
		scan->refusal = "has arrays of more than 1,048,576 elements "
				"altogether";
}

static void scan_code(struct scan *scan, const char *at)
{
	switch (*at) {
	case '{':
	case '(':
	case '<':
		nest(scan);
		break;
	case '[':
		nest(scan);
		count_array(scan, at + 1);
		break;
	case '}':
	case ')':
	case '>':
	case ']':
		scan->depth -= scan->depth > 0;
		break;
	case ';':
		scan->product = 1;
		break;
	case '"':
		scan->in = TEXT;
		break;
	case '\'':
		scan->in = LETTER;
		break;
	case '/':
		if (at[1] == '*')
			scan->in = COMMENT;
		else if (at[1] == '/')
			scan->in = LINE;
		break;
	}
}

/* Returns the number of characters to skip besides. */
static size_t scan_other(struct scan *scan, const char *at)
{
	const bool is_escape = *at == '\\' && at[1];

	switch (scan->in) {
	case COMMENT:
		if (*at != '*' || at[1] != '/')
			return 0;
		scan->in = CODE;
		return 1;
	case LINE:
		if (*at == '\n')
			scan->in = CODE;
		return 0;
	case TEXT:
		if (*at == '"')
			scan->in = CODE;
		return is_escape;
	case LETTER:
		if (*at == '\'')
			scan->in = CODE;
		return is_escape;
	default:
		return 0;
	}
}

/* text: with a null behind it. */
static void scan_text(struct scan *scan, const char *text, size_t len)
{
	for (size_t i = 0; i < len && !scan->refusal; i++) {
		if (scan->in == CODE)
			scan_code(scan, text + i);
		else
			i += scan_other(scan, text + i);
	}
}

/* Copies the text of the packets to text, in a row. Returns its length; the
 * library refuses packets that lie. */
static size_t unpack(const uint8_t *data, size_t len, char *text)
{
	size_t at = 0, to = 0;
	bool swapped;

	while (len - at >= PACKET_HEAD && is_packet(data + at, len, &swapped)) {
		const size_t content =
			number_at(data + at + CONTENT_AT, swapped) / 8;
		const size_t packet =
			number_at(data + at + PACKET_AT, swapped) / 8;

		if (content < PACKET_HEAD || packet < content ||
		    packet > len - at)
			break;
		memcpy(text + to, data + at + PACKET_HEAD,
		       content - PACKET_HEAD);
		to += content - PACKET_HEAD;
		at += packet;
	}
	return to;
}

const char *ctf_metadata_refusal(const uint8_t *data, size_t len)
{
	struct scan scan = { .product = 1 };
	bool swapped;
	char *text;

	if (len > CTF_METADATA_MAX)
		return "has more than 16 MiB";
	text = malloc(len + 1);
	if (!text)
		return "finds no memory";
	if (is_packet(data, len, &swapped)) {
		len = unpack(data, len, text);
	} else {
		memcpy(text, data, len);
	}
	text[len] = '\0';
	scan_text(&scan, text, len);
	free(text);
	return scan.refusal;
}
