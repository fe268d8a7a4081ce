/*
 * config.h - the widths and switches of an RKH stream
 *
 * A target states most of them in its configuration record (FWK_TCFG), and a
 * user the rest, or all of them for a stream that has lost that record. Each
 * has a name, which is the setting, the field of the event, and the key in a
 * file of settings.
 */
#ifndef PXT_FORMAT_RKH_CONFIG_H
#define PXT_FORMAT_RKH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Widths are in bytes, the others 0 or 1, but for MAXPOOL. */
enum pxt_rkh_key {
	/* As the record has them: first the bits, */
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
	/* and what it does not tell. */
	PXT_RKH_TE_ID,
	PXT_RKH_FUN, /* 0: as PTR */
	PXT_RKH_KEYS,
	PXT_RKH_BITS = PXT_RKH_SIG,
};

struct pxt_rkh_config {
	uint8_t value[PXT_RKH_KEYS];
	uint16_t release; /* as in the record: 0x3400; 0: not known */
	uint16_t hz;	  /* ticks in a second; 0: not known */
};

enum {
	PXT_RKH_WIDEST = 8,  /* of any number */
	PXT_RKH_RECORD = 13, /* bytes of a record, behind its id, at most */
	PXT_RKH_BITS_2403 = 0x1fff, /* that 2.4.03 has */
	PXT_RKH_ID_MAX = 4,  /* bytes of an id */
	PXT_RKH_TCFG = 0xac, /* its id in releases 3.x */
	PXT_RKH_TCFG_2405 = 0xae,
	PXT_RKH_TCFG_2403 = 0xad,
};

/* What is so until a target says otherwise. */
void pxt_rkh_config_init(struct pxt_rkh_config *config);

/* The name of a key. */
const char *pxt_rkh_key_name(enum pxt_rkh_key key);

/* The key of that name, len bytes; PXT_RKH_KEYS: there is none. */
enum pxt_rkh_key pxt_rkh_key_find(const char *name, size_t len);

/* Whether a stream may have that. */
bool pxt_rkh_key_allows(enum pxt_rkh_key key, uint64_t value);

/* The width of pointers to functions. */
unsigned pxt_rkh_config_fun(const struct pxt_rkh_config *config);

/* Whether a record of any release may begin with that byte. */
static inline bool pxt_rkh_config_may_begin(uint8_t first)
{
	return first == PXT_RKH_TCFG || first == 0x0c ||
	       first == PXT_RKH_TCFG_2403 || first == PXT_RKH_TCFG_2405;
}

/* Read a record of 3.x: all bytes of a frame, unescaped, its checksum included
 * if it has one. False: the frame is none. What the record does not tell stays
 * in *config, but for the width of ids. */
bool pxt_rkh_config_read(const uint8_t *frame, size_t len,
			 struct pxt_rkh_config *config);

/* The same of releases 2.3 to 2.4.06, whose ids and events differ; *dialect: a
 * number of events.h. Nothing is taken for a record that does not fit in
 * all of it. */
bool pxt_rkh_config_read_old(const uint8_t *frame, size_t len,
			     struct pxt_rkh_config *config, unsigned *dialect);

/* Write a record of 3.x, without checksum: gives its bytes, at most
 * PXT_RKH_ID_MAX + PXT_RKH_RECORD. */
size_t pxt_rkh_config_write(const struct pxt_rkh_config *config,
			    uint8_t *record);

/* The same of 2.3 and 2.4.03, without its header. dialect: which of these. */
size_t pxt_rkh_config_write_old(const struct pxt_rkh_config *config,
				unsigned dialect, uint8_t *record);

/* The sum of bytes, which is 0 of a frame that is sound. */
uint8_t pxt_rkh_sum(const uint8_t *data, size_t len);

#endif
