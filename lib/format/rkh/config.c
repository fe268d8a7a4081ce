/* config.c - configuration of an RKH stream */
#include "format/rkh/config.h"

#include <string.h>

#include "base/bytes.h"
#include "format/rkh/events.h"

static const struct {
	const char *name;
	uint8_t standard;
} keys[PXT_RKH_KEYS] = {
	[PXT_RKH_SENDER] = { "sender", 0 },
	[PXT_RKH_RTFIL] = { "rtfil", 1 },
	[PXT_RKH_USER] = { "user", 1 },
	[PXT_RKH_ALL] = { "all", 1 },
	[PXT_RKH_MP] = { "mp", 0 },
	[PXT_RKH_QUE] = { "que", 0 },
	[PXT_RKH_SMA] = { "sma", 0 },
	[PXT_RKH_TMR] = { "tmr", 0 },
	[PXT_RKH_SM] = { "sm", 0 },
	[PXT_RKH_FWK] = { "fwk", 1 },
	[PXT_RKH_ASSERT] = { "assert", 1 },
	[PXT_RKH_QUE_LWMARK] = { "que_lwmark", 0 },
	[PXT_RKH_MP_LWM] = { "mp_lwm", 0 },
	[PXT_RKH_RTFIL_SMA] = { "rtfil_sma", 1 },
	[PXT_RKH_RTFIL_SIG] = { "rtfil_sig", 1 },
	[PXT_RKH_NSEQ] = { "nseq", 1 },
	[PXT_RKH_TSTAMP] = { "tstamp", 1 },
	[PXT_RKH_CHK] = { "chk", 1 },
	[PXT_RKH_SIG] = { "sig", 1 },
	[PXT_RKH_TS] = { "ts", 4 },
	[PXT_RKH_PTR] = { "ptr", 4 },
	[PXT_RKH_NTICK] = { "ntick", 2 },
	[PXT_RKH_NBLOCK] = { "nblock", 1 },
	[PXT_RKH_NELEM] = { "nelem", 1 },
	[PXT_RKH_ESIZE] = { "esize", 2 },
	[PXT_RKH_BSIZE] = { "bsize", 1 },
	[PXT_RKH_MAXPOOL] = { "maxpool", 4 },
	[PXT_RKH_TE_ID] = { "te_id", 1 },
	[PXT_RKH_FUN] = { "fun", 0 },
};

void pxt_rkh_config_init(struct pxt_rkh_config *config)
{
	*config = (struct pxt_rkh_config){ 0 };
	for (size_t i = 0; i < PXT_RKH_KEYS; i++)
		config->value[i] = keys[i].standard;
}

const char *pxt_rkh_key_name(enum pxt_rkh_key key)
{
	return keys[key].name;
}

enum pxt_rkh_key pxt_rkh_key_find(const char *name, size_t len)
{
	enum pxt_rkh_key key = 0;

	while (key < PXT_RKH_KEYS &&
	       (strncmp(keys[key].name, name, len) || keys[key].name[len]))
		key++;
	return key;
}

static bool is_width(uint64_t value)
{
	return value == 1 || value == 2 || value == 4;
}

bool pxt_rkh_key_allows(enum pxt_rkh_key key, uint64_t value)
{
	if (key < PXT_RKH_BITS)
		return value <= 1;
	switch (key) {
	case PXT_RKH_MAXPOOL:
		return value <= 15;
	case PXT_RKH_FUN:
		return !value || value == 2 || value == 4 || value == 8;
	case PXT_RKH_PTR:
		return value == 2 || value == 4 || value == 8;
	default:
		return is_width(value);
	}
}

unsigned pxt_rkh_config_fun(const struct pxt_rkh_config *config)
{
	return config->value[PXT_RKH_FUN] ? config->value[PXT_RKH_FUN] :
					    config->value[PXT_RKH_PTR];
}

/* Bytes are added eight at a time, in four lanes of 16 bits; overflow of a lane
 * is harmless. The multiplication adds up the lanes in the highest. */
