/* rkh_tcfg.c - the record of the configuration as an event */
#include "format/rkh_tcfg.h"

#include <stdio.h>
#include <string.h>

/* What a reader of texts may want to know. */
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

/* It has no header, whatever others have. */
static void describe(struct pxt_rkh_description *description,
		     const struct pxt_rkh_config *config)
{
	pxt_rkh_describe_frame(description, config, false);
	pxt_rkh_describe(description,
			 "; char *version; uint16_t hz; uint8_t te_id");
	for (enum pxt_rkh_key key = 0; key <= PXT_RKH_MAXPOOL; key++)
		pxt_rkh_describe(description, "; uint8_t %s%s",
				 pxt_rkh_key_name(key),
				 is_detail(key) ? " [[detail]]" : "");
}

static void make_type(struct pxt_rkh_tcfg *tcfg,
		      const struct pxt_rkh_config *config,
		      struct pxt_trace *trace)
{
	const unsigned room = pxt_rkh_room(config->value[PXT_RKH_TE_ID]);
	struct pxt_rkh_description description = { .len = 0 };

	if (tcfg->id_room == room)
		return;
	describe(&description, config);
	tcfg->type = pxt_trace_type(trace, "FWK_TCFG", description.text);
	tcfg->id_room = room;
}

int pxt_rkh_tcfg_put(struct pxt_rkh_tcfg *tcfg,
		     const struct pxt_rkh_config *config,
		     const struct pxt_rkh_record *record,
		     struct pxt_trace *trace, struct pxt_rkh_data *data)
{
	char version[16];
	int err;

	err = pxt_rkh_data_reserve(data, 128);
	if (err)
		return err;
	make_type(tcfg, config, trace);
	pxt_rkh_data_frame(data, config, record, false);
	snprintf(version, sizeof(version), "%x.%x.%02x", config->release >> 12,
		 config->release >> 8 & 15, config->release & 255);
	pxt_rkh_data_copy(data, version, strlen(version) + 1);
	pxt_rkh_data_put(data, config->hz, 2);
	pxt_rkh_data_put(data, config->value[PXT_RKH_TE_ID], 1);
	pxt_rkh_data_copy(data, config->value, PXT_RKH_MAXPOOL + 1);
	return 0;
}
