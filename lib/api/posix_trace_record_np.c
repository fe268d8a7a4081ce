/*
 * posix_trace_record_np.c - functions behind the one-line recording macros
 *
 * Each opener of a site first makes it in its own memory. The first one puts
 * its copy into the site, claimed before and published by its event; others use
 * their copies until then, and so does a handler that interrupted the first. So
 * no thread waits, and none sees half a site.
 */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <trace_np.h>

#include "model/description.h"
#include "session/traced/attach.h"
#include "session/traced/promised_types.h"
#include "stream/process_names.h"

/* Opening */

static bool is_text(const struct pxt_field *field)
{
	return field->kind == PXT_FIELD_STRING || field->kind == PXT_FIELD_CHAR;
}

/* Maximum bytes of a field in a list, with alignment; a text without a length
 * needs one for its null. */
static size_t most_of(unsigned size, unsigned count, unsigned align)
{
	return size && count ? (size_t)size * count + align - 1 : 1;
}

/* True if the value fits the field: a number, or a text; lists have no other
 * arrays. */
static bool takes(const struct pxt_field *field,
		  const struct posix_trace_argument_np *argument)
{
	const bool wants_text = field->kind == PXT_FIELD_STRING ||
				field->flags & PXT_FIELD_ARRAY;

	if (field->flags & PXT_FIELD_ARRAY && !is_text(field))
		return false;
	return wants_text == (argument->kind == POSIX_TRACE_ARGUMENT_TEXT_NP);
}

static int plan_list(struct posix_trace_site_np *site,
		     struct pxt_description *description,
		     const struct posix_trace_argument_np *arguments)
{
	const unsigned count = (unsigned)arguments[0].as.bits;
	struct pxt_field field;
	size_t most = 0;
	int err;

	while (!(err = pxt_description_next(description, &field))) {
		if (site->fields == count || !takes(&field, ++arguments))
			return EINVAL;
		most += most_of(field.size, field.count, field.align);
		site->field[site->fields].kind = (unsigned short)field.kind;
		site->field[site->fields].size = (unsigned short)field.size;
		site->field[site->fields].count = field.count;
		site->field[site->fields++].align = field.align;
	}
	if (err != ENODATA || site->fields != count ||
	    most > POSIX_TRACE_RECORD_MAX_NP)
		return EINVAL;
	return 0;
}

static int plan_struct(struct posix_trace_site_np *site,
		       struct pxt_description *description, size_t wanted)
{
	struct pxt_field field;
	size_t size;
	int err;

	while (!(err = pxt_description_next(description, &field)))
		site->fields++;
	if (err != ENODATA || !pxt_description_size(description, &size) ||
	    size != wanted)
		return EINVAL;
	return 0;
}

/* An event without data needs no description. */
static bool has_no_data(const struct posix_trace_site_np *site,
			const struct posix_trace_argument_np *arguments)
{
	return !*site->description && arguments && !arguments[0].as.bits;
}

static int plan(struct posix_trace_site_np *site,
		const struct posix_trace_argument_np *arguments, size_t size)
{
	const size_t len = strnlen(site->description, PXT_DESCRIPTION_MAX + 1);
	struct pxt_description description;

	if (pxt_description_check(site->description, len))
		return EINVAL;
	pxt_description_init(&description, site->description, len);
	return arguments ? plan_list(site, &description, arguments) :
			   plan_struct(site, &description, size);
}

/* Events beyond the limit of names have no descriptions, either. */
static int describe(const struct posix_trace_site_np *site, const char *text)
{
	if (site->event_id == POSIX_TRACE_UNNAMED_USEREVENT)
		return 0;
	return pxt_process_describe(pxt_home_process(), site->event_id, text);
}

/* Makes a description that readers refuse and report: the given one, if it is
 * invalid; else with this text behind it. */
