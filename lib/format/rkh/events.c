/* events.c - events of RKH, by release */
#include "format/rkh/events.h"

#include <string.h>
#include <strings.h>

/* clang-format off */
#define EVENT(name, arguments, filtered, meaning) \
	{ (name), (arguments), (filtered), (meaning) }
#define PLAIN(name, arguments, filtered) \
	EVENT(name, arguments, filtered, PXT_RKH_MEANS_NOTHING)
#define SYMBOL(name, arguments, meaning) \
	EVENT(name, arguments, PXT_RKH_UNFILTERED, meaning)

enum { E = PXT_RKH_BY_EVENT, A = PXT_RKH_BY_AO, S = PXT_RKH_BY_SIGNAL,
       NONE = PXT_RKH_UNFILTERED };

/* A row of a table, and its length. */
struct row {
	const struct pxt_rkh_event *event;
	unsigned count;
};

#define ROW(table) { (table), sizeof(table) / sizeof((table)[0]) }

/* Releases 3.x */

static const struct pxt_rkh_event mp_30[] = {
	PLAIN("MP_INIT", "mp:P nblock:B bsize:Z", E),
	PLAIN("MP_GET", "mp:P nfree:B nmin:M", E),
	PLAIN("MP_PUT", "mp:P nfree:B", E),
};

static const struct pxt_rkh_event que_30[] = {
	PLAIN("QUE_INIT", "q:P ao:P nelem:N", E),
	PLAIN("QUE_GET", "q:P nelem:N", E),
	PLAIN("QUE_FIFO", "q:P nelem:N nmin:L", E),
	PLAIN("QUE_LIFO", "q:P nelem:N nmin:L", E),
	PLAIN("QUE_FULL", "q:P", E),
	PLAIN("QUE_DPT", "q:P", E),
	PLAIN("QUE_GET_LAST", "q:P", E),
};

static const struct pxt_rkh_event sma_30[] = {
	PLAIN("SMA_ACT", "ao:P prio:1 qsize:1", A),
	PLAIN("SMA_TERM", "ao:P prio:1", A),
	EVENT("SMA_GET", "ao:P sig:S pid:p rc:1 nelem:N nmin:L", S,
	      PXT_RKH_GET),
	EVENT("SMA_FIFO", "ao:P sig:S snr:D pid:p rc:1 nelem:N nmin:L", S,
	      PXT_RKH_POST_FIFO),
	EVENT("SMA_LIFO", "ao:P sig:S snr:D pid:p rc:1 nelem:N nmin:L", S,
	      PXT_RKH_POST_LIFO),
	PLAIN("SMA_REG", "ao:P prio:1", A),
	PLAIN("SMA_UNREG", "ao:P prio:1", A),
	PLAIN("SMA_DEFER", "q:P sig:S", E),
	PLAIN("SMA_RCALL", "ao:P sig:S", E),
};

#define SM_INIT PLAIN("SM_INIT", "ao:P ist:P", A)
#define SM_CLRH PLAIN("SM_CLRH", "ao:P h:P", A)
#define SM_TRN PLAIN("SM_TRN", "ao:P sst:P tst:G", A)
/* STATE to NTRNACT, and EVT_PROC to EX_TSEG. */
#define SM_STATES                                       \
	PLAIN("SM_STATE", "ao:P st:P", A),              \
	PLAIN("SM_ENSTATE", "ao:P st:P", A),            \
	PLAIN("SM_EXSTATE", "ao:P st:P", A),            \
	PLAIN("SM_NENEX", "ao:P nen:1 nex:1", A),       \
	PLAIN("SM_NTRNACT", "ao:P nta:1 nts:1", A)
#define SM_ENDS                                                    \
	EVENT("SM_EVT_PROC", "ao:P", A, PXT_RKH_ENDS),             \
	PLAIN("SM_EVT_NFOUND", "ao:P sig:S", S),                   \
	PLAIN("SM_GRD_FALSE", "ao:P", A),                          \
	PLAIN("SM_CND_NFOUND", "ao:P", A),                         \
	PLAIN("SM_UNKN_STATE", "ao:P", A),                         \
	PLAIN("SM_EX_HLEVEL", "ao:P", A),                          \
	PLAIN("SM_EX_TSEG", "ao:P", A)
