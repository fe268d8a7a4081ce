/*
 * rkhtrc_record.h - records: beginnings and ends, arguments, items of user
 * events, symbols
 *
 * Without the facility, and where a group or a record is left out, arguments
 * are not evaluated.
 */
#ifndef RKHTRC_RECORD_H
#define RKHTRC_RECORD_H 1

#include "rkhtrc_filter.h"

/* clang-format off */
#ifndef RKH_SR_ALLOC
#if defined(RKH_CFGPORT_REENTRANT_EN) && RKH_CFGPORT_REENTRANT_EN && \
	defined(RKH_CFGPORT_SR_T)
#define RKH_SR_ALLOC() RKH_CFGPORT_SR_T sr
#else
#define RKH_SR_ALLOC() ((void)0)
#endif
#endif
#ifndef RKH_ENTER_CRITICAL
#define RKH_ENTER_CRITICAL(x) rkhport_enter_critical()
#define RKH_EXIT_CRITICAL(x) rkhport_exit_critical()
#define RKH_TRC_PORT_LOCK_ 1
#endif

#if RKH_CFG_TRC_EN
#define RKH_TRC_OPEN() rkh_trc_open()
#define RKH_TRC_CLOSE() rkh_trc_close()
#define RKH_TRC_FLUSH() rkh_trc_flush()
#define RKH_TRC_LOCK_ RKH_ENTER_CRITICAL(sr);
#define RKH_TRC_UNLOCK_ RKH_EXIT_CRITICAL(sr);

#if RKH_CFG_TRC_RTFIL_EN
#define RKH_TRC_PASSES_(id) rkh_trc_isoff_((RKH_TE_ID_T)(id))
#else
#define RKH_TRC_PASSES_(id) 1
#endif

/* A record that the filters keep back may still be wanted by a stream. */
#define RKH_TRC_BEGIN_HELD_(test, id, lock) \
	{ \
		const rui8_t rkh_trc_held_ = !(test); \
		if (!rkh_trc_held_ || rkh_trc_always_np()) { \
			lock rkh_trc_begin_np((RKH_TE_ID_T)(id), \
					      rkh_trc_held_);
#define RKH_TRC_END_(unlock) \
			rkh_trc_end(); \
			unlock \
		} \
	}
#define RKH_TRC_BEGIN_NOCRIT_(test, id) RKH_TRC_BEGIN_HELD_(test, id, )
#ifdef RKH_TRC_PORT_LOCK_
#define RKH_TRC_BEGIN_(test, id) \
	{ \
		if (rkh_trc_enter_np((RKH_TE_ID_T)(id), !(test))) {
#define RKH_TRC_END() \
			rkh_trc_exit_np(); \
		} \
	}
#else
#define RKH_TRC_BEGIN_(test, id) RKH_TRC_BEGIN_HELD_(test, id, RKH_TRC_LOCK_)
#define RKH_TRC_END() RKH_TRC_END_(RKH_TRC_UNLOCK_)
#endif
#define RKH_TRC_END_NOCRIT() RKH_TRC_END_()

#define RKH_TRC_BEGIN(id, prio, sig) \
	RKH_TRC_BEGIN_(RKH_TRC_PASSES_(id) && RKH_TRC_SMA_PASSES_(prio) && \
		       RKH_TRC_SIGNAL_PASSES_(sig), id)
#define RKH_TRC_BEGIN_NOCRIT(id, prio, sig) \
	RKH_TRC_BEGIN_NOCRIT_(RKH_TRC_PASSES_(id) && \
			      RKH_TRC_SMA_PASSES_(prio) && \
			      RKH_TRC_SIGNAL_PASSES_(sig), id)
#define RKH_TRC_BEGIN_WOAO(id, sig) \
	RKH_TRC_BEGIN_(RKH_TRC_PASSES_(id) && RKH_TRC_SIGNAL_PASSES_(sig), id)
#define RKH_TRC_BEGIN_WOAO_NOCRIT(id, sig) \
	RKH_TRC_BEGIN_NOCRIT_(RKH_TRC_PASSES_(id) && \
			      RKH_TRC_SIGNAL_PASSES_(sig), id)
#define RKH_TRC_BEGIN_WOSIG(id, prio) \
	RKH_TRC_BEGIN_(RKH_TRC_PASSES_(id) && RKH_TRC_SMA_PASSES_(prio), id)
