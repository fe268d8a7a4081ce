/*
 * formats.c - all formats of the command, by name
 */
#include "bridge/chrome/chrome.h"
#include "bridge/ctf/ctf.h"
#include "bridge/flame/folded.h"
#include "bridge/flame/speedscope.h"
#include "bridge/otlp/otlp.h"
#include "bridge/perfetto/perfetto.h"
#include "format/liteos/liteos.h"
#include "format/rkh/rkh.h"
#include "format/threadx/threadx.h"
#include "query/sqlite_file.h"
#include "source/catalogue.h"

/* clang-format off */

const struct pxt_format *const catalogue_formats[] = {
	&bridge_chrome,
	&bridge_ctf,
	&bridge_folded,
	&pxt_format_liteos,
	&bridge_otlp,
	&bridge_perfetto,
	&pxt_format_rkh,
	&bridge_speedscope,
	&query_sqlite,
	&pxt_format_threadx,
	NULL,
};
