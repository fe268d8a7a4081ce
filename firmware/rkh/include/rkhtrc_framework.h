/*
 * rkhtrc_framework.h - records of the framework
 *
 * Arguments are in the order of the stream.
 */
#ifndef RKHTRC_FRAMEWORK_H
#define RKHTRC_FRAMEWORK_H 1

#include "rkhtrc_record.h"

/* clang-format off */
/* A record is there if all groups are, or its group and itself. */

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_MP_EN)
#define RKH_TRC_MP_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_MP_(...) ((void)0)
#endif
#define RKH_TR_MP_INIT(mp, nblk, bsize) \
	RKH_TRC_MP_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_MP_INIT) \
		RKH_PACK_SYM(mp); RKH_PACK_NBLK(nblk); RKH_PACK_BSIZE(bsize); \
		RKH_PACK_END())
#define RKH_TR_MP_GET(mp, nfree, nmin) \
	RKH_TRC_MP_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_MP_GET) \
		RKH_PACK_SYM(mp); RKH_PACK_NBLK(nfree); RKH_PACK_MP_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_MP_PUT(mp, nfree) \
	RKH_TRC_MP_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_MP_PUT) \
		RKH_PACK_SYM(mp); RKH_PACK_NBLK(nfree); \
		RKH_PACK_END())

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_QUE_EN)
#define RKH_TRC_QUE_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_QUE_(...) ((void)0)
#endif
#define RKH_TR_QUE_INIT(q, ao, nelem) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_INIT) \
		RKH_PACK_SYM(q); RKH_PACK_SYM(ao); RKH_PACK_NE(nelem); \
		RKH_PACK_END())
#define RKH_TR_QUE_GET(q, nelem) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_GET) \
		RKH_PACK_SYM(q); RKH_PACK_NE(nelem); \
		RKH_PACK_END())
#define RKH_TR_QUE_FIFO(q, nelem, nmin) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_FIFO) \
		RKH_PACK_SYM(q); RKH_PACK_NE(nelem); RKH_PACK_QUE_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_QUE_LIFO(q, nelem, nmin) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_LIFO) \
		RKH_PACK_SYM(q); RKH_PACK_NE(nelem); RKH_PACK_QUE_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_QUE_FULL(q) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_FULL) \
		RKH_PACK_SYM(q); \
		RKH_PACK_END())
#define RKH_TR_QUE_DPT(q) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_DPT) \
		RKH_PACK_SYM(q); \
		RKH_PACK_END())
#define RKH_TR_QUE_GET_LAST(q) \
	RKH_TRC_QUE_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_QUE_GET_LAST) \
		RKH_PACK_SYM(q); \
		RKH_PACK_END())

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SMA_EN)
#define RKH_TRC_SMA_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SMA_(...) ((void)0)
#endif
#define RKH_TR_SMA_ACT(ao, prio, qsize) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SMA_ACT, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(prio); RKH_PACK_UI8(qsize); \
		RKH_PACK_END())
#define RKH_TR_SMA_TERM(ao, prio) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SMA_TERM, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(prio); \
		RKH_PACK_END())
#define RKH_TR_SMA_GET(ao, evt, pid, refs, nelem, nmin) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN(RKH_TE_SMA_GET, RKH_TRC_PRIO_(ao), \
			(evt)->e) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); RKH_PACK_UI8(pid); \
		RKH_PACK_UI8(refs); RKH_PACK_NE(nelem); \
		RKH_PACK_QUE_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_SMA_FIFO(ao, evt, snr, pid, refs, nelem, nmin) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN(RKH_TE_SMA_FIFO, RKH_TRC_PRIO_(ao), \
			(evt)->e) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); RKH_PACK_SNDR(snr); \
		RKH_PACK_UI8(pid); RKH_PACK_UI8(refs); RKH_PACK_NE(nelem); \
		RKH_PACK_QUE_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_SMA_LIFO(ao, evt, snr, pid, refs, nelem, nmin) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN(RKH_TE_SMA_LIFO, RKH_TRC_PRIO_(ao), \
			(evt)->e) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); RKH_PACK_SNDR(snr); \
		RKH_PACK_UI8(pid); RKH_PACK_UI8(refs); RKH_PACK_NE(nelem); \
		RKH_PACK_QUE_NMIN(nmin); \
		RKH_PACK_END())
#define RKH_TR_SMA_REG(ao, prio) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SMA_REG, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(prio); \
		RKH_PACK_END())
#define RKH_TR_SMA_UNREG(ao, prio) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SMA_UNREG, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(prio); \
		RKH_PACK_END())
#define RKH_TR_SMA_DEFER(q, evt) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_SMA_DEFER) \
		RKH_PACK_SYM(q); RKH_PACK_SIG((evt)->e); \
		RKH_PACK_END())
