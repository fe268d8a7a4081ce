/*
 * rkhdef.h - types of RKH, and the options of the program's rkhcfg.h
 *
 * For programs without the framework: options that are missing are disabled,
 * widths of the port are 32 bits.
 */
#ifndef RKHDEF_H
#define RKHDEF_H 1

#include <stddef.h>
#include <stdint.h>

#define RKH_DISABLED 0
#define RKH_ENABLED 1

#ifndef RKH_TRC_LIBRARY_
#include <rkhcfg.h>
#endif

typedef int8_t ri8_t;
typedef int16_t ri16_t;
typedef int32_t ri32_t;
typedef uint8_t rui8_t;
typedef uint16_t rui16_t;
typedef uint32_t rui32_t;
typedef int rint;
typedef unsigned int ruint;
typedef unsigned int rbool_t;

#ifndef RKHROM
#define RKHROM const
#endif
#ifndef RKH_TRUE
#define RKH_TRUE ((rbool_t)1)
#define RKH_FALSE ((rbool_t)0)
#endif

/* The facility, and what a frame has */
#ifndef RKH_CFG_TRC_EN
#define RKH_CFG_TRC_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_RTFIL_EN
#define RKH_CFG_TRC_RTFIL_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_RTFIL_SMA_EN
#define RKH_CFG_TRC_RTFIL_SMA_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_RTFIL_SIGNAL_EN
#define RKH_CFG_TRC_RTFIL_SIGNAL_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_USER_TRACE_EN
#define RKH_CFG_TRC_USER_TRACE_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_NSEQ_EN
#define RKH_CFG_TRC_NSEQ_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_TSTAMP_EN
#define RKH_CFG_TRC_TSTAMP_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_CHK_EN
#define RKH_CFG_TRC_CHK_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_SIZEOF_STREAM
#define RKH_CFG_TRC_SIZEOF_STREAM 128
#endif
#ifndef RKH_CFG_HOOK_PUT_TRCEVT_EN
#define RKH_CFG_HOOK_PUT_TRCEVT_EN RKH_DISABLED
#endif

/* Groups */
#ifndef RKH_CFG_TRC_ALL_EN
#define RKH_CFG_TRC_ALL_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_MP_EN
#define RKH_CFG_TRC_MP_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_QUE_EN
#define RKH_CFG_TRC_QUE_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_SMA_EN
#define RKH_CFG_TRC_SMA_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_TMR_EN
#define RKH_CFG_TRC_TMR_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_SM_EN
#define RKH_CFG_TRC_SM_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_TRC_FWK_EN
#define RKH_CFG_TRC_FWK_EN RKH_DISABLED
#endif

/* Single records of a group that is there; one without an option is. PROCESS
 * has those from EVT_PROC to EX_TSEG. */
#ifndef RKH_CFG_TRC_ASSERT_EN
#define RKH_CFG_TRC_ASSERT_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_INIT_EN
#define RKH_CFG_TRC_SM_INIT_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_CLRH_EN
#define RKH_CFG_TRC_SM_CLRH_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_TRN_EN
#define RKH_CFG_TRC_SM_TRN_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_STATE_EN
#define RKH_CFG_TRC_SM_STATE_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_ENSTATE_EN
#define RKH_CFG_TRC_SM_ENSTATE_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_EXSTATE_EN
#define RKH_CFG_TRC_SM_EXSTATE_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_NENEX_EN
#define RKH_CFG_TRC_SM_NENEX_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_NTRNACT_EN
#define RKH_CFG_TRC_SM_NTRNACT_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_TS_STATE_EN
#define RKH_CFG_TRC_SM_TS_STATE_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_PROCESS_EN
#define RKH_CFG_TRC_SM_PROCESS_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_EXE_ACT_EN
#define RKH_CFG_TRC_SM_EXE_ACT_EN RKH_ENABLED
#endif
#ifndef RKH_CFG_TRC_SM_DCH_EN
#define RKH_CFG_TRC_SM_DCH_EN RKH_ENABLED
#endif

/* Arguments that are there or not */
#ifndef RKH_CFG_SMA_TRC_SNDR_EN
#define RKH_CFG_SMA_TRC_SNDR_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_QUE_GET_LWMARK_EN
#define RKH_CFG_QUE_GET_LWMARK_EN RKH_DISABLED
#endif
#ifndef RKH_CFG_MP_GET_LWM_EN
#define RKH_CFG_MP_GET_LWM_EN RKH_DISABLED
#endif

