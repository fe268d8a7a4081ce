/* firmware_rkh_recorder.c - what RKH does for a record */
#include <pthread.h>

#include "firmware_rkh_recorder.h"

enum { FLAG = 0x7e, ESCAPE = 0x7d, XOR = 0x20, EVENTS = 256, STRING = 7 };

static uint8_t ring[RKH_CFG_TRC_SIZEOF_STREAM];
static uint8_t *in = ring;
static unsigned count;
static uint8_t sum, seq;
static uint8_t wanted[EVENTS / 8];
static pthread_mutex_t mutex;

void recorder_open(void)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&mutex, &attr);
	pthread_mutexattr_destroy(&attr);
}

bool recorder_passes(uint8_t id)
{
	return wanted[id / 8] >> id % 8 & 1;
}

void recorder_let_pass(uint8_t id)
{
	wanted[id / 8] |= (uint8_t)(1U << id % 8);
}

void recorder_enter(void)
{
	pthread_mutex_lock(&mutex);
}

void recorder_exit(void)
{
	pthread_mutex_unlock(&mutex);
}

/* RKH has it in another source: the call is not inlined. */
static __attribute__((noinline)) void put(uint8_t byte)
{
	*in++ = byte;
	if (in == ring + sizeof(ring))
		in = ring;
	if (count < sizeof(ring))
		count++;
}

void recorder_u8(uint8_t number)
{
	sum = (uint8_t)(sum + number);
	if (number == FLAG || number == ESCAPE) {
		put(ESCAPE);
		number ^= XOR;
	}
	put(number);
}

void recorder_u32(uint32_t number)
{
	for (unsigned i = 0; i < sizeof(number); i++) {
		recorder_u8((uint8_t)number);
		number >>= 8;
	}
}

void recorder_begin(uint8_t id)
{
	sum = 0;
	recorder_u8(id);
	recorder_u8(seq++);
	recorder_u32(rkh_trc_getts());
}

void recorder_end(void)
{
	recorder_u8((uint8_t)-sum);
	put(FLAG);
}

void recorder_fmt_u32(uint8_t format, uint32_t number)
{
	recorder_u8(format);
	recorder_u32(number);
}

void recorder_fmt_str(const char *text)
{
	recorder_u8(STRING);
	do
		recorder_u8((uint8_t)*text);
	while (*text++);
}