static int describe_refused(const struct posix_trace_site_np *site)
{
	static const char remark[] = " /* not what is recorded */";
	const size_t len = strnlen(site->description, PXT_DESCRIPTION_MAX + 1);
	char text[PXT_DESCRIPTION_MAX + 1];

	if (len && pxt_description_check(site->description, len))
		return len > PXT_DESCRIPTION_MAX ?
			       EINVAL :
			       describe(site, site->description);
	if (len + sizeof(remark) > sizeof(text))
		return EINVAL;
	memcpy(text, site->description, len);
	memcpy(text + len, remark, sizeof(remark));
	return describe(site, text);
}

static bool is_refused(trace_event_id_t type)
{
	char text[PXT_DESCRIPTION_MAX + 1];

	return !pxt_process_description(pxt_home_process(), type, text) &&
	       pxt_description_check(text, strlen(text));
}

/* Plans values one behind the other: eight bytes per number, and texts with
 * their nulls; of a struct, its bytes. */
static void plan_bytes(struct posix_trace_site_np *site,
		       const struct posix_trace_argument_np *arguments)
{
	static const unsigned short kinds[] = {
		[POSIX_TRACE_ARGUMENT_SIGNED_NP] = PXT_FIELD_SIGNED,
		[POSIX_TRACE_ARGUMENT_UNSIGNED_NP] = PXT_FIELD_UNSIGNED,
		[POSIX_TRACE_ARGUMENT_FLOAT_NP] = PXT_FIELD_FLOAT,
		[POSIX_TRACE_ARGUMENT_TEXT_NP] = PXT_FIELD_STRING,
	};

	site->fields = arguments ? (unsigned)arguments[0].as.bits : 1;
	for (unsigned i = 0; arguments && i < site->fields; i++) {
		const int kind = arguments[i + 1].kind;

		site->field[i].kind = kinds[kind];
		site->field[i].size =
			kind == POSIX_TRACE_ARGUMENT_TEXT_NP ? 0 : 8;
		site->field[i].count = 1;
		site->field[i].align = 1;
	}
}

/* Unambiguous data is recorded, as plain bytes; other data is left out, and the
 * event has none. */
static void refuse(struct posix_trace_site_np *site,
		   const struct posix_trace_argument_np *arguments)
{
	const int err = describe_refused(site);

	site->fields = 0;
	if (!err || err == ENOMEM ||
	    (err == EEXIST && is_refused(site->event_id)))
		plan_bytes(site, arguments);
}

static void make(struct posix_trace_site_np *site,
		 const struct posix_trace_argument_np *arguments, size_t size)
{
	site->error = pxt_attach_open_name(site->name, &site->event_id);
	/* Promised types cannot be described, and their events are only
	 * counted: the site is not open yet. */
	if (site->error || pxt_promised_types_has(site->event_id))
		return;
	if (!site->description) {
		site->error = EINVAL;
		return;
	}
	if (has_no_data(site, arguments))
		return;
	site->error = plan(site, arguments, size);
	if (site->error) {
		refuse(site, arguments);
		return;
	}
	site->error = describe(site, site->description);
	if (site->error == EINVAL ||
	    (site->error == EEXIST && !is_refused(site->event_id)))
		site->fields = 0;
}

/* A single thread does this, once. */
static void publish(struct posix_trace_site_np *site,
		    const struct posix_trace_site_np *now)
{
	if (__atomic_exchange_n(&site->claimed, 1, __ATOMIC_RELAXED))
		return;
	site->error = now->error;
	site->fields = now->fields;
	memcpy(site->field, now->field, sizeof(site->field));
	__atomic_store_n(&site->event_id, now->event_id, __ATOMIC_RELEASE);
}

const struct posix_trace_site_np *posix_trace_site_open_np(
	struct posix_trace_site_np *site, struct posix_trace_site_np *now,
	const struct posix_trace_argument_np *arguments, size_t size)
{
	const int saved_errno = errno;

	memset(now, 0, sizeof(*now));
	now->name = site->name;
	now->description = site->description;
	make(now, arguments, size);
	if (now->event_id && !pxt_promised_types_has(now->event_id))
		publish(site, now);
	errno = saved_errno;
	return now;
}

/* Packing */

