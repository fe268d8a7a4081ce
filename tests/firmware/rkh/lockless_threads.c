/* lockless_threads.c - threads of a framework whose port locks nothing, and
 * mixes their records */
#include <pthread.h>

#include "framework.h"

enum { THREADS = 3, RECORDS = 30000 };

static void *work(void *argument)
{
	for (uint32_t i = 0; i < RECORDS; i++) {
		rkh_trc_begin((uint8_t)(0xc0 + i % 32));
		rkh_trc_u8(5);
		rkh_trc_u32(i * UINT32_C(2654435761));
		rkh_trc_u8(7);
		rkh_trc_str("~text}");
		rkh_trc_end();
		rkh_trc_begin(0xa6);
		rkh_trc_u32(i % 1000);
		rkh_trc_str("name");
		rkh_trc_end();
	}
	return argument;
}

int main(void)
{
	pthread_t thread[THREADS];

	rkh_trc_init();
	for (int i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, work, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