uint8_t pxt_rkh_sum(const uint8_t *data, size_t len)
{
	const uint64_t low = 0x00ff00ff00ff00ff;
	uint64_t lanes = 0, word;
	uint8_t sum;

	for (; len >= sizeof(word); len -= sizeof(word)) {
		memcpy(&word, data, sizeof(word));
		lanes = (lanes + (word & low) + (word >> 8 & low)) & low;
		data += sizeof(word);
	}
	sum = (uint8_t)(lanes * 0x0001000100010001 >> 48);
	while (len)
		sum = (uint8_t)(sum + data[--len]);
	return sum;
}

static void set(struct pxt_rkh_config *config, enum pxt_rkh_key key,
		uint8_t value)
{
	config->value[key] = value;
}

/* Reads two widths from one byte. */
static void take_nibbles(struct pxt_bytes *in, struct pxt_rkh_config *config,
			 enum pxt_rkh_key high, enum pxt_rkh_key low)
{
	const uint8_t byte = pxt_bytes_u8(in);

	set(config, high, byte >> 4);
	set(config, low, byte & 15);
}

static void take_bits(uint32_t bits, struct pxt_rkh_config *config)
{
	for (unsigned i = 0; i < PXT_RKH_BITS; i++)
		set(config, i, bits >> i & 1);
}

/* Reads the form of 2.4.04 and later. */
static void take_record(struct pxt_bytes *in, struct pxt_rkh_config *config)
{
	config->release = pxt_bytes_le16(in);
	take_bits(pxt_bytes_le32(in), config);
	take_nibbles(in, config, PXT_RKH_SIG, PXT_RKH_TS);
	take_nibbles(in, config, PXT_RKH_PTR, PXT_RKH_NTICK);
	take_nibbles(in, config, PXT_RKH_NBLOCK, PXT_RKH_NELEM);
	set(config, PXT_RKH_ESIZE, pxt_bytes_u8(in) & 15);
	take_nibbles(in, config, PXT_RKH_BSIZE, PXT_RKH_MAXPOOL);
	config->hz = pxt_bytes_le16(in);
}

/* Only numbers that are too wide are unreadable; a target may have any other
 * value changed. */
static bool is_readable(const struct pxt_rkh_config *config)
{
	for (unsigned i = PXT_RKH_BITS; i < PXT_RKH_MAXPOOL; i++)
		if (config->value[i] > PXT_RKH_WIDEST)
			return false;
	return true;
}

/* The record itself says whether there is a checksum. */
static bool is_summed(const struct pxt_rkh_config *config, const uint8_t *frame,
		      size_t len, bool has_sum)
{
	return has_sum == config->value[PXT_RKH_CHK] &&
	       (!has_sum || !pxt_rkh_sum(frame, len));
}

/* Returns the width of the record's id; 0: this is not the record. */
static size_t id_width(const uint8_t *frame, size_t len)
{
	static const uint8_t id16[] = { 0x0c, 5 };
	static const uint8_t id32[] = { 0x0c, 0, 0, 5 };

	if (len && *frame == PXT_RKH_TCFG)
		return 1;
	if (len > sizeof(id16) && !memcmp(frame, id16, sizeof(id16)))
		return sizeof(id16);
	if (len > sizeof(id32) && !memcmp(frame, id32, sizeof(id32)))
		return sizeof(id32);
	return 0;
}

bool pxt_rkh_config_read(const uint8_t *frame, size_t len,
			 struct pxt_rkh_config *config)
{
	const size_t id = id_width(frame, len);
	struct pxt_rkh_config read = *config;
	struct pxt_bytes in;

	if (!id ||
	    (len != id + PXT_RKH_RECORD && len != id + PXT_RKH_RECORD + 1))
		return false;
	pxt_bytes_init(&in, frame + id, PXT_RKH_RECORD);
	take_record(&in, &read);
	set(&read, PXT_RKH_TE_ID, (uint8_t)id);
	if (!is_readable(&read) ||
	    !is_summed(&read, frame, len, len != id + PXT_RKH_RECORD))
		return false;
	*config = read;
	return true;
}

