/*
 * rkhtrc_facility.h - functions of the trace facility, and what they take
 *
 * The order is: ids, the program's options for the library, ring, filters,
 * records.
 */
#ifndef RKHTRC_FACILITY_H
#define RKHTRC_FACILITY_H 1

#include "rkhdef.h"

#if RKH_CFG_TRC_SIZEOF_STREAM < 1 || RKH_CFG_TRC_SIZEOF_STREAM > 2048
#error "RKH_CFG_TRC_SIZEOF_STREAM: 1 to 2048"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Ids: an event's group and its number there. */
enum {
	RKH_TG_MP,
	RKH_TG_QUE,
	RKH_TG_SMA,
	RKH_TG_SM,
	RKH_TG_TMR,
	RKH_TG_FWK,
	RKH_TG_USR,
	RKH_TG_UT,
	RKH_TG_NGROUP,

	RKH_TE_MP_INIT = RKH_TG_MP << 5,
	RKH_TE_MP_GET,
	RKH_TE_MP_PUT,

	RKH_TE_QUE_INIT = RKH_TG_QUE << 5,
	RKH_TE_QUE_GET,
	RKH_TE_QUE_FIFO,
	RKH_TE_QUE_LIFO,
	RKH_TE_QUE_FULL,
	RKH_TE_QUE_DPT,
	RKH_TE_QUE_GET_LAST,

	RKH_TE_SMA_ACT = RKH_TG_SMA << 5,
	RKH_TE_SMA_TERM,
	RKH_TE_SMA_GET,
	RKH_TE_SMA_FIFO,
	RKH_TE_SMA_LIFO,
	RKH_TE_SMA_REG,
	RKH_TE_SMA_UNREG,
	RKH_TE_SMA_DEFER,
	RKH_TE_SMA_RCALL,

	RKH_TE_SM_INIT = RKH_TG_SM << 5,
	RKH_TE_SM_CLRH,
	RKH_TE_SM_TRN,
	RKH_TE_SM_STATE,
	RKH_TE_SM_ENSTATE,
	RKH_TE_SM_EXSTATE,
	RKH_TE_SM_NENEX,
	RKH_TE_SM_NTRNACT,
	RKH_TE_SM_TS_STATE,
	RKH_TE_SM_EVT_PROC,
	RKH_TE_SM_EVT_NFOUND,
	RKH_TE_SM_GRD_FALSE,
	RKH_TE_SM_CND_NFOUND,
	RKH_TE_SM_UNKN_STATE,
	RKH_TE_SM_EX_HLEVEL,
	RKH_TE_SM_EX_TSEG,
	RKH_TE_SM_EXE_ACT,
	RKH_TE_SM_DCH,

	RKH_TE_TMR_INIT = RKH_TG_TMR << 5,
	RKH_TE_TMR_START,
	RKH_TE_TMR_STOP,
	RKH_TE_TMR_TOUT,
	RKH_TE_TMR_REM,

	RKH_TE_FWK_EN = RKH_TG_FWK << 5,
	RKH_TE_FWK_EX,
	RKH_TE_FWK_EPREG,
	RKH_TE_FWK_AE,
	RKH_TE_FWK_GC,
	RKH_TE_FWK_GCR,
	RKH_TE_FWK_OBJ,
	RKH_TE_FWK_SIG,
	RKH_TE_FWK_FUN,
	RKH_TE_FWK_EXE_FUN,
	RKH_TE_FWK_SYNC_EVT,
	RKH_TE_FWK_TUSR,
	RKH_TE_FWK_TCFG,
	RKH_TE_FWK_ASSERT,
	RKH_TE_FWK_AO,
	RKH_TE_FWK_STATE,
	RKH_TE_FWK_PSTATE,
	RKH_TE_FWK_TIMER,
	RKH_TE_FWK_EPOOL,
	RKH_TE_FWK_QUEUE,
	RKH_TE_FWK_ACTOR,

	RKH_TE_USER = RKH_TG_USR << 5,

	RKH_TE_UT_INIT = RKH_TG_UT << 5,
	RKH_TE_UT_CLEANUP,
	RKH_TE_UT_VERIFY,
	RKH_TE_UT_IGNORE_GROUP,
	RKH_TE_UT_EXPECT,
	RKH_TE_UT_EXPECT_ANYARGS,
	RKH_TE_UT_IGNORE,
	RKH_TE_UT_IGNORE_ARG,
	RKH_TE_UT_SUCCESS,
	RKH_TE_UT_FAIL,

	RKH_TRC_ALL_EVENTS = RKH_TE_UT_SUCCESS,
	RKH_TRC_ALL_GROUPS = 0xff
};

/* Filters */
#define FILTER_ON 0
#define FILTER_OFF 1
#define RKH_FILTER_WHOLE_ 2 /* or: all slots; the events of a group, too */

typedef enum { RKHFilterTrcEvt, RKHFilterSignal, RKHFilterSma } RKHFilter;

