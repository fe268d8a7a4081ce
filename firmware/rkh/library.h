/* library.h - the public headers, as the library's own sources see them */
#ifndef FIRMWARE_RKH_LIBRARY_H
#define FIRMWARE_RKH_LIBRARY_H

/* Options of the library's own sources, which have no records. */
#define RKH_TRC_LIBRARY_ 1
#define RKH_CFG_TRC_EN 1
#define RKH_CFG_TRC_SIZEOF_STREAM 2048
#define RKH_CFG_FWK_SIZEOF_EVT 32
#define RKH_CFGPORT_TRC_SIZEOF_TSTAMP 32

#include "firmware/rkh/include/rkh.h"

/* An exported function. */
#define RKH_API __attribute__((visibility("default")))

#endif