struct pack {
	unsigned char *data;
	size_t len;
	size_t later; /* maximum bytes of all later fields */
};

static void put(struct pack *pack, const void *from, size_t len)
{
	memcpy(pack->data + pack->len, from, len);
	pack->len += len;
}

static void put_zeroes(struct pack *pack, size_t len)
{
	memset(pack->data + pack->len, 0, len);
	pack->len += len;
}

/* The nearest integer; 0 for a NaN. */
static unsigned long long whole_of(double number)
{
	if (number != number)
		return 0;
	if (number >= 9223372036854775808.0)
		return number >= 18446744073709551615.0 ?
			       ~0ULL :
			       (unsigned long long)number;
	if (number < -9223372036854775808.0)
		return 1ULL << 63;
	return (unsigned long long)(long long)number;
}

static unsigned long long
bits_of(const struct posix_trace_argument_np *argument)
{
	return argument->kind == POSIX_TRACE_ARGUMENT_FLOAT_NP ?
		       whole_of(argument->as.number) :
		       argument->as.bits;
}

static double number_of(const struct posix_trace_argument_np *argument)
{
	switch (argument->kind) {
	case POSIX_TRACE_ARGUMENT_FLOAT_NP:
		return argument->as.number;
	case POSIX_TRACE_ARGUMENT_SIGNED_NP:
		return (double)(long long)argument->as.bits;
	default:
		return (double)argument->as.bits;
	}
}

static void put_float(struct pack *pack, unsigned size, double number)
{
	const float narrow = (float)number;

	if (size == sizeof(narrow))
		put(pack, &narrow, sizeof(narrow));
	else
		put(pack, &number, sizeof(number));
}

static void put_integer(struct pack *pack, unsigned size,
			unsigned long long bits)
{
	const uint32_t u32 = (uint32_t)bits;
	const uint16_t u16 = (uint16_t)bits;
	const uint8_t u8 = (uint8_t)bits;

	switch (size) {
	case 1:
		put(pack, &u8, sizeof(u8));
		break;
	case 2:
		put(pack, &u16, sizeof(u16));
		break;
	case 4:
		put(pack, &u32, sizeof(u32));
		break;
	default:
		put(pack, &bits, sizeof(bits));
	}
}

/* Texts of fixed length are padded with zeroes. */
static void put_text(struct pack *pack, unsigned count, bool bounded,
		     const char *text)
{
	const size_t room =
		POSIX_TRACE_RECORD_MAX_NP - pack->later - pack->len - 1;
	const size_t most = bounded ? count : room;
	const size_t len = text ? strnlen(text, most) : 0;

	put(pack, text ? text : "", len);
	put_zeroes(pack, bounded ? count - len : 1);
}

static void put_number(struct pack *pack, unsigned kind, unsigned size,
		       const struct posix_trace_argument_np *argument)
{
	if (kind == PXT_FIELD_FLOAT)
		put_float(pack, size, number_of(argument));
	else if (kind == PXT_FIELD_BOOL)
		put_integer(pack, size, number_of(argument) != 0);
	else
		put_integer(pack, size, bits_of(argument));
}

size_t posix_trace_site_pack_np(const struct posix_trace_site_np *site,
				const struct posix_trace_argument_np *arguments,
				unsigned char *data)
{
	struct pack pack = { .data = data };

	for (unsigned i = 0; i < site->fields; i++)
		pack.later += most_of(site->field[i].size, site->field[i].count,
				      site->field[i].align);
	for (unsigned i = 0; i < site->fields; i++) {
		const unsigned size = site->field[i].size;
		const unsigned count = site->field[i].count;
		const unsigned align = site->field[i].align;

		arguments++;
		pack.later -= most_of(size, count, align);
		put_zeroes(&pack, -pack.len & (align - 1));
		if (arguments->kind == POSIX_TRACE_ARGUMENT_TEXT_NP)
			put_text(&pack, count, size && count,
				 arguments->as.text);
		else
			put_number(&pack, site->field[i].kind, size, arguments);
	}
	return pack.len;
}
