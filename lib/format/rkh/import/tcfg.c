/* tcfg.c - the configuration record as an event */
#include "format/rkh/import/tcfg.h"

#include <stdio.h>
#include <string.h>

/* Details for readers of text. */
static bool is_detail(enum pxt_rkh_key key)
{
	switch (key) {
	case PXT_RKH_SENDER:
	case PXT_RKH_QUE_LWMARK:
	case PXT_RKH_MP_LWM:
	case PXT_RKH_NSEQ:
	case PXT_RKH_TSTAMP:
	case PXT_RKH_CHK:
		return false;
	default:
		return key < PXT_RKH_BITS || key == PXT_RKH_MAXPOOL;
	}
}

/* `ts` here is the width of a stamp. */
static void describe(struct pxt_rkh_description *description,
		     const struct pxt_rkh_config *config, bool has_header)
{
	pxt_rkh_describe_frame(description, config, false);
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_describe(description, "; uint8_t seq [[detail]]");
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_describe(description, "; uint%u_t stamp [[detail]]",
				 8 * pxt_rkh_room(config->value[PXT_RKH_TS]));
	pxt_rkh_describe(description,
			 "; char *version; uint16_t hz; uint8_t te_id");
	for (enum pxt_rkh_key key = 0; key <= PXT_RKH_MAXPOOL; key++)
		pxt_rkh_describe(description, "; uint8_t %s%s",
				 pxt_rkh_key_name(key),
				 is_detail(key) ? " [[detail]]" : "");
}

/* Key of the description. */
static unsigned shape_of(const struct pxt_rkh_config *config, bool has_header)
{
	const uint8_t *value = config->value;
	unsigned shape = pxt_rkh_room(value[PXT_RKH_TE_ID]);

	if (has_header && value[PXT_RKH_NSEQ])
		shape |= 1U << 8;
	if (has_header && value[PXT_RKH_TSTAMP])
		shape |= pxt_rkh_room(value[PXT_RKH_TS]) << 16;
	return shape;
}

static void make_type(struct pxt_rkh_tcfg *tcfg,
		      const struct pxt_rkh_config *config, bool has_header,
		      struct pxt_trace *trace)
{
	const unsigned shape = shape_of(config, has_header);
	struct pxt_rkh_description description = { .len = 0 };

	if (tcfg->shape == shape)
		return;
	describe(&description, config, has_header);
	tcfg->type = pxt_trace_type(trace, "FWK_TCFG", description.text);
	tcfg->shape = shape;
}

int pxt_rkh_tcfg_put(struct pxt_rkh_tcfg *tcfg,
		     const struct pxt_rkh_config *config,
		     const struct pxt_rkh_record *record, bool has_header,
		     struct pxt_trace *trace, struct pxt_rkh_data *data)
{
	char version[16];
	int err;

	err = pxt_rkh_data_reserve(data, 128);
	if (err)
		return err;
	make_type(tcfg, config, has_header, trace);
	pxt_rkh_data_frame(data, config, record, false);
	if (has_header && config->value[PXT_RKH_NSEQ])
		pxt_rkh_data_put(data, record->seq, 1);
	if (has_header && config->value[PXT_RKH_TSTAMP])
		pxt_rkh_data_put(data, record->ts,
				 pxt_rkh_room(config->value[PXT_RKH_TS]));
	snprintf(version, sizeof(version), "%x.%x.%02x", config->release >> 12,
		 config->release >> 8 & 15, config->release & 255);
	pxt_rkh_data_copy(data, version, strlen(version) + 1);
	pxt_rkh_data_put(data, config->hz, 2);
	pxt_rkh_data_put(data, config->value[PXT_RKH_TE_ID], 1);
	pxt_rkh_data_copy(data, config->value, PXT_RKH_MAXPOOL + 1);
	return 0;
}
