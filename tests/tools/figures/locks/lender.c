/*
 * lender.c - a program with a lock that another thread gives back
 */
#include <pthread.h>

static pthread_mutex_t lent = PTHREAD_MUTEX_INITIALIZER;

static void *give_back(void *arg)
{
	pthread_mutex_unlock(&lent);
	return arg;
}

int main(void)
{
	pthread_t thread;

	pthread_mutex_lock(&lent);
	if (pthread_create(&thread, NULL, give_back, NULL))
		return 1;
	return pthread_join(thread, NULL);
}