#define RKH_TRC_BEGIN_WOSIG_NOCRIT(id, prio) \
	RKH_TRC_BEGIN_NOCRIT_(RKH_TRC_PASSES_(id) && \
			      RKH_TRC_SMA_PASSES_(prio), id)
#define RKH_TRC_BEGIN_WOAOSIG(id) RKH_TRC_BEGIN_(RKH_TRC_PASSES_(id), id)
#define RKH_TRC_BEGIN_WOAOSIG_NOCRIT(id) \
	RKH_TRC_BEGIN_NOCRIT_(RKH_TRC_PASSES_(id), id)

#define RKH_TRC_BEGIN_WOFIL(id) \
	{ \
		RKH_SR_ALLOC(); \
		RKH_TRC_LOCK_ \
		rkh_trc_begin((RKH_TE_ID_T)(id));
#define RKH_TRC_BEGIN_WOFIL_NOCRIT(id) \
	{ \
		rkh_trc_begin((RKH_TE_ID_T)(id));
#define RKH_TRC_BEGIN_DFT(id) \
	{ \
		RKH_SR_ALLOC(); \
		RKH_TRC_LOCK_ \
		rkh_trc_clear_chk(); \
		RKH_TRC_TE_ID(id);
#define RKH_TRC_END_WOFIL() \
		rkh_trc_end(); \
		RKH_TRC_UNLOCK_ \
	}
#define RKH_TRC_END_WOFIL_NOCRIT() \
		rkh_trc_end(); \
	}
#define RKH_TRC_END_DFT() RKH_TRC_END_WOFIL()

/* Arguments. Pointers are cut to the configured width. */
#define RKH_TRC_UI8(d) rkh_trc_u8((rui8_t)(d))
#define RKH_TRC_UI16(d) rkh_trc_u16((rui16_t)(d))
#define RKH_TRC_UI32(d) rkh_trc_u32((rui32_t)(d))
#define RKH_TRC_UI_(bits, d) RKH_CAT_(RKH_TRC_UI, RKH_BITS_(bits))(d)
#define RKH_TRC_U8_RAW(b) rkh_trc_put((rui8_t)(b))
#define RKH_TRC_STR(s) rkh_trc_str((const char *)(s))
#define RKH_TRC_SYM(p) RKH_TRC_UI_(RKH_CFGPORT_TRC_SIZEOF_PTR, (size_t)(p))
#define RKH_TRC_FUN(f) \
	RKH_TRC_UI_(RKH_CFGPORT_TRC_SIZEOF_FUN_PTR, (size_t)(f))
#if RKH_CFG_SMA_TRC_SNDR_EN
#define RKH_TRC_SNDR(p) RKH_TRC_SYM(p)
#else
#define RKH_TRC_SNDR(p) ((void)0)
#endif
#define RKH_TRC_SIG(s) RKH_TRC_UI_(RKH_CFG_FWK_SIZEOF_EVT, s)
#define RKH_TRC_NBLK(n) RKH_TRC_UI_(RKH_CFG_MP_SIZEOF_NBLOCK, n)
#if RKH_CFG_MP_GET_LWM_EN
#define RKH_TRC_MP_NMIN(n) RKH_TRC_NBLK(n)
#else
#define RKH_TRC_MP_NMIN(n) ((void)0)
#endif
#define RKH_TRC_BSIZE(n) RKH_TRC_UI_(RKH_CFG_MP_SIZEOF_BSIZE, n)
#define RKH_TRC_NE(n) RKH_TRC_UI_(RKH_CFG_QUE_SIZEOF_NELEM, n)
#if RKH_CFG_QUE_GET_LWMARK_EN
#define RKH_TRC_QUE_NMIN(n) RKH_TRC_NE(n)
#else
#define RKH_TRC_QUE_NMIN(n) ((void)0)
#endif
#define RKH_TRC_NTICK(n) RKH_TRC_UI_(RKH_CFG_TMR_SIZEOF_NTIMER, n)
#define RKH_TRC_ES(n) RKH_TRC_UI_(RKH_CFG_FWK_SIZEOF_EVT_SIZE, n)
#define RKH_TRC_TE_ID(n) RKH_TRC_UI8(n)

/* The same for records of which all widths are constants: arguments are packed,
 * and one call puts the record. */
#define RKH_PACK_BEGIN_(test, record) \
	{ \
		struct rkh_trc_packed_np rkh_trc_packed_ = { \
			{ 0, 0, 0 }, 0, (RKH_TE_ID_T)(record), !(test) \
		}; \
		if (!rkh_trc_packed_.is_held || rkh_trc_always_np()) { \
			RKH_TRC_LOCK_
#define RKH_PACK_BEGIN(id, prio, sig) \
	RKH_PACK_BEGIN_(RKH_TRC_PASSES_(id) && RKH_TRC_SMA_PASSES_(prio) && \
			RKH_TRC_SIGNAL_PASSES_(sig), id)
#define RKH_PACK_BEGIN_WOSIG(id, prio) \
	RKH_PACK_BEGIN_(RKH_TRC_PASSES_(id) && RKH_TRC_SMA_PASSES_(prio), id)
#define RKH_PACK_BEGIN_WOAOSIG(id) \
	RKH_PACK_BEGIN_(RKH_TRC_PASSES_(id), id)
#define RKH_PACK_END() \
			rkh_trc_put_np(&rkh_trc_packed_); \
			RKH_TRC_UNLOCK_ \
		} \
	}
#define RKH_PACK_(bits, d) \
	rkh_trc_pack_np(&rkh_trc_packed_, (RKH_UINT_(bits))(d), \
			RKH_BITS_(bits) / 8)
#define RKH_PACK_UI8(d) RKH_PACK_(8, d)
#define RKH_PACK_UI32(d) RKH_PACK_(32, d)
#define RKH_PACK_SYM(p) RKH_PACK_(RKH_CFGPORT_TRC_SIZEOF_PTR, (size_t)(p))
#define RKH_PACK_FUN(f) RKH_PACK_(RKH_CFGPORT_TRC_SIZEOF_FUN_PTR, (size_t)(f))
#if RKH_CFG_SMA_TRC_SNDR_EN
#define RKH_PACK_SNDR(p) RKH_PACK_SYM(p)
#else
#define RKH_PACK_SNDR(p) ((void)0)
#endif
#define RKH_PACK_SIG(s) RKH_PACK_(RKH_CFG_FWK_SIZEOF_EVT, s)
#define RKH_PACK_NBLK(n) RKH_PACK_(RKH_CFG_MP_SIZEOF_NBLOCK, n)
#if RKH_CFG_MP_GET_LWM_EN
#define RKH_PACK_MP_NMIN(n) RKH_PACK_NBLK(n)
#else
#define RKH_PACK_MP_NMIN(n) ((void)0)
#endif
#define RKH_PACK_BSIZE(n) RKH_PACK_(RKH_CFG_MP_SIZEOF_BSIZE, n)
#define RKH_PACK_NE(n) RKH_PACK_(RKH_CFG_QUE_SIZEOF_NELEM, n)
#if RKH_CFG_QUE_GET_LWMARK_EN
#define RKH_PACK_QUE_NMIN(n) RKH_PACK_NE(n)
#else
#define RKH_PACK_QUE_NMIN(n) ((void)0)
#endif
#define RKH_PACK_NTICK(n) RKH_PACK_(RKH_CFG_TMR_SIZEOF_NTIMER, n)
#define RKH_PACK_ES(n) RKH_PACK_(RKH_CFG_FWK_SIZEOF_EVT_SIZE, n)

#else
#define RKH_TRC_OPEN() ((void)0)
#define RKH_TRC_CLOSE() ((void)0)
#define RKH_TRC_FLUSH() ((void)0)
#define RKH_TRC_BEGIN(id, prio, sig) {
#define RKH_TRC_BEGIN_NOCRIT(id, prio, sig) {
#define RKH_TRC_BEGIN_WOAO(id, sig) {
#define RKH_TRC_BEGIN_WOAO_NOCRIT(id, sig) {
#define RKH_TRC_BEGIN_WOSIG(id, prio) {
#define RKH_TRC_BEGIN_WOSIG_NOCRIT(id, prio) {
#define RKH_TRC_BEGIN_WOAOSIG(id) {
#define RKH_TRC_BEGIN_WOAOSIG_NOCRIT(id) {
#define RKH_TRC_BEGIN_WOFIL(id) {
#define RKH_TRC_BEGIN_WOFIL_NOCRIT(id) {
#define RKH_TRC_BEGIN_DFT(id) {
#define RKH_TRC_END() }
#define RKH_TRC_END_NOCRIT() }
#define RKH_TRC_END_WOFIL() }
#define RKH_TRC_END_WOFIL_NOCRIT() }
#define RKH_TRC_END_DFT() }
#define RKH_TRC_UI8(d) ((void)0)
#define RKH_TRC_UI16(d) ((void)0)
#define RKH_TRC_UI32(d) ((void)0)
#define RKH_TRC_U8_RAW(d) ((void)0)
#define RKH_TRC_STR(d) ((void)0)
#define RKH_TRC_SYM(d) ((void)0)
#define RKH_TRC_FUN(d) ((void)0)
#define RKH_TRC_SNDR(d) ((void)0)
#define RKH_TRC_SIG(d) ((void)0)
#define RKH_TRC_NBLK(d) ((void)0)
#define RKH_TRC_MP_NMIN(d) ((void)0)
#define RKH_TRC_BSIZE(d) ((void)0)
#define RKH_TRC_NE(d) ((void)0)
#define RKH_TRC_QUE_NMIN(d) ((void)0)
#define RKH_TRC_NTICK(d) ((void)0)
#define RKH_TRC_ES(d) ((void)0)
#define RKH_TRC_TE_ID(d) ((void)0)
#endif

/* User events, and their items. w: least number of digits. */
#if RKH_CFG_TRC_EN && RKH_CFG_TRC_USER_TRACE_EN
#define RKH_TRC_USR_BEGIN(id) \
	{ \
		RKH_SR_ALLOC(); \
		RKH_TRC_BEGIN_WOAOSIG(id)
#define RKH_TRC_USR_END() \
		RKH_TRC_END() \
	}
#define RKH_TRC_USR_BEGIN_NOCRIT(id) \
	{ \
		RKH_TRC_BEGIN_WOAOSIG_NOCRIT(id)
#define RKH_TRC_USR_END_NOCRIT() \
		RKH_TRC_END_NOCRIT() \
	}
#define RKH_TUSR_FORMAT_(type, w) ((rui8_t)((w) << 4 | (type)))
#define RKH_TUSR_I8(w, d) \
	rkh_trc_fmt_u8(RKH_TUSR_FORMAT_(0, w), (rui8_t)(d))
#define RKH_TUSR_UI8(w, d) \
	rkh_trc_fmt_u8(RKH_TUSR_FORMAT_(1, w), (rui8_t)(d))
#define RKH_TUSR_I16(w, d) \
	rkh_trc_fmt_u16(RKH_TUSR_FORMAT_(2, w), (rui16_t)(d))
#define RKH_TUSR_UI16(w, d) \
	rkh_trc_fmt_u16(RKH_TUSR_FORMAT_(3, w), (rui16_t)(d))
#define RKH_TUSR_I32(w, d) \
	rkh_trc_fmt_u32(RKH_TUSR_FORMAT_(4, w), (rui32_t)(d))
#define RKH_TUSR_UI32(w, d) \
	rkh_trc_fmt_u32(RKH_TUSR_FORMAT_(5, w), (rui32_t)(d))
#define RKH_TUSR_X32(w, d) \
	rkh_trc_fmt_u32(RKH_TUSR_FORMAT_(6, w), (rui32_t)(d))
#define RKH_TUSR_STR(s) rkh_trc_fmt_str((const char *)(s))
#define RKH_TUSR_MEM(p, n) rkh_trc_fmt_mem((const rui8_t *)(p), (rui8_t)(n))
#define RKH_TUSR_OBJ(p) (RKH_TRC_UI8(9), RKH_TRC_SYM(p))
#define RKH_TUSR_FUN(f) (RKH_TRC_UI8(10), RKH_TRC_FUN(f))
#define RKH_TUSR_SIG(s) (RKH_TRC_UI8(11), RKH_TRC_SIG(s))
#else
#define RKH_TRC_USR_BEGIN(id) {
#define RKH_TRC_USR_END() }
#define RKH_TRC_USR_BEGIN_NOCRIT(id) {
#define RKH_TRC_USR_END_NOCRIT() }
#define RKH_TUSR_I8(w, d) ((void)0)
#define RKH_TUSR_UI8(w, d) ((void)0)
#define RKH_TUSR_I16(w, d) ((void)0)
#define RKH_TUSR_UI16(w, d) ((void)0)
#define RKH_TUSR_I32(w, d) ((void)0)
#define RKH_TUSR_UI32(w, d) ((void)0)
#define RKH_TUSR_X32(w, d) ((void)0)
#define RKH_TUSR_STR(s) ((void)0)
#define RKH_TUSR_MEM(p, n) ((void)0)
#define RKH_TUSR_OBJ(p) ((void)0)
#define RKH_TUSR_FUN(f) ((void)0)
#define RKH_TUSR_SIG(s) ((void)0)
#endif

/* Symbols, which no filter keeps back */
#if RKH_CFG_TRC_EN
#define RKH_TRC_SEND_CFG(hz) RKH_TR_FWK_TCFG(hz)
#define RKH_TRC_FLUSHED_(call) \
	{ \
		RKH_SR_ALLOC(); \
		RKH_TRC_LOCK_ \
		call; \
		RKH_TRC_UNLOCK_ \
		RKH_TRC_FLUSH(); \
	}
#define RKH_TRC_OBJECT_(id, p, name) \
	RKH_TRC_FLUSHED_( \
		rkh_trc_obj(id, (const void *)(size_t)(p), (const char *)(name)))
#define RKH_TRC_NUMBER_(id, ao, number, name) \
	RKH_TRC_FLUSHED_(rkh_trc_symbol_np(id, (rui32_t)(size_t)(ao), \
					   (rui32_t)(size_t)(number), name))
#define RKH_TR_FWK_TCFG(hz) RKH_TRC_FLUSHED_(rkh_trc_tcfg_np((rui32_t)(hz)))
#define RKH_TR_FWK_OBJ(o) RKH_TRC_OBJECT_(RKH_TE_FWK_OBJ, o, #o)
#define RKH_TR_FWK_OBJ_NAME(o, text) RKH_TRC_OBJECT_(RKH_TE_FWK_OBJ, o, text)
#define RKH_TR_FWK_FUN(f) RKH_TRC_OBJECT_(RKH_TE_FWK_FUN, f, #f)
#define RKH_TR_FWK_TIMER(t) RKH_TRC_OBJECT_(RKH_TE_FWK_TIMER, t, #t)
#define RKH_TR_FWK_QUEUE(q) RKH_TRC_OBJECT_(RKH_TE_FWK_QUEUE, q, #q)
#define RKH_TR_FWK_ACTOR(o, text) RKH_TRC_OBJECT_(RKH_TE_FWK_ACTOR, o, text)
#ifdef RKH_SMA_ACCESS_CONST
#define RKH_TR_FWK_AO(ao) \
	RKH_TRC_OBJECT_(RKH_TE_FWK_AO, ao, RKH_SMA_ACCESS_CONST(ao, name))
#else
#define RKH_TR_FWK_AO(ao) RKH_TRC_OBJECT_(RKH_TE_FWK_AO, ao, #ao)
#endif
#define RKH_TR_FWK_STATE(ao, s) RKH_TRC_NUMBER_(RKH_TE_FWK_STATE, ao, s, #s)
#define RKH_TR_FWK_PSTATE(ao, s) RKH_TRC_NUMBER_(RKH_TE_FWK_PSTATE, ao, s, #s)
#define RKH_TR_FWK_EPOOL(index, text) \
	RKH_TRC_NUMBER_(RKH_TE_FWK_EPOOL, 0, index, text)
#define RKH_TR_FWK_TUSR(e) \
	RKH_TRC_NUMBER_(RKH_TE_FWK_TUSR, 0, (e) - RKH_TE_USER, #e)
#define RKH_TR_FWK_SIG(s) RKH_TRC_FLUSHED_(rkh_trc_sig((RKH_SIG_T)(s), #s))
#else
#define RKH_TRC_SEND_CFG(hz) ((void)0)
#define RKH_TR_FWK_TCFG(hz) ((void)0)
#define RKH_TR_FWK_OBJ(o) ((void)0)
#define RKH_TR_FWK_OBJ_NAME(o, text) ((void)0)
#define RKH_TR_FWK_FUN(f) ((void)0)
#define RKH_TR_FWK_TIMER(t) ((void)0)
#define RKH_TR_FWK_QUEUE(q) ((void)0)
#define RKH_TR_FWK_ACTOR(o, text) ((void)0)
#define RKH_TR_FWK_AO(ao) ((void)0)
#define RKH_TR_FWK_STATE(ao, s) ((void)0)
#define RKH_TR_FWK_PSTATE(ao, s) ((void)0)
#define RKH_TR_FWK_EPOOL(index, text) ((void)0)
#define RKH_TR_FWK_TUSR(e) ((void)0)
#define RKH_TR_FWK_SIG(s) ((void)0)
#endif
/* clang-format on */

#endif
