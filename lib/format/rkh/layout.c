/* layout.c - data of RKH's events */
#include "format/rkh/layout.h"

#include <stdarg.h>

#include "base/array.h"
#include "format/bounded_text.h"

/* Data */

uint64_t pxt_rkh_number_odd(const uint8_t *at, unsigned width)
{
	uint64_t value = 0;

	for (unsigned i = width; i; i--)
		value = value << 8 | at[i - 1];
	return value;
}

int pxt_rkh_data_grow(struct pxt_rkh_data *data, size_t len)
{
	return pxt_array_reserve(&data->bytes, &data->room, data->len + len, 1);
}

/* Hexadecimal text. */
void pxt_rkh_data_hex(struct pxt_rkh_data *data, const uint8_t *from,
		      size_t len)
{
	static const char digits[] = "0123456789abcdef";
	uint8_t *at = data->bytes + data->len;

	for (size_t i = 0; i < len; i++) {
		*at++ = (uint8_t)digits[from[i] >> 4];
		*at++ = (uint8_t)digits[from[i] & 15];
	}
	*at++ = '\0';
	data->len += 2 * len + 1;
}

/* Descriptions */

void pxt_rkh_describe(struct pxt_rkh_description *description,
		      const char *format, ...)
{
	struct pxt_bounded_text text = {
		.at = description->text,
		.size = sizeof(description->text),
		.len = description->len,
	};
	va_list arguments;

	va_start(arguments, format);
	pxt_bounded_text_vformat(&text, format, arguments);
	va_end(arguments);
	if (text.len <= POSIX_TRACE_DESCRIPTION_MAX_NP)
		description->len = text.len;
	else
		description->text[description->len] = '\0';
}

void pxt_rkh_describe_frame(struct pxt_rkh_description *description,
			    const struct pxt_rkh_config *config,
			    bool has_header)
{
	pxt_rkh_describe(description, "[[packed]]; uint%u_t id [[detail]]; ",
			 8 * pxt_rkh_room(config->value[PXT_RKH_TE_ID]));
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_describe(description, "uint8_t seq [[detail]]; ");
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_describe(description, "uint%u_t ts [[detail]]; ",
				 8 * pxt_rkh_room(config->value[PXT_RKH_TS]));
	pxt_rkh_describe(description, "uint64_t off [[detail]]; "
				      "uint32_t len [[detail]]");
}

static bool is_address(enum pxt_rkh_space space)
{
	return space == PXT_RKH_ADDRESSES || space == PXT_RKH_TARGETS;
}

void pxt_rkh_describe_object(struct pxt_rkh_description *description,
			     const char *name, unsigned width,
			     enum pxt_rkh_space space)
{
	pxt_rkh_describe(description, "; uint%u_t %s [[object(%s)%s]]",
			 8 * pxt_rkh_room(width), name, pxt_rkh_kind[space],
			 is_address(space) ? ", hex" : "");
}
