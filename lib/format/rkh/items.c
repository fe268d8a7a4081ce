/* items.c - items of RKH's user events */
#include "format/rkh/items.h"

#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"

static const char *const item_name[PXT_RKH_ITEM_TYPES] = {
	"i8",  "u8",  "i16", "u16", "i32", "u32",
	"x32", "str", "mem", "obj", "fun", "sig",
};

struct pxt_rkh_form {
	bool is_text; /* all items make one text */
	size_t count; /* number of items */
	uint8_t formats[PXT_RKH_ITEMS_MAX];
	trace_event_id_t type;
};

unsigned pxt_rkh_item_width(unsigned type, const struct pxt_rkh_config *config)
{
	static const uint8_t widths[] = { 1, 1, 2, 2, 4, 4, 4 };

	switch (type) {
	case PXT_RKH_OBJ:
		return config->value[PXT_RKH_PTR];
	case PXT_RKH_FUN_ITEM:
		return pxt_rkh_config_fun(config);
	case PXT_RKH_SIG_ITEM:
		return config->value[PXT_RKH_SIG];
	default:
		return widths[type];
	}
}

static bool skip_item(struct pxt_bytes *in, unsigned type,
		      const struct pxt_rkh_config *config)
{
	if (type == PXT_RKH_STR)
		return pxt_bytes_string(in);
	if (type == PXT_RKH_MEM)
		return pxt_bytes_take(in, pxt_bytes_u8(in)) && !in->short_read;
	pxt_bytes_take(in, pxt_rkh_item_width(type, config));
	return !in->short_read;
}

/* Counts the items by their formats. False: as of take. */
static bool look(struct pxt_rkh_forms *forms, struct pxt_bytes in,
		 const struct pxt_rkh_config *config, size_t *count, int *err)
{
	*count = 0;
	if (pxt_array_reserve(&forms->formats, &forms->formats_room,
			      pxt_bytes_left(&in), 1)) {
		*err = ENOMEM;
		return false;
	}
	while (pxt_bytes_left(&in)) {
		const uint8_t format = pxt_bytes_u8(&in);
		const unsigned type = format & 15;

		if (type >= PXT_RKH_ITEM_TYPES || !skip_item(&in, type, config))
			return false;
		forms->formats[(*count)++] = format;
	}
	return true;
}

/* Types of items */

static void describe_item(struct pxt_rkh_description *description,
			  unsigned type, size_t index,
			  const struct pxt_rkh_config *config)
{
	const char *kind = item_name[type];
	char name[32];

	pxt_text_decimal(pxt_text_copy(pxt_text_copy(name, kind), "_"), index);
	switch (type) {
	case PXT_RKH_STR:
	case PXT_RKH_MEM:
		pxt_rkh_describe(description, "; char *%s", name);
		break;
	case PXT_RKH_OBJ:
	case PXT_RKH_FUN_ITEM:
		pxt_rkh_describe_object(description, name,
					pxt_rkh_item_width(type, config),
					PXT_RKH_ADDRESSES);
		break;
	case PXT_RKH_SIG_ITEM:
		pxt_rkh_describe_object(description, name,
					pxt_rkh_item_width(type, config),
					PXT_RKH_SIGNALS);
		break;
	case PXT_RKH_X32:
		pxt_rkh_describe(description, "; uint32_t %s [[hex]]", name);
		break;
	default:
		pxt_rkh_describe(description, "; %sint%u_t %s",
				 *kind == 'i' ? "" : "u",
				 8 * pxt_rkh_item_width(type, config), name);
	}
}

static void describe_form(struct pxt_rkh_description *description,
			  const struct pxt_rkh_form *form,
			  const struct pxt_rkh_config *config)
{
	if (form->is_text) {
		pxt_rkh_describe(
			description,
			"; char *items; uint8_t raw[] [[detail, hex]]");
		return;
	}
	if (form->count)
		pxt_rkh_describe(description,
				 "; uint8_t formats[%u] [[detail, hex]]",
				 (unsigned)form->count);
	for (size_t i = 0; i < form->count; i++)
		describe_item(description, form->formats[i] & 15, i, config);
}

static trace_event_id_t type_of(const struct pxt_rkh_form *form,
				const struct pxt_rkh_event *event,
				const struct pxt_rkh_config *config,
				struct pxt_trace *trace)
{
	struct pxt_rkh_description description = { .len = 0 };

	pxt_rkh_describe_frame(&description, config, true);
	pxt_rkh_describe_object(&description, "ut", 1, PXT_RKH_USER_EVENTS);
	describe_form(&description, form, config);
	return pxt_trace_type(trace, event->name, description.text);
}