/* Tables of bits, which are set in what passes. */
typedef struct RKH_FilterTbl {
	const rui8_t *group;
	const rui8_t *event; /* rows of 1, 1, 2, 3, 1, 3, 4 and 2 bytes */
	const rui8_t *signal;
	const rui8_t *ao;
} RKH_FilterTbl;

void rkh_trc_filter_group_(rui8_t ctrl, RKH_TG_T grp, rui8_t mode);
void rkh_trc_filter_event_(rui8_t ctrl, RKH_TE_ID_T evt);
rbool_t rkh_trc_isoff_(RKH_TE_ID_T e);
void rkh_trc_symFil(RKHFilter fd, RKH_TRC_FSLOT slot, rui8_t mode);
rbool_t rkh_trc_symFil_isoff(RKHFilter fd, RKH_TRC_FSLOT slot);
void rkh_trc_filter_get(RKH_FilterTbl *out);

/* The ring */
void rkh_trc_init(void);
void rkh_trc_put(rui8_t b);
void __wrap_rkh_trc_put(rui8_t b); /* the framework's, see -Wl,--wrap */
rui8_t *rkh_trc_get(void);
rui8_t *rkh_trc_get_block_np(rui16_t *n);
rui16_t rkh_trc_get_whole_np(rui8_t *dst, rui16_t n);

/* Records */
void rkh_trc_begin(RKH_TE_ID_T id);
void rkh_trc_begin_np(RKH_TE_ID_T id, rui8_t is_held);
void rkh_trc_end(void);
void rkh_trc_clear_chk(void);
void rkh_trc_u8(rui8_t d);
void rkh_trc_u16(rui16_t d);
void rkh_trc_u32(rui32_t d);
void rkh_trc_str(const char *s);
void rkh_trc_fmt_u8(rui8_t fmt, rui8_t d);
void rkh_trc_fmt_u16(rui8_t fmt, rui16_t d);
void rkh_trc_fmt_u32(rui8_t fmt, rui32_t d);
void rkh_trc_fmt_str(const char *s);
void rkh_trc_fmt_mem(const rui8_t *p, rui8_t n);
void rkh_trc_obj(RKH_TE_ID_T id, const void *p, const char *name);
void rkh_trc_sig(RKH_SIG_T s, const char *name);
void rkh_trc_symbol_np(RKH_TE_ID_T id, rui32_t ao, rui32_t number,
		       const char *name);
void rkh_trc_tcfg_np(rui32_t hz);

/* A record whose arguments have no variable widths, in one call. Its arguments
 * are packed as in the stream, the first byte in the lowest bits; other bits
 * are 0. */
__extension__ typedef unsigned long long rkh_trc_word_np;
struct rkh_trc_packed_np {
	rkh_trc_word_np word[3];
	rui8_t len; /* in bytes */
	RKH_TE_ID_T id;
	rui8_t is_held; /* is not for the ring */
};
void rkh_trc_record_np(rui32_t id_held_len, rkh_trc_word_np first,
		       rkh_trc_word_np second, rkh_trc_word_np third);

/* True if a stream wants what the filters keep back. */
rbool_t rkh_trc_always_np(void);

/* Enters the critical section and begins a record; ends it and leaves. False:
 * the record is held and no stream wants it, and nothing has begun. */
rbool_t rkh_trc_enter_np(RKH_TE_ID_T id, rui8_t is_held);
void rkh_trc_exit_np(void);

/* Functions that the program has. */
void rkh_trc_open(void);
void rkh_trc_close(void);
void rkh_trc_flush(void);
RKH_TS_T rkh_trc_getts(void);
void rkh_hook_putTrcEvt(void);

/* A recursive lock, which a signal handler of its thread may enter, too. */
void rkhport_enter_critical(void);
void rkhport_exit_critical(void);

/* Options of a unit of the program, which has its own constructor, and a
 * destructor as it may be unloaded; the first one linked counts. */
struct rkh_trc_unit_np {
	rui16_t stream;		  /* bytes of the ring */
	rui16_t smas, signals;	  /* slots of filters */
	rui32_t options;	  /* bits of FWK_TCFG */
	rui8_t sig, ts, ptr, fun; /* widths in bits */
	rui8_t ntick, nblock, nelem, esize, bsize;
	rui8_t pools;
	rui8_t has_hook;
	rui32_t (*stamp)(void); /* NULL: none */
	void (*hook)(void);
};
void rkh_trc_unit_np(const struct rkh_trc_unit_np *unit);
void rkh_trc_unit_end_np(const struct rkh_trc_unit_np *unit);

/* Packs an argument. Widths are constants: what is left of this is the word. */
static __inline__ __attribute__((__always_inline__, __unused__)) void
rkh_trc_pack_np(struct rkh_trc_packed_np *packed, rui32_t number, unsigned size)
{
	const unsigned at = packed->len / 8, bits = packed->len % 8 * 8;

	packed->word[at] |= (rkh_trc_word_np)number << bits;
	if (bits + 8 * size > 64)
		packed->word[at + 1] |= (rkh_trc_word_np)number >> (64 - bits);
	packed->len = (rui8_t)(packed->len + size);
}