#define SM_TS_STATE PLAIN("SM_TS_STATE", "ao:P st:P", A)
#define SM_EXE_ACT PLAIN("SM_EXE_ACT", "type:a ao:P st:P act:F", A)

static const struct pxt_rkh_event sm_30[] = {
	SM_INIT, SM_CLRH, SM_TRN, SM_STATES, SM_TS_STATE, SM_ENDS, SM_EXE_ACT,
	EVENT("SM_DCH", "ao:P sig:S st:P", S, PXT_RKH_BEGINS),
};

static const struct pxt_rkh_event tmr_30[] = {
	PLAIN("TMR_INIT", "t:P sig:S", E),
	PLAIN("TMR_START", "t:P ao:P ntick:T per:T", E),
	PLAIN("TMR_STOP", "t:P ntick:T per:T", E),
	PLAIN("TMR_TOUT", "t:P sig:S ao:P", S),
	PLAIN("TMR_REM", "t:P", E),
};

#define FWK_OBJ SYMBOL("FWK_OBJ", "obj:P nm:C", PXT_RKH_NAMES_OBJECT)
#define FWK_SIG SYMBOL("FWK_SIG", "sig:S nm:C", PXT_RKH_NAMES_SIGNAL)
#define FWK_FUN SYMBOL("FWK_FUN", "fn:P nm:C", PXT_RKH_NAMES_FUNCTION)
#define FWK_EXE_FUN PLAIN("FWK_EXE_FUN", "fn:F", NONE)
#define FWK_SYNC_EVT PLAIN("FWK_SYNC_EVT", "fn:F snr:D rcr:D", NONE)
#define FWK_TUSR SYMBOL("FWK_TUSR", "ut:U nm:C", PXT_RKH_NAMES_USER)
#define FWK_TCFG SYMBOL("FWK_TCFG", "", PXT_RKH_CONFIGURES)
#define FWK_ASSERT PLAIN("FWK_ASSERT", "mod:C line:2", E)
#define FWK_AO SYMBOL("FWK_AO", "obj:P nm:C", PXT_RKH_NAMES_AO)
#define FWK_STATE SYMBOL("FWK_STATE", "ao:P obj:P nm:C", PXT_RKH_NAMES_STATE)
#define FWK_PSTATE \
	SYMBOL("FWK_PSTATE", "ao:P obj:P nm:C", PXT_RKH_NAMES_PSEUDOSTATE)
#define FWK_TIMER SYMBOL("FWK_TIMER", "obj:P nm:C", PXT_RKH_NAMES_TIMER)
#define FWK_EPOOL SYMBOL("FWK_EPOOL", "ep:o nm:C", PXT_RKH_NAMES_POOL)
#define FWK_QUEUE SYMBOL("FWK_QUEUE", "obj:P nm:C", PXT_RKH_NAMES_QUEUE)
#define FWK_ACTOR SYMBOL("FWK_ACTOR", "obj:P nm:C", PXT_RKH_NAMES_ACTOR)

static const struct pxt_rkh_event fwk_30[] = {
	PLAIN("FWK_EN", "", E),
	PLAIN("FWK_EX", "", E),
	PLAIN("FWK_EPREG", "ep:p ssize:4 esize:E psize:B", E),
	PLAIN("FWK_AE", "esize:E sig:S pid:o rc:1 nused:B nmin:M snr:P", E),
	PLAIN("FWK_GC", "sig:S pid:p rc:1", E),
	PLAIN("FWK_GCR", "sig:S pid:o rc:1 nused:B nmin:M snr:P", E),
	FWK_OBJ, FWK_SIG, FWK_FUN, FWK_EXE_FUN, FWK_SYNC_EVT, FWK_TUSR,
	FWK_TCFG, FWK_ASSERT, FWK_AO, FWK_STATE, FWK_PSTATE, FWK_TIMER,
	FWK_EPOOL, FWK_QUEUE, FWK_ACTOR,
};