/* The key of a form: an event, and the formats of its items. */
struct form_key {
	uint32_t number;
	uint8_t is_text;
	uint8_t formats[PXT_RKH_ITEMS_MAX];
};

static size_t key_length(size_t count)
{
	return offsetof(struct form_key, formats) + count;
}

static const struct pxt_rkh_form *find_form(const struct pxt_rkh_forms *forms,
					    const struct form_key *key,
					    size_t count)
{
	const size_t found =
		pxt_map_get(&forms->numbers, key, key_length(count));

	return found ? &forms->form[found - 1] : NULL;
}

/* NULL: no memory. */
static const struct pxt_rkh_form *
add_form(struct pxt_rkh_forms *forms, const struct form_key *key, size_t count,
	 const struct pxt_rkh_event *event, const struct pxt_rkh_config *config,
	 struct pxt_trace *trace)
{
	size_t *number = pxt_map_at(&forms->numbers, key, key_length(count));
	struct pxt_rkh_form *form;

	if (!number || pxt_array_reserve(&forms->form, &forms->room,
					 forms->count + 1, sizeof(*form)))
		return NULL;
	form = &forms->form[forms->count++];
	*number = forms->count;
	form->is_text = key->is_text;
	form->count = count;
	memcpy(form->formats, key->formats, sizeof(form->formats));
	form->type = type_of(form, event, config, trace);
	return form;
}

/* Each form becomes a type: beyond a limit events are treated like those with
 * too many items. */
static const struct pxt_rkh_form *form_of(struct pxt_rkh_forms *forms,
					  const struct pxt_rkh_event *event,
					  unsigned number, size_t count,
					  const struct pxt_rkh_config *config,
					  struct pxt_trace *trace)
{
	struct form_key key = { .number = number };
	const struct pxt_rkh_form *form = NULL;

	if (count && count <= PXT_RKH_ITEMS_MAX)
		memcpy(key.formats, forms->formats, count);
	if (count <= PXT_RKH_ITEMS_MAX)
		form = find_form(forms, &key, count);
	if (form)
		return form;
	if (count > PXT_RKH_ITEMS_MAX || forms->count >= PXT_RKH_FORMS_MAX) {
		key = (struct form_key){ .number = number, .is_text = true };
		count = 0;
		form = find_form(forms, &key, count);
	}
	return form ? form : add_form(forms, &key, count, event, config, trace);
}

/* Values of items */

static void put_item(struct pxt_rkh_data *data, struct pxt_bytes *in,
		     const struct pxt_rkh_config *config,
		     struct pxt_rkh_symbols *symbols)
{
	const unsigned type = pxt_bytes_u8(in) & 15;
	uint64_t value;
	const char *text;
	size_t len;

	switch (type) {
	case PXT_RKH_STR:
		text = pxt_bytes_string(in);
		pxt_rkh_data_copy(data, text, strlen(text) + 1);
		return;
	case PXT_RKH_MEM:
		len = pxt_bytes_u8(in);
		pxt_rkh_data_hex(data, pxt_bytes_take(in, len), len);
		return;
	default:
		value = pxt_rkh_take(in, pxt_rkh_item_width(type, config));
	}
	if (type == PXT_RKH_SIG_ITEM)
		pxt_rkh_symbols_meet(symbols, PXT_RKH_SIGNALS, value);
	else if (type >= PXT_RKH_OBJ)
		pxt_rkh_symbols_meet(symbols, PXT_RKH_ADDRESSES, value);
	pxt_rkh_data_put(data, value,
			 pxt_rkh_room(pxt_rkh_item_width(type, config)));
}

/* The event belongs to an active object that is its first item. */
static void find_ao(struct pxt_rkh_record *record,
		    const struct pxt_rkh_form *form,
		    const struct pxt_rkh_config *config,
		    const struct pxt_rkh_symbols *symbols)
{
	struct pxt_bytes in = record->in;
	const struct pxt_rkh_symbol *symbol;

	if (!form->count || (form->formats[0] & 15) != PXT_RKH_OBJ)
		return;
	pxt_bytes_u8(&in);
	record->value[PXT_RKH_IS_AO] =
		pxt_rkh_take(&in, config->value[PXT_RKH_PTR]);
	symbol = pxt_rkh_symbols_find(symbols, PXT_RKH_ADDRESSES,
				      record->value[PXT_RKH_IS_AO]);
	record->has[PXT_RKH_IS_AO] =
		symbol && symbol->name && !strcmp(symbol->kind, "ao");
}

static void put_fields(struct pxt_rkh_data *data, struct pxt_bytes in,
		       const struct pxt_rkh_form *form,
		       const struct pxt_rkh_config *config,
		       struct pxt_rkh_symbols *symbols)
{
	pxt_rkh_data_copy(data, form->formats, form->count);
	for (size_t i = 0; i < form->count; i++)
		put_item(data, &in, config, symbols);
}