/* Widths in bits, and sizes */
#ifndef RKH_CFG_FWK_SIZEOF_EVT
#define RKH_CFG_FWK_SIZEOF_EVT 8
#endif
#ifndef RKH_CFG_FWK_SIZEOF_EVT_SIZE
#define RKH_CFG_FWK_SIZEOF_EVT_SIZE 16
#endif
#ifndef RKH_CFG_MP_SIZEOF_NBLOCK
#define RKH_CFG_MP_SIZEOF_NBLOCK 8
#endif
#ifndef RKH_CFG_MP_SIZEOF_BSIZE
#define RKH_CFG_MP_SIZEOF_BSIZE 8
#endif
#ifndef RKH_CFG_QUE_SIZEOF_NELEM
#define RKH_CFG_QUE_SIZEOF_NELEM 8
#endif
#ifndef RKH_CFG_TMR_SIZEOF_NTIMER
#define RKH_CFG_TMR_SIZEOF_NTIMER 16
#endif
#ifndef RKH_CFG_FWK_MAX_EVT_POOL
#define RKH_CFG_FWK_MAX_EVT_POOL 4
#endif
#ifndef RKH_CFG_FWK_MAX_SMA
#define RKH_CFG_FWK_MAX_SMA 8
#endif
#ifndef RKH_CFG_FWK_MAX_SIGNALS
#define RKH_CFG_FWK_MAX_SIGNALS 256
#endif
#ifndef RKH_CFGPORT_TRC_SIZEOF_PTR
#define RKH_CFGPORT_TRC_SIZEOF_PTR 32
#endif
#ifndef RKH_CFGPORT_TRC_SIZEOF_FUN_PTR
#define RKH_CFGPORT_TRC_SIZEOF_FUN_PTR 32
#endif
#ifndef RKH_CFGPORT_TRC_SIZEOF_TSTAMP
#define RKH_CFGPORT_TRC_SIZEOF_TSTAMP 32
#endif

/* clang-format off */
#define RKH_CAT__(a, b) a##b
#define RKH_CAT_(a, b) RKH_CAT__(a, b)
/* Widths, with and without a suffix. */
#define RKH_BITS8 8
#define RKH_BITS8u 8
#define RKH_BITS8U 8
#define RKH_BITS16 16
#define RKH_BITS16u 16
#define RKH_BITS16U 16
#define RKH_BITS32 32
#define RKH_BITS32u 32
#define RKH_BITS32U 32
#define RKH_BITS_(bits) RKH_CAT_(RKH_BITS, bits)
#define RKH_UINT8_ rui8_t
#define RKH_UINT16_ rui16_t
#define RKH_UINT32_ rui32_t
/* The type of that many bits. */
#define RKH_UINT_(bits) RKH_CAT_(RKH_CAT_(RKH_UINT, RKH_BITS_(bits)), _)
/* clang-format on */

typedef RKH_UINT_(RKH_CFG_FWK_SIZEOF_EVT) RKH_SIG_T;
typedef RKH_UINT_(RKH_CFGPORT_TRC_SIZEOF_TSTAMP) RKH_TS_T;
#if RKH_CFG_TRC_SIZEOF_STREAM < 255
typedef rui8_t TRCQTY_T;
#else
typedef rui16_t TRCQTY_T;
#endif
typedef rui8_t RKH_TE_ID_T;
typedef rui8_t RKH_TG_T;
typedef rui16_t RKH_TRC_FSLOT;

/* An event of the framework. Records of events read these members, of this
 * structure or of any other that has them. */
typedef struct RKH_EVT_T {
	RKH_SIG_T e;
	rui8_t nref;
	rui8_t pool; /* number of its pool, from 1; 0: none */
} RKH_EVT_T;

/* Signals with a meaning. */
#ifndef RKH_ANY
#define RKH_ANY ((RKH_SIG_T)-1)
#endif
#ifndef RKH_COMPLETION_EVENT
#define RKH_COMPLETION_EVENT ((RKH_SIG_T)-2)
#endif

#endif