/* Releases before 3.0 */

/* The record differs from other events by its contents only. */
static bool is_likely(const struct pxt_rkh_config *config)
{
	for (unsigned i = PXT_RKH_BITS; i < PXT_RKH_MAXPOOL; i++)
		if (!pxt_rkh_key_allows(i, config->value[i]))
			return false;
	return true;
}

static bool read_2404(const uint8_t *frame, size_t len,
		      struct pxt_rkh_config *config, unsigned *dialect)
{
	struct pxt_bytes in;
	bool is_2404;

	if (len != 1 + PXT_RKH_RECORD && len != 2 + PXT_RKH_RECORD)
		return false;
	pxt_bytes_init(&in, frame + 1, PXT_RKH_RECORD);
	take_record(&in, config);
	is_2404 = config->release == 0x2404;
	*dialect = is_2404 ? PXT_RKH_V2404 : PXT_RKH_V2405;
	if (!is_2404 && config->release != 0x2405 && config->release != 0x2406)
		return false;
	return *frame == (is_2404 ? PXT_RKH_TCFG_2403 : PXT_RKH_TCFG_2405) &&
	       is_likely(config) &&
	       is_summed(config, frame, len, len != 1 + PXT_RKH_RECORD);
}

/* Reads the five bytes of 2.3, which later releases have, too. */
static bool take_five(struct pxt_bytes *in, struct pxt_rkh_config *config)
{
	uint8_t byte;

	take_nibbles(in, config, PXT_RKH_SIG, PXT_RKH_TS);
	take_nibbles(in, config, PXT_RKH_PTR, PXT_RKH_NTICK);
	take_nibbles(in, config, PXT_RKH_NBLOCK, PXT_RKH_NELEM);
	take_nibbles(in, config, PXT_RKH_ESIZE, PXT_RKH_NSEQ);
	byte = pxt_bytes_u8(in);
	set(config, PXT_RKH_CHK, byte >> 4);
	set(config, PXT_RKH_TSTAMP, byte & 15);
	return config->value[PXT_RKH_NSEQ] <= 1 && byte >> 4 <= 1 &&
	       (byte & 15) <= 1;
}

static bool take_2403(struct pxt_bytes *in, struct pxt_rkh_config *config)
{
	config->release = pxt_bytes_le16(in);
	take_bits(pxt_bytes_le16(in) & PXT_RKH_BITS_2403, config);
	if (!take_five(in, config))
		return false;
	take_nibbles(in, config, PXT_RKH_BSIZE, PXT_RKH_MAXPOOL);
	return config->release == 0x2403;
}

static bool take_2300(struct pxt_bytes *in, struct pxt_rkh_config *config)
{
	take_bits(0, config);
	return take_five(in, config);
}

/* Reads a record behind a header, whose length and checksum the record itself
 * tells. */
static bool read_headed(const uint8_t *frame, size_t len, size_t size,
			bool (*take)(struct pxt_bytes *in,
				     struct pxt_rkh_config *config),
			struct pxt_rkh_config *config)
{
	for (size_t header = 1; header <= 6; header++) {
		struct pxt_rkh_config read = *config;
		const uint8_t *value = read.value;
		struct pxt_bytes in;
		bool has_sum;

		if (len != header + size && len != header + size + 1)
			continue;
		has_sum = len != header + size;
		pxt_bytes_init(&in, frame + header, size);
		if (!take(&in, &read) || !is_likely(&read) ||
		    header != 1U + value[PXT_RKH_NSEQ] +
				      (value[PXT_RKH_TSTAMP] ?
					       value[PXT_RKH_TS] :
					       0U) ||
		    !is_summed(&read, frame, len, has_sum))
			continue;
		*config = read;
		return true;
	}
	return false;
}

