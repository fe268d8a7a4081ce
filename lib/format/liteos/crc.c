/*
 * crc.c - the checksum of LiteOS messages
 *
 * Eight bytes are taken at a time: what each adds depends on nothing but the byte
 * and its distance from the end of the eight.
 */
#include "format/liteos/crc.h"

enum { AT_ONCE = 8 };

/* The remainder of a byte is the sum of those of its bits. */
#define BIT(byte, bit, remainder) ((byte) >> (bit)&1 ? (remainder) : 0)
#define BYTE(byte, a, b, c, d, e, f, g, h)                     \
	(BIT(byte, 0, a) ^ BIT(byte, 1, b) ^ BIT(byte, 2, c) ^ \
	 BIT(byte, 3, d) ^ BIT(byte, 4, e) ^ BIT(byte, 5, f) ^ \
	 BIT(byte, 6, g) ^ BIT(byte, 7, h))
#define BYTES4(byte, ...)                                       \
	BYTE(byte, __VA_ARGS__), BYTE((byte) + 1, __VA_ARGS__), \
		BYTE((byte) + 2, __VA_ARGS__), BYTE((byte) + 3, __VA_ARGS__)
#define BYTES16(byte, ...)                                          \
	BYTES4(byte, __VA_ARGS__), BYTES4((byte) + 4, __VA_ARGS__), \
		BYTES4((byte) + 8, __VA_ARGS__),                    \
		BYTES4((byte) + 12, __VA_ARGS__)
#define BYTES64(byte, ...)                                             \
	BYTES16(byte, __VA_ARGS__), BYTES16((byte) + 16, __VA_ARGS__), \
		BYTES16((byte) + 32, __VA_ARGS__),                     \
		BYTES16((byte) + 48, __VA_ARGS__)
#define ALL_BYTES(...)                                     \
	BYTES64(0, __VA_ARGS__), BYTES64(64, __VA_ARGS__), \
		BYTES64(128, __VA_ARGS__), BYTES64(192, __VA_ARGS__)

/* Remainders by the polynomial 0x1021, of bytes with 0, 1, 2... bytes behind. */
static const uint16_t table[AT_ONCE][256] = {
	{ ALL_BYTES(0x1021, 0x2042, 0x4084, 0x8108, 0x1231, 0x2462, 0x48c4,
		    0x9188) },
	{ ALL_BYTES(0x3331, 0x6662, 0xccc4, 0x89a9, 0x0373, 0x06e6, 0x0dcc,
		    0x1b98) },
	{ ALL_BYTES(0x3730, 0x6e60, 0xdcc0, 0xa9a1, 0x4363, 0x86c6, 0x1dad,
		    0x3b5a) },
	{ ALL_BYTES(0x76b4, 0xed68, 0xcaf1, 0x85c3, 0x1ba7, 0x374e, 0x6e9c,
		    0xdd38) },
	{ ALL_BYTES(0xaa51, 0x4483, 0x8906, 0x022d, 0x045a, 0x08b4, 0x1168,
		    0x22d0) },
	{ ALL_BYTES(0x45a0, 0x8b40, 0x06a1, 0x0d42, 0x1a84, 0x3508, 0x6a10,
		    0xd420) },
	{ ALL_BYTES(0xb861, 0x60e3, 0xc1c6, 0x93ad, 0x377b, 0x6ef6, 0xddec,
		    0xabf9) },
	{ ALL_BYTES(0x47d3, 0x8fa6, 0x0f6d, 0x1eda, 0x3db4, 0x7b68, 0xf6d0,
		    0xfd81) },
};

static uint16_t add_eight(uint16_t crc, const uint8_t *at)
{
	return table[7][at[0] ^ crc >> 8] ^ table[6][at[1] ^ (crc & 0xff)] ^
	       table[5][at[2]] ^ table[4][at[3]] ^ table[3][at[4]] ^
	       table[2][at[5]] ^ table[1][at[6]] ^ table[0][at[7]];
}

uint16_t pxt_liteos_crc(const void *data, size_t len)
{
	const uint8_t *at = data;
	uint16_t crc = 0;

	for (; len >= AT_ONCE; len -= AT_ONCE, at += AT_ONCE)
		crc = add_eight(crc, at);
	while (len--)
		crc = (uint16_t)(crc << 8) ^ table[0][crc >> 8 ^ *at++];
	return crc;
}