#define RKH_TR_SMA_RCALL(ao, evt) \
	RKH_TRC_SMA_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_SMA_RCALL) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); \
		RKH_PACK_END())

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN)
#define RKH_TRC_SM_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_(...) ((void)0)
#endif
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_INIT_EN
#define RKH_TRC_SM_INIT_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_INIT_(...) ((void)0)
#endif
#define RKH_TR_SM_INIT(ao, ist) \
	RKH_TRC_SM_INIT_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_INIT, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(ist); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_CLRH_EN
#define RKH_TRC_SM_CLRH_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_CLRH_(...) ((void)0)
#endif
#define RKH_TR_SM_CLRH(ao, h) \
	RKH_TRC_SM_CLRH_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_CLRH, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(h); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_TRN_EN
#define RKH_TRC_SM_TRN_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_TRN_(...) ((void)0)
#endif
#define RKH_TR_SM_TRN(ao, sst, tst) \
	RKH_TRC_SM_TRN_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_TRN, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(sst); RKH_PACK_SYM(tst); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_STATE_EN
#define RKH_TRC_SM_STATE_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_STATE_(...) ((void)0)
#endif
#define RKH_TR_SM_STATE(ao, st) \
	RKH_TRC_SM_STATE_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_STATE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(st); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_ENSTATE_EN
#define RKH_TRC_SM_ENSTATE_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_ENSTATE_(...) ((void)0)
#endif
#define RKH_TR_SM_ENSTATE(ao, st) \
	RKH_TRC_SM_ENSTATE_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_ENSTATE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(st); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_EXSTATE_EN
#define RKH_TRC_SM_EXSTATE_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_EXSTATE_(...) ((void)0)
#endif
#define RKH_TR_SM_EXSTATE(ao, st) \
	RKH_TRC_SM_EXSTATE_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_EXSTATE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(st); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_NENEX_EN
#define RKH_TRC_SM_NENEX_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_NENEX_(...) ((void)0)
#endif
#define RKH_TR_SM_NENEX(ao, nen, nex) \
	RKH_TRC_SM_NENEX_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_NENEX, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(nen); RKH_PACK_UI8(nex); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_NTRNACT_EN
#define RKH_TRC_SM_NTRNACT_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_NTRNACT_(...) ((void)0)
#endif
#define RKH_TR_SM_NTRNACT(ao, nta, nts) \
	RKH_TRC_SM_NTRNACT_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_NTRNACT, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_UI8(nta); RKH_PACK_UI8(nts); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_TS_STATE_EN
#define RKH_TRC_SM_TS_STATE_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_TS_STATE_(...) ((void)0)
#endif
#define RKH_TR_SM_TS_STATE(ao, st) \
	RKH_TRC_SM_TS_STATE_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_TS_STATE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); RKH_PACK_SYM(st); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_PROCESS_EN
#define RKH_TRC_SM_PROCESS_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_PROCESS_(...) ((void)0)
#endif
#define RKH_TR_SM_EVT_PROC(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_EVT_PROC, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_SM_EVT_NFOUND(ao, evt) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN(RKH_TE_SM_EVT_NFOUND, RKH_TRC_PRIO_(ao), \
			(evt)->e) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); \
		RKH_PACK_END())
#define RKH_TR_SM_GRD_FALSE(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_GRD_FALSE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_SM_CND_NFOUND(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_CND_NFOUND, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_SM_UNKN_STATE(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_UNKN_STATE, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_SM_EX_HLEVEL(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_EX_HLEVEL, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_SM_EX_TSEG(ao) \
	RKH_TRC_SM_PROCESS_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_EX_TSEG, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_EXE_ACT_EN
#define RKH_TRC_SM_EXE_ACT_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_EXE_ACT_(...) ((void)0)
#endif
#define RKH_TR_SM_EXE_ACT(kind, ao, st, act) \
	RKH_TRC_SM_EXE_ACT_( \
		RKH_PACK_BEGIN_WOSIG(RKH_TE_SM_EXE_ACT, RKH_TRC_PRIO_(ao)) \
		RKH_PACK_UI8(kind); RKH_PACK_SYM(ao); RKH_PACK_SYM(st); \
		RKH_PACK_FUN(act); \
		RKH_PACK_END())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_SM_EN) && \
	RKH_CFG_TRC_SM_DCH_EN
#define RKH_TRC_SM_DCH_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_SM_DCH_(...) ((void)0)
#endif
#define RKH_TR_SM_DCH(ao, evt, st) \
	RKH_TRC_SM_DCH_( \
		RKH_PACK_BEGIN(RKH_TE_SM_DCH, RKH_TRC_PRIO_(ao), \
			(evt)->e) \
		RKH_PACK_SYM(ao); RKH_PACK_SIG((evt)->e); RKH_PACK_SYM(st); \
		RKH_PACK_END())

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_TMR_EN)
#define RKH_TRC_TMR_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_TMR_(...) ((void)0)
#endif
#define RKH_TR_TMR_INIT(t, sig) \
	RKH_TRC_TMR_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_TMR_INIT) \
		RKH_PACK_SYM(t); RKH_PACK_SIG(sig); \
		RKH_PACK_END())