#define USR(n) \
	EVENT("USR_" #n, "ut:U items:i", PXT_RKH_BY_EVENT, PXT_RKH_USER_EVENT)

static const struct pxt_rkh_event usr[] = {
	USR(0),	 USR(1),  USR(2),  USR(3),  USR(4),  USR(5),  USR(6),  USR(7),
	USR(8),	 USR(9),  USR(10), USR(11), USR(12), USR(13), USR(14), USR(15),
	USR(16), USR(17), USR(18), USR(19), USR(20), USR(21), USR(22), USR(23),
	USR(24), USR(25), USR(26), USR(27), USR(28), USR(29), USR(30), USR(31),
};

#define STEP(name, arguments, meaning) \
	EVENT(name, arguments, NONE, PXT_RKH_TEST_##meaning)
static const struct pxt_rkh_event ut[] = {
	STEP("UT_INIT", "line:4", STEP),
	STEP("UT_CLEANUP", "line:4", STEP),
	STEP("UT_VERIFY", "line:4", ENDS),
	STEP("UT_IGNORE_GROUP", "line:4 grp:1", STEP),
	STEP("UT_EXPECT", "line:4 te:1 rest:R", EXPECTS),
	STEP("UT_EXPECT_ANYARGS", "line:4 te:I", EXPECTS),
	STEP("UT_IGNORE", "line:4 te:I", STEP),
	STEP("UT_IGNORE_ARG", "line:4 te:I arg:1", STEP),
	STEP("UT_SUCCESS", "line:4 msg:C", STEP),
	STEP("UT_FAIL", "line:4 msg:C", STEP),
};

/* Releases 2.3 to 2.4.06. Arguments that the reference leaves open are
 * optional. */

#define RQ_ROW(args)                                        \
	PLAIN("RQ_INIT", "q:P ao:P nelem:N", E),            \
	PLAIN("RQ_GET", "q:P nelem:N", E),                  \
	PLAIN("RQ_FIFO", "q:P nelem:N" args, E),            \
	PLAIN("RQ_LIFO", "q:P nelem:N" args, E),            \
	PLAIN("RQ_FULL", "q:P", E), PLAIN("RQ_DPT", "q:P", E), \
	PLAIN("RQ_GET_LAST", "q:P", E)
#define SMA_ROW(get, post)                                            \
	PLAIN("SMA_ACT", "ao:P prio:1", A),                           \
	PLAIN("SMA_TERM", "ao:P prio:1", A),                          \
	EVENT("SMA_GET", "ao:P sig:S" get, S, PXT_RKH_GET),           \
	EVENT("SMA_FIFO", "ao:P sig:S" post, S, PXT_RKH_POST_FIFO),   \
	EVENT("SMA_LIFO", "ao:P sig:S" post, S, PXT_RKH_POST_LIFO),   \
	PLAIN("SMA_REG", "ao:P prio:1", A),                           \
	PLAIN("SMA_UNREG", "ao:P prio:1", A)
#define OLD_DCH(name) EVENT(name, "ao:P sig:S ?st:P", S, PXT_RKH_BEGINS)
#define FWK_ROW(pool0, pool)                                   \
	PLAIN("FWK_EN", "", E), PLAIN("FWK_EX", "", E),        \
	PLAIN("FWK_EPREG", "ep:p ssize:4 esize:E", E),         \
	PLAIN("FWK_AE", "esize:E sig:S" pool0, E),             \
	PLAIN("FWK_GC", "sig:S" pool, E),                      \
	PLAIN("FWK_GCR", "sig:S" pool0, E),                    \
	PLAIN("FWK_DEFER", "q:P sig:S", E),                    \
	PLAIN("FWK_RCALL", "ao:P sig:S", E), FWK_OBJ, FWK_SIG, FWK_FUN, \
	FWK_EXE_FUN

static const struct pxt_rkh_event mp_23[] = {
	PLAIN("MP_INIT", "mp:P nblock:B", E),
	PLAIN("MP_GET", "mp:P nfree:B", E),
	PLAIN("MP_PUT", "mp:P nfree:B", E),
};

static const struct pxt_rkh_event rq_23[] = { RQ_ROW("") };
static const struct pxt_rkh_event rq_2403[] = { RQ_ROW(" nmin:L") };
static const struct pxt_rkh_event sma_23[] = { SMA_ROW("", "") };
static const struct pxt_rkh_event sma_2403[] = {
	SMA_ROW(" pid:p rc:1", " snr:D pid:p rc:1"),
};
static const struct pxt_rkh_event sma_2404[] = {
	SMA_ROW(" pid:p rc:1", " snr:D pid:p rc:1"),
	OLD_DCH("SMA_DCH"),
};
static const struct pxt_rkh_event sm_23[] = {
	SM_INIT, SM_CLRH, OLD_DCH("SM_DCH"), SM_TRN, SM_STATES,
	PLAIN("SM_CSTATE", "ao:P st:P", A), SM_ENDS,
};
static const struct pxt_rkh_event sm_2403[] = {
	SM_INIT, SM_CLRH, OLD_DCH("SM_DCH"), SM_TRN, SM_STATES, SM_TS_STATE,
	SM_ENDS,
};
static const struct pxt_rkh_event sm_2404[] = {
	SM_INIT, SM_CLRH, SM_TRN, SM_STATES, SM_TS_STATE, SM_ENDS,
};
static const struct pxt_rkh_event sm_2405[] = {
	SM_INIT, SM_CLRH, SM_TRN, SM_STATES, SM_TS_STATE, SM_ENDS, SM_EXE_ACT,
};
static const struct pxt_rkh_event fwk_23[] = {
	FWK_ROW("", ""), FWK_TUSR, FWK_TCFG, FWK_ASSERT,
};
static const struct pxt_rkh_event fwk_2403[] = {
	FWK_ROW(" pid:o rc:1", " pid:p rc:1"), FWK_TUSR, FWK_TCFG, FWK_ASSERT,
	FWK_AO, FWK_STATE, FWK_PSTATE, FWK_TIMER,
	PLAIN("FWK_EPOOL", "ep:P nm:C", NONE), FWK_QUEUE,
};
static const struct pxt_rkh_event fwk_2404[] = {
	FWK_ROW(" pid:o rc:1", " pid:p rc:1"), FWK_TUSR, FWK_TCFG, FWK_ASSERT,
	FWK_AO, FWK_STATE, FWK_PSTATE, FWK_TIMER, FWK_EPOOL, FWK_QUEUE,
};
static const struct pxt_rkh_event fwk_2405[] = {
	FWK_ROW(" pid:o rc:1", " pid:p rc:1"), FWK_SYNC_EVT, FWK_TUSR,
	FWK_TCFG, FWK_ASSERT, FWK_AO, FWK_STATE, FWK_PSTATE, FWK_TIMER,
	FWK_EPOOL, FWK_QUEUE, FWK_ACTOR,
};

/* Releases 2.0 to 2.2 have no groups. */

#define FLAT_ROW(actions)                                         \
	PLAIN("MP_INIT", "mp:P nblock:B", E),                     \
	PLAIN("MP_GET", "mp:P nfree:B", E),                       \
	PLAIN("MP_PUT", "mp:P nfree:B", E),                       \
	PLAIN("RQ_INIT", "q:P ao:P nelem:N", E),                  \
	PLAIN("RQ_GET", "q:P nelem:N", E),                        \
	PLAIN("RQ_FIFO", "q:P nelem:N", E),                       \
	PLAIN("RQ_LIFO", "q:P nelem:N", E),                       \
	PLAIN("RQ_FULL", "q:P", E), PLAIN("RQ_DPT", "q:P", E),    \
	PLAIN("RQ_GET_LAST", "q:P", E),                           \
	PLAIN("SMA_ACT", "ao:P", A), PLAIN("SMA_TERM", "ao:P", A), \
	EVENT("SMA_GET", "ao:P sig:S", S, PXT_RKH_GET),           \
	EVENT("SMA_FIFO", "ao:P sig:S", S, PXT_RKH_POST_FIFO),    \
	EVENT("SMA_LIFO", "ao:P sig:S", S, PXT_RKH_POST_LIFO),    \
	PLAIN("SMA_REG", "ao:P prio:1", A),                       \
	PLAIN("SMA_UNREG", "ao:P prio:1", A), SM_INIT, SM_CLRH,   \
	EVENT("SM_DCH", "ao:P sig:S", S, PXT_RKH_BEGINS), SM_TRN, \
	PLAIN("SM_STATE", "ao:P st:P", A),                        \
	PLAIN("SM_ENSTATE", "ao:P st:P", A),                      \
	PLAIN("SM_EXSTATE", "ao:P st:P", A),                      \
	PLAIN("SM_NENEX", "ao:P nen:1 nex:1", A),                 \
	PLAIN("SM_NTRNACT", "ao:P nta:1" actions, A),             \
	PLAIN("SM_CSTATE", "ao:P st:P", A),                       \
	EVENT("SM_DCH_RC", "ao:P rc:1", A, PXT_RKH_ENDS),         \
	PLAIN("TIM_INIT", "t:P sig:S", E),                        \
	PLAIN("TIM_START", "t:P ao:P ntick:T", E),                \
	PLAIN("TIM_RESTART", "t:P ntick:T", E),                   \
	PLAIN("TIM_STOP", "t:P", E), PLAIN("TIM_TOUT", "t:P", E), \
	PLAIN("TIM_REM", "t:P", E),                               \
	PLAIN("TIM_ATTEMPT_STOP", "t:P", E),                      \
	PLAIN("RKH_EN", "", E), PLAIN("RKH_EX", "", E),           \
	PLAIN("RKH_EPREG", "ep:p ssize:4 esize:E", E),            \
	PLAIN("RKH_AE", "esize:E sig:S", E),                      \
	PLAIN("RKH_GC", "sig:S", E), PLAIN("RKH_GCR", "sig:S", E), \
	PLAIN("RKH_DEFER", "q:P sig:S", E),                       \
	PLAIN("RKH_RCALL", "ao:P sig:S", E),                      \
	SYMBOL("OBJ", "obj:P nm:C", PXT_RKH_NAMES_OBJECT),        \
	SYMBOL("SIG", "sig:S nm:C", PXT_RKH_NAMES_SIGNAL)
#define FLAT_USER EVENT("USER", "items:i", E, PXT_RKH_USER_EVENT)

static const struct pxt_rkh_event flat_20a[] = { FLAT_ROW(""), FLAT_USER };
static const struct pxt_rkh_event flat_20[] = {
	FLAT_ROW(" ?nts:1"), FLAT_USER,
};
static const struct pxt_rkh_event flat_22[] = {
	FLAT_ROW(" ?nts:1"),
	SYMBOL("FUN", "fn:P nm:C", PXT_RKH_NAMES_FUNCTION),
	PLAIN("EXE_FUN", "fn:F", NONE), FLAT_USER,
};
/* clang-format on */

/* Dialects without groups have one row. */
static const struct {
	const char *name;
	struct row row[PXT_RKH_GROUPS];
} dialects[PXT_RKH_DIALECTS] = {
	[PXT_RKH_V20A] = { "v20a", { ROW(flat_20a) } },
	[PXT_RKH_V20] = { "v20", { ROW(flat_20) } },
	[PXT_RKH_V22] = { "v22", { ROW(flat_22) } },
	[PXT_RKH_V23] = { "v23",
			  { ROW(mp_23), ROW(rq_23), ROW(sma_23), ROW(sm_23),
			    ROW(tmr_30), ROW(fwk_23), ROW(usr) } },
	[PXT_RKH_V2403] = { "v2403",
			    { ROW(mp_30), ROW(rq_2403), ROW(sma_2403),
			      ROW(sm_2403), ROW(tmr_30), ROW(fwk_2403),
			      ROW(usr) } },
	[PXT_RKH_V2404] = { "v2404",
			    { ROW(mp_30), ROW(rq_2403), ROW(sma_2404),
			      ROW(sm_2404), ROW(tmr_30), ROW(fwk_2404),
			      ROW(usr) } },
	[PXT_RKH_V2405] = { "v2405",
			    { ROW(mp_30), ROW(rq_2403), ROW(sma_2404),
			      ROW(sm_2405), ROW(tmr_30), ROW(fwk_2405),
			      ROW(usr), ROW(ut) } },
	[PXT_RKH_V30] = { "v30",
			  { ROW(mp_30), ROW(que_30), ROW(sma_30), ROW(sm_30),
			    ROW(tmr_30), ROW(fwk_30), ROW(usr), ROW(ut) } },
};

static const struct {
	const char *release;
	enum pxt_rkh_dialect dialect;
} releases[] = {
	{ "20a", PXT_RKH_V20A },   { "20", PXT_RKH_V20 },
	{ "21", PXT_RKH_V20 },	   { "22", PXT_RKH_V22 },
	{ "23", PXT_RKH_V23 },	   { "24", PXT_RKH_V2405 },
	{ "240", PXT_RKH_V23 },	   { "2400", PXT_RKH_V23 },
	{ "2403", PXT_RKH_V2403 }, { "2404", PXT_RKH_V2404 },
	{ "2405", PXT_RKH_V2405 }, { "2406", PXT_RKH_V2405 },
	{ "3", PXT_RKH_V30 },	   { "3x", PXT_RKH_V30 },
};

enum pxt_rkh_dialect pxt_rkh_dialect_find(const char *name)
{
	char plain[8];
	size_t len = 0;

	if (*name == 'v' || *name == 'V')
		name++;
	for (; *name && len < sizeof(plain) - 1; name++)
		if (*name != '.')
			plain[len++] = *name;
	plain[len] = '\0';
	for (size_t i = 0; i < sizeof(releases) / sizeof(releases[0]); i++)
		if (!*name && !strcasecmp(plain, releases[i].release))
			return releases[i].dialect;
	/* Releases 3.0 to 3.4.00 are one dialect. */
	if (!*name && *plain == '3' && strspn(plain, "0123456789") == len)
		return PXT_RKH_V30;
	return PXT_RKH_DIALECTS;
}

const char *pxt_rkh_dialect_name(enum pxt_rkh_dialect dialect)
{
	return dialects[dialect].name;
}

bool pxt_rkh_dialect_has_groups(enum pxt_rkh_dialect dialect)
{
	return dialect >= PXT_RKH_V23;
}

const struct pxt_rkh_event *pxt_rkh_event_of(enum pxt_rkh_dialect dialect,
					     unsigned number)
{
	const bool has_groups = pxt_rkh_dialect_has_groups(dialect);
	const unsigned group = has_groups ? number / PXT_RKH_GROUP_SIZE : 0;
	const unsigned n = has_groups ? number % PXT_RKH_GROUP_SIZE : number;
	const struct row *row = &dialects[dialect].row[group];

	return n < row->count ? &row->event[n] : NULL;
}

unsigned pxt_rkh_group_find(const char *name, size_t len)
{
	static const struct {
		const char *name;
		unsigned group;
	} groups[] = {
		{ "MP", 0 },  { "QUE", 1 }, { "RQ", 1 },  { "SMA", 2 },
		{ "SM", 3 },  { "TMR", 4 }, { "TIM", 4 }, { "FWK", 5 },
		{ "USR", 6 }, { "UT", 7 },
	};

	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (!strncasecmp(groups[i].name, name, len) &&
		    !groups[i].name[len])
			return groups[i].group;
	return PXT_RKH_GROUPS;
}

static unsigned shift_of(unsigned width)
{
	return width == 1 ? 5 : width == 2 ? 8 : 24;
}

unsigned pxt_rkh_id_number(uint32_t id, unsigned width)
{
	const uint32_t group = id >> shift_of(width);
	const uint32_t n = id & ((1U << shift_of(width)) - 1);

	return group < PXT_RKH_GROUPS && n < PXT_RKH_GROUP_SIZE ?
		       group * PXT_RKH_GROUP_SIZE + n :
		       PXT_RKH_EVENTS;
}

uint32_t pxt_rkh_number_id(unsigned number, unsigned width)
{
	return (number / PXT_RKH_GROUP_SIZE) << shift_of(width) |
	       number % PXT_RKH_GROUP_SIZE;
}