/* Items as one text */

static void put_text(struct pxt_rkh_data *data, const char *text)
{
	pxt_rkh_data_copy(data, text, strlen(text));
}

/* JSON strings; the encoding is unknown, so that each byte is a character. */
static void put_quoted(struct pxt_rkh_data *data, const char *text)
{
	char code[8];

	put_text(data, "\"");
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			put_text(data, "\\");
		if ((unsigned char)*text < ' ' || (unsigned char)*text > '~')
			snprintf(code, sizeof(code), "\\u%04x",
				 (unsigned char)*text);
		else
			snprintf(code, sizeof(code), "%c", *text);
		put_text(data, code);
	}
	put_text(data, "\"");
}

static void put_number(struct pxt_rkh_data *data, unsigned type, uint64_t value,
		       unsigned width)
{
	const unsigned unused = 64 - 8 * pxt_rkh_room(width);
	char digits[32];

	if (type >= PXT_RKH_OBJ && type != PXT_RKH_SIG_ITEM)
		snprintf(digits, sizeof(digits), "\"0x%0*" PRIx64 "\"",
			 (int)(2 * width), value);
	else if (*item_name[type] == 'i')
		snprintf(digits, sizeof(digits), "%" PRId64,
			 (int64_t)(value << unused) >> unused);
	else
		snprintf(digits, sizeof(digits), "%" PRIu64, value);
	put_text(data, digits);
}

static void put_value(struct pxt_rkh_data *data, struct pxt_bytes *in,
		      unsigned type, const struct pxt_rkh_config *config)
{
	size_t len;

	switch (type) {
	case PXT_RKH_STR:
		put_quoted(data, pxt_bytes_string(in));
		break;
	case PXT_RKH_MEM:
		put_text(data, "\"");
		len = pxt_bytes_u8(in);
		pxt_rkh_data_hex(data, pxt_bytes_take(in, len), len);
		data->len--;
		put_text(data, "\"");
		break;
	default:
		len = pxt_rkh_item_width(type, config);
		put_number(data, type, pxt_rkh_take(in, (unsigned)len),
			   (unsigned)len);
	}
}

static void put_items(struct pxt_rkh_data *data, struct pxt_bytes in,
		      const struct pxt_rkh_config *config)
{
	const uint8_t *raw = in.at;
	const size_t len = pxt_bytes_left(&in);
	char words[32];

	put_text(data, "[");
	while (pxt_bytes_left(&in)) {
		const uint8_t format = pxt_bytes_u8(&in);

		snprintf(words, sizeof(words), "%s[\"%s\",%u,",
			 in.at == raw + 1 ? "" : ",", item_name[format & 15],
			 format >> 4);
		put_text(data, words);
		put_value(data, &in, format & 15, config);
		put_text(data, "]");
	}
	pxt_rkh_data_copy(data, "]", 2);
	pxt_rkh_data_copy(data, raw, len);
}

bool pxt_rkh_items_take(struct pxt_rkh_forms *forms,
			const struct pxt_rkh_event *event, unsigned number,
			const struct pxt_rkh_config *config,
			struct pxt_rkh_symbols *symbols,
			struct pxt_rkh_record *record,
			struct pxt_rkh_data *data, trace_event_id_t *type,
			int *err)
{
	const struct pxt_rkh_form *form;
	size_t count;

	*err = 0;
	if (!look(forms, record->in, config, &count, err))
		return false;
	form = form_of(forms, event, number, count, config, symbols->trace);
	/* Each item has at least two bytes, and its text at most 24 characters
	 * more than six times its bytes. */
	if (!form ||
	    pxt_rkh_data_reserve(data, 32 + 24 * pxt_bytes_left(&record->in))) {
		*err = ENOMEM;
		return false;
	}
	*type = form->type;
	pxt_rkh_data_put(data, number, 1);
	pxt_rkh_symbols_meet(symbols, PXT_RKH_USER_EVENTS, number);
	find_ao(record, form, config, symbols);
	if (form->is_text)
		put_items(data, record->in, config);
	else
		put_fields(data, record->in, form, config, symbols);
	pxt_bytes_take(&record->in, pxt_bytes_left(&record->in));
	return true;
}

void pxt_rkh_forms_forget(struct pxt_rkh_forms *forms)
{
	pxt_map_clear(&forms->numbers);
	forms->count = 0;
}

void pxt_rkh_forms_fini(struct pxt_rkh_forms *forms)
{
	pxt_map_fini(&forms->numbers);
	free(forms->form);
	free(forms->formats);
}