bool pxt_rkh_config_read_old(const uint8_t *frame, size_t len,
			     struct pxt_rkh_config *config, unsigned *dialect)
{
	struct pxt_rkh_config read = *config;

	if (!len ||
	    (*frame != PXT_RKH_TCFG_2403 && *frame != PXT_RKH_TCFG_2405))
		return false;
	set(&read, PXT_RKH_TE_ID, 1);
	if (read_2404(frame, len, &read, dialect)) {
		*config = read;
		return true;
	}
	read = *config;
	set(&read, PXT_RKH_TE_ID, 1);
	read.hz = 0;
	read.release = 0;
	if (*frame != PXT_RKH_TCFG_2403)
		return false;
	if (read_headed(frame, len, 10, take_2403, &read))
		*dialect = PXT_RKH_V2403;
	else if (read_headed(frame, len, 5, take_2300, &read))
		*dialect = PXT_RKH_V23;
	else
		return false;
	*config = read;
	return true;
}

/* Writing */

static uint8_t *put16(uint8_t *at, unsigned value)
{
	*at++ = (uint8_t)value;
	*at++ = (uint8_t)(value >> 8);
	return at;
}

static uint8_t nibbles(const struct pxt_rkh_config *config,
		       enum pxt_rkh_key high, enum pxt_rkh_key low)
{
	return (uint8_t)(config->value[high] << 4 | (config->value[low] & 15));
}

/* Writes group 5, event 12, in the width of ids. */
static uint8_t *put_id(uint8_t *at, unsigned width)
{
	if (width == 1) {
		*at++ = PXT_RKH_TCFG;
		return at;
	}
	memset(at, 0, width);
	at[0] = 0x0c;
	at[width - 1] = 5;
	return at + width;
}

static uint32_t bits_of(const struct pxt_rkh_config *config)
{
	uint32_t bits = 0;

	for (unsigned i = 0; i < PXT_RKH_BITS; i++)
		bits |= (uint32_t)config->value[i] << i;
	return bits;
}

size_t pxt_rkh_config_write_old(const struct pxt_rkh_config *config,
				unsigned dialect, uint8_t *record)
{
	uint8_t *at = record;

	if (dialect != PXT_RKH_V23) {
		at = put16(at, config->release);
		at = put16(at, bits_of(config) & PXT_RKH_BITS_2403);
	}
	*at++ = nibbles(config, PXT_RKH_SIG, PXT_RKH_TS);
	*at++ = nibbles(config, PXT_RKH_PTR, PXT_RKH_NTICK);
	*at++ = nibbles(config, PXT_RKH_NBLOCK, PXT_RKH_NELEM);
	*at++ = nibbles(config, PXT_RKH_ESIZE, PXT_RKH_NSEQ);
	*at++ = nibbles(config, PXT_RKH_CHK, PXT_RKH_TSTAMP);
	if (dialect != PXT_RKH_V23)
		*at++ = nibbles(config, PXT_RKH_BSIZE, PXT_RKH_MAXPOOL);
	return (size_t)(at - record);
}

size_t pxt_rkh_config_write(const struct pxt_rkh_config *config,
			    uint8_t *record)
{
	uint8_t *at = put_id(record, config->value[PXT_RKH_TE_ID]);
	const uint32_t bits = bits_of(config);

	at = put16(at, config->release);
	at = put16(at, bits);
	at = put16(at, bits >> 16);
	*at++ = nibbles(config, PXT_RKH_SIG, PXT_RKH_TS);
	*at++ = nibbles(config, PXT_RKH_PTR, PXT_RKH_NTICK);
	*at++ = nibbles(config, PXT_RKH_NBLOCK, PXT_RKH_NELEM);
	*at++ = config->value[PXT_RKH_ESIZE] & 15;
	*at++ = nibbles(config, PXT_RKH_BSIZE, PXT_RKH_MAXPOOL);
	at = put16(at, config->hz);
	return (size_t)(at - record);
}
