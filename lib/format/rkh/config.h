/*
 * config.h - configuration of an RKH stream: widths and switches
 *
 * A target sends most values in its configuration record (FWK_TCFG), and the
 * user gives the rest, or all for a stream without that record. The name of a
 * value is its setting, the field of the event, and the key in a file of
 * settings.
 */
#ifndef PXT_FORMAT_RKH_CONFIG_H
#define PXT_FORMAT_RKH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Widths in bytes, switches 0 or 1; MAXPOOL is a number. */
enum pxt_rkh_key {
	/* In the order of the record: first the bits, */
	PXT_RKH_SENDER,
	PXT_RKH_RTFIL,
	PXT_RKH_USER,
	PXT_RKH_ALL,
	PXT_RKH_MP,
	PXT_RKH_QUE,
	PXT_RKH_SMA,
	PXT_RKH_TMR,
	PXT_RKH_SM,
	PXT_RKH_FWK,
	PXT_RKH_ASSERT,
	PXT_RKH_QUE_LWMARK,
	PXT_RKH_MP_LWM,
	PXT_RKH_RTFIL_SMA,
	PXT_RKH_RTFIL_SIG,
	PXT_RKH_NSEQ,
	PXT_RKH_TSTAMP,
	PXT_RKH_CHK,
	/* then the nibbles, */
	PXT_RKH_SIG,
	PXT_RKH_TS,
	PXT_RKH_PTR,
	PXT_RKH_NTICK,
	PXT_RKH_NBLOCK,
	PXT_RKH_NELEM,
	PXT_RKH_ESIZE,
	PXT_RKH_BSIZE,
	PXT_RKH_MAXPOOL,
	/* Values that are not in the record. */
	PXT_RKH_TE_ID,
	PXT_RKH_FUN, /* 0: same as PTR */
	PXT_RKH_KEYS,
	PXT_RKH_BITS = PXT_RKH_SIG,
};

struct pxt_rkh_config {
	uint8_t value[PXT_RKH_KEYS];
	uint16_t release; /* release in the record's form: 0x3400; 0: unknown */
	uint16_t hz;	  /* ticks per second; 0: unknown */
};

enum {
	PXT_RKH_WIDEST = 8,  /* widest number */
	PXT_RKH_RECORD = 13, /* maximum bytes of a record, without its id */
	PXT_RKH_BITS_2403 = 0x1fff, /* switches of 2.4.03 */
	PXT_RKH_ID_MAX = 4,	    /* bytes of an id */
	PXT_RKH_TCFG = 0xac,	    /* id of the record in releases 3.x */
	PXT_RKH_TCFG_2405 = 0xae,
	PXT_RKH_TCFG_2403 = 0xad,
};

/* Sets the defaults. */
void pxt_rkh_config_init(struct pxt_rkh_config *config);

/* The name of a key. */
const char *pxt_rkh_key_name(enum pxt_rkh_key key);

/* Finds a key by its name of len bytes; PXT_RKH_KEYS: none. */
enum pxt_rkh_key pxt_rkh_key_find(const char *name, size_t len);

/* True if the value is valid for the key. */
bool pxt_rkh_key_allows(enum pxt_rkh_key key, uint64_t value);

/* The width of pointers to functions. */
unsigned pxt_rkh_config_fun(const struct pxt_rkh_config *config);

/* True if a record of any release may begin with that byte. */
static inline bool pxt_rkh_config_may_begin(uint8_t first)
{
	return first == PXT_RKH_TCFG || first == 0x0c ||
	       first == PXT_RKH_TCFG_2403 || first == PXT_RKH_TCFG_2405;
}

/* Reads a record of 3.x: all bytes of a frame, unescaped, including any
 * checksum. False: the frame is not this record. Values that are not in the
 * record stay, except the width of ids. */
bool pxt_rkh_config_read(const uint8_t *frame, size_t len,
			 struct pxt_rkh_config *config);

/* Reads a record of releases 2.3 to 2.4.06, whose ids and events differ;
 * *dialect: a number of events.h. A frame must match completely to be taken for
 * the record. */
bool pxt_rkh_config_read_old(const uint8_t *frame, size_t len,
			     struct pxt_rkh_config *config, unsigned *dialect);

/* Writes a record of 3.x, without checksum: returns its size, at most
 * PXT_RKH_ID_MAX + PXT_RKH_RECORD. */
size_t pxt_rkh_config_write(const struct pxt_rkh_config *config,
			    uint8_t *record);

/* Writes a record of 2.3 or 2.4.03, the dialect, without its header. */
size_t pxt_rkh_config_write_old(const struct pxt_rkh_config *config,
				unsigned dialect, uint8_t *record);

/* The checksum, which is 0 for a valid frame. */
uint8_t pxt_rkh_sum(const uint8_t *data, size_t len);

#endif