static __inline__ __attribute__((__always_inline__, __unused__)) void
rkh_trc_put_np(const struct rkh_trc_packed_np *packed)
{
	rkh_trc_record_np(packed->id | (rui32_t)packed->is_held << 8 |
				  (rui32_t)packed->len << 16,
			  packed->word[0], packed->word[1], packed->word[2]);
}

/* Counts of bytes are as wide as the ring needs. */
static __inline__ __attribute__((__unused__)) rui8_t *
rkh_trc_get_block(TRCQTY_T *n)
{
	rui16_t most = *n;
	rui8_t *at = rkh_trc_get_block_np(&most);

	*n = (TRCQTY_T)most;
	return at;
}

static __inline__ __attribute__((__unused__)) TRCQTY_T
rkh_trc_getWholeBlock(rui8_t *dst, TRCQTY_T n)
{
	return (TRCQTY_T)rkh_trc_get_whole_np(dst, n);
}

#if RKH_CFG_TRC_EN && !defined(RKH_TRC_LIBRARY_)
#if RKH_CFG_TRC_TSTAMP_EN
static rui32_t rkh_trc_stamp_(void)
{
	return rkh_trc_getts();
}
#endif

#define RKH_TRC_BIT_(option, bit) ((rui32_t)((option) != 0) << (bit))

static const struct rkh_trc_unit_np rkh_trc_unit_ = {
	RKH_CFG_TRC_SIZEOF_STREAM,
	RKH_CFG_FWK_MAX_SMA,
	RKH_CFG_FWK_MAX_SIGNALS,
	RKH_TRC_BIT_(RKH_CFG_SMA_TRC_SNDR_EN, 0) |
		RKH_TRC_BIT_(RKH_CFG_TRC_RTFIL_EN, 1) |
		RKH_TRC_BIT_(RKH_CFG_TRC_USER_TRACE_EN, 2) |
		RKH_TRC_BIT_(RKH_CFG_TRC_ALL_EN, 3) |
		RKH_TRC_BIT_(RKH_CFG_TRC_MP_EN, 4) |
		RKH_TRC_BIT_(RKH_CFG_TRC_QUE_EN, 5) |
		RKH_TRC_BIT_(RKH_CFG_TRC_SMA_EN, 6) |
		RKH_TRC_BIT_(RKH_CFG_TRC_TMR_EN, 7) |
		RKH_TRC_BIT_(RKH_CFG_TRC_SM_EN, 8) |
		RKH_TRC_BIT_(RKH_CFG_TRC_FWK_EN, 9) |
		RKH_TRC_BIT_(RKH_CFG_TRC_ASSERT_EN, 10) |
		RKH_TRC_BIT_(RKH_CFG_QUE_GET_LWMARK_EN, 11) |
		RKH_TRC_BIT_(RKH_CFG_MP_GET_LWM_EN, 12) |
		RKH_TRC_BIT_(RKH_CFG_TRC_RTFIL_SMA_EN, 13) |
		RKH_TRC_BIT_(RKH_CFG_TRC_RTFIL_SIGNAL_EN, 14) |
		RKH_TRC_BIT_(RKH_CFG_TRC_NSEQ_EN, 15) |
		RKH_TRC_BIT_(RKH_CFG_TRC_TSTAMP_EN, 16) |
		RKH_TRC_BIT_(RKH_CFG_TRC_CHK_EN, 17),
	RKH_CFG_FWK_SIZEOF_EVT,
	RKH_CFGPORT_TRC_SIZEOF_TSTAMP,
	RKH_CFGPORT_TRC_SIZEOF_PTR,
	RKH_CFGPORT_TRC_SIZEOF_FUN_PTR,
	RKH_CFG_TMR_SIZEOF_NTIMER,
	RKH_CFG_MP_SIZEOF_NBLOCK,
	RKH_CFG_QUE_SIZEOF_NELEM,
	RKH_CFG_FWK_SIZEOF_EVT_SIZE,
	RKH_CFG_MP_SIZEOF_BSIZE,
	RKH_CFG_FWK_MAX_EVT_POOL,
	RKH_CFG_HOOK_PUT_TRCEVT_EN != 0,
#if RKH_CFG_TRC_TSTAMP_EN
	rkh_trc_stamp_,
#else
	NULL,
#endif
#if RKH_CFG_HOOK_PUT_TRCEVT_EN
	rkh_hook_putTrcEvt,
#else
	NULL,
#endif
};

static __attribute__((__constructor__(102))) void rkh_trc_tell_unit_(void)
{
	rkh_trc_unit_np(&rkh_trc_unit_);
}

static __attribute__((__destructor__(102))) void rkh_trc_end_unit_(void)
{
	rkh_trc_unit_end_np(&rkh_trc_unit_);
}
#endif

#ifdef __cplusplus
}
#endif

#endif
