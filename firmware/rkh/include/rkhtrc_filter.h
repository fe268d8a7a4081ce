/* rkhtrc_filter.h - filters at run time, as macros */
#ifndef RKHTRC_FILTER_H
#define RKHTRC_FILTER_H 1

#include "rkhtrc_facility.h"

/* clang-format off */
#if RKH_CFG_TRC_EN && RKH_CFG_TRC_RTFIL_EN
#define RKH_FILTER_ON_EVENT(e) \
	rkh_trc_filter_event_(FILTER_ON, (RKH_TE_ID_T)(e))
#define RKH_FILTER_OFF_EVENT(e) \
	rkh_trc_filter_event_(FILTER_OFF, (RKH_TE_ID_T)(e))
#define RKH_FILTER_ON_GROUP(g) \
	rkh_trc_filter_group_(FILTER_ON, (RKH_TG_T)(g), 0)
#define RKH_FILTER_OFF_GROUP(g) \
	rkh_trc_filter_group_(FILTER_OFF, (RKH_TG_T)(g), 0)
#define RKH_FILTER_ON_GROUP_ALL_EVENTS(g) \
	rkh_trc_filter_group_(FILTER_ON, (RKH_TG_T)(g), RKH_FILTER_WHOLE_)
#define RKH_FILTER_OFF_GROUP_ALL_EVENTS(g) \
	rkh_trc_filter_group_(FILTER_OFF, (RKH_TG_T)(g), RKH_FILTER_WHOLE_)
#else
#define RKH_FILTER_ON_EVENT(e) ((void)0)
#define RKH_FILTER_OFF_EVENT(e) ((void)0)
#define RKH_FILTER_ON_GROUP(g) ((void)0)
#define RKH_FILTER_OFF_GROUP(g) ((void)0)
#define RKH_FILTER_ON_GROUP_ALL_EVENTS(g) ((void)0)
#define RKH_FILTER_OFF_GROUP_ALL_EVENTS(g) ((void)0)
#endif

/* The priority of an active object, whose struct the program knows. */
#ifdef RKH_SMA_ACCESS_CONST
#define RKH_TRC_PRIO_(ao) RKH_SMA_ACCESS_CONST(ao, prio)
#else
#define RKH_TRC_PRIO_(ao) 0
#endif

#if RKH_CFG_TRC_EN && RKH_CFG_TRC_RTFIL_EN && RKH_CFG_TRC_RTFIL_SMA_EN
#define RKH_FILTER_ON_SMA(ao) \
	rkh_trc_symFil(RKHFilterSma, RKH_TRC_PRIO_(ao), FILTER_ON)
#define RKH_FILTER_OFF_SMA(ao) \
	rkh_trc_symFil(RKHFilterSma, RKH_TRC_PRIO_(ao), FILTER_OFF)
#define RKH_FILTER_ON_ALL_SMA() \
	rkh_trc_symFil(RKHFilterSma, 0, FILTER_ON | RKH_FILTER_WHOLE_)
#define RKH_FILTER_OFF_ALL_SMA() \
	rkh_trc_symFil(RKHFilterSma, 0, FILTER_OFF | RKH_FILTER_WHOLE_)
#define RKH_TRC_SMA_PASSES_(prio) \
	rkh_trc_symFil_isoff(RKHFilterSma, (RKH_TRC_FSLOT)(prio))
#else
#define RKH_FILTER_ON_SMA(ao) ((void)0)
#define RKH_FILTER_OFF_SMA(ao) ((void)0)
#define RKH_FILTER_ON_ALL_SMA() ((void)0)
#define RKH_FILTER_OFF_ALL_SMA() ((void)0)
#define RKH_TRC_SMA_PASSES_(prio) 1
#endif

#if RKH_CFG_TRC_EN && RKH_CFG_TRC_RTFIL_EN && RKH_CFG_TRC_RTFIL_SIGNAL_EN
#define RKH_FILTER_ON_SIGNAL(s) \
	rkh_trc_symFil(RKHFilterSignal, (RKH_TRC_FSLOT)(s), FILTER_ON)
#define RKH_FILTER_OFF_SIGNAL(s) \
	rkh_trc_symFil(RKHFilterSignal, (RKH_TRC_FSLOT)(s), FILTER_OFF)
#define RKH_FILTER_ON_ALL_SIGNALS() \
	rkh_trc_symFil(RKHFilterSignal, 0, FILTER_ON | RKH_FILTER_WHOLE_)
#define RKH_FILTER_OFF_ALL_SIGNALS() \
	rkh_trc_symFil(RKHFilterSignal, 0, FILTER_OFF | RKH_FILTER_WHOLE_)
#define RKH_TRC_SIGNAL_PASSES_(s) \
	((RKH_SIG_T)(s) == RKH_COMPLETION_EVENT || \
	 rkh_trc_symFil_isoff(RKHFilterSignal, (RKH_TRC_FSLOT)(s)))
#else
#define RKH_FILTER_ON_SIGNAL(s) ((void)0)
#define RKH_FILTER_OFF_SIGNAL(s) ((void)0)
#define RKH_FILTER_ON_ALL_SIGNALS() ((void)0)
#define RKH_FILTER_OFF_ALL_SIGNALS() ((void)0)
#define RKH_TRC_SIGNAL_PASSES_(s) 1
#endif
/* clang-format on */

#endif