#define RKH_TR_TMR_START(t, ao, ntick, per) \
	RKH_TRC_TMR_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_TMR_START) \
		RKH_PACK_SYM(t); RKH_PACK_SYM(ao); RKH_PACK_NTICK(ntick); \
		RKH_PACK_NTICK(per); \
		RKH_PACK_END())
#define RKH_TR_TMR_STOP(t, ntick, per) \
	RKH_TRC_TMR_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_TMR_STOP) \
		RKH_PACK_SYM(t); RKH_PACK_NTICK(ntick); RKH_PACK_NTICK(per); \
		RKH_PACK_END())
#define RKH_TR_TMR_TOUT(t, sig, ao) \
	RKH_TRC_TMR_( \
		RKH_PACK_BEGIN(RKH_TE_TMR_TOUT, RKH_TRC_PRIO_(ao), sig) \
		RKH_PACK_SYM(t); RKH_PACK_SIG(sig); RKH_PACK_SYM(ao); \
		RKH_PACK_END())
#define RKH_TR_TMR_REM(t) \
	RKH_TRC_TMR_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_TMR_REM) \
		RKH_PACK_SYM(t); \
		RKH_PACK_END())

#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_FWK_EN)
#define RKH_TRC_FWK_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_FWK_(...) ((void)0)
#endif
#define RKH_TR_FWK_EN() \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_EN) \
		RKH_PACK_END())
#define RKH_TR_FWK_EX() \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_EX) \
		RKH_PACK_END())
#define RKH_TR_FWK_EPREG(ep, ssize, esize, nblk) \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_EPREG) \
		RKH_PACK_UI8(ep); RKH_PACK_UI32(ssize); RKH_PACK_ES(esize); \
		RKH_PACK_NBLK(nblk); \
		RKH_PACK_END())
#define RKH_TR_FWK_AE(esize, evt, nused, nmin, snr) \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_AE) \
		RKH_PACK_ES(esize); RKH_PACK_SIG((evt)->e); \
		RKH_PACK_UI8((evt)->pool - 1); RKH_PACK_UI8((evt)->nref); \
		RKH_PACK_NBLK(nused); \
		RKH_PACK_MP_NMIN(nmin); RKH_PACK_SYM(snr); \
		RKH_PACK_END())
#define RKH_TR_FWK_GC(evt, pid, refs) \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_GC) \
		RKH_PACK_SIG((evt)->e); RKH_PACK_UI8(pid); RKH_PACK_UI8(refs); \
		RKH_PACK_END())
#define RKH_TR_FWK_GCR(evt, nused, nmin, snr) \
	RKH_TRC_FWK_( \
		RKH_PACK_BEGIN_WOAOSIG(RKH_TE_FWK_GCR) \
		RKH_PACK_SIG((evt)->e); RKH_PACK_UI8((evt)->pool - 1); \
		RKH_PACK_UI8((evt)->nref); \
		RKH_PACK_NBLK(nused); RKH_PACK_MP_NMIN(nmin); \
		RKH_PACK_SYM(snr); \
		RKH_PACK_END())
#define RKH_TR_FWK_EXE_FUN(fn) \
	RKH_TRC_FWK_( \
		RKH_TRC_BEGIN_WOFIL(RKH_TE_FWK_EXE_FUN) \
		RKH_TRC_FUN(fn); \
		RKH_TRC_END_WOFIL())
#define RKH_TR_FWK_SYNC_EVT(fn, snr, rcr) \
	RKH_TRC_FWK_( \
		RKH_TRC_BEGIN_WOFIL(RKH_TE_FWK_SYNC_EVT) \
		RKH_TRC_FUN(fn); RKH_TRC_SNDR(snr); RKH_TRC_SNDR(rcr); \
		RKH_TRC_END_WOFIL())
#if RKH_CFG_TRC_EN && (RKH_CFG_TRC_ALL_EN || RKH_CFG_TRC_FWK_EN) && \
	RKH_CFG_TRC_ASSERT_EN
#define RKH_TRC_FWK_ASSERT_(...) { __VA_ARGS__ }
#else
#define RKH_TRC_FWK_ASSERT_(...) ((void)0)
#endif
#define RKH_TR_FWK_ASSERT(mod, line) \
	RKH_TRC_FWK_ASSERT_( \
		RKH_TRC_BEGIN_WOAOSIG(RKH_TE_FWK_ASSERT) \
		RKH_TRC_STR(mod); RKH_TRC_UI16(line); \
		RKH_TRC_END())
/* clang-format on */

#endif
