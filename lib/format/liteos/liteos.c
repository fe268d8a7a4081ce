/* liteos.c - the format of Huawei LiteOS, and of OpenHarmony's kernels */
#include "format/liteos/liteos.h"

#include "format/liteos/kind.h"

static unsigned probe(const struct pxt_probe *probe)
{
	const enum pxt_liteos_what what = pxt_liteos_kind(
		probe->start, probe->len, true, probe->len == probe->size);

	switch (what) {
	case PXT_LITEOS_OFFLINE:
	case PXT_LITEOS_TEXT:
		return PXT_PROBE_SURE;
	case PXT_LITEOS_TLV:
		return PXT_PROBE_SURE;
	case PXT_LITEOS_COMMANDS:
		return PXT_PROBE_MAYBE;
	default:
		return PXT_PROBE_NO;
	}
}

static const struct pxt_format_option import_options[] = {
	{ "kind", PXT_LITEOS_KIND_WORDS, "what it is" },
	{ "layout", "LAYOUT", "of a buffer's frames: a32,core,count,p6" },
	{ "events", "FILE", "names of events of users and vendors" },
	{ "mask", "MODULE,...",
	  "read only events that pass this mask: TASK,HWI" },
	{ "hz", "N", "frequency of the clock" },
	{ "old_timer", "0|1", "SWTMR_START as before OpenHarmony 3.1" },
	{ "dialect", "new|old", "old: numbers of events before LiteOS 5" },
	{ NULL, NULL, NULL },
};

static const struct pxt_format_option export_options[] = {
	{ "kind", "tlv|offline", "a stream of messages, or a buffer" },
	{ "layout", "LAYOUT", "of frames: a32,core,count,p6" },
	{ "size", "BYTES", "of a buffer, up to 65535" },
	{ "hz", "N", "frequency of the clock" },
	{ "endian", "little|big", "order of bytes" },
	{ NULL, NULL, NULL },
};

const struct pxt_format pxt_format_liteos = {
	.name = "liteos",
	.summary = "LiteOS: buffers, streams of messages, dumps as text",
	.patterns = "*.raw *.tlv *.lot",
	.import_options = import_options,
	.export_options = export_options,
	.probe = probe,
	.import = &pxt_liteos_importer,
	.export = &pxt_liteos_exporter,
};
