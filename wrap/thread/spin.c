/* spin.c - spin locks */
#include <pthread.h>

#include "wrap/calls/next.h"
#include "wrap/event/events.h"

WRAPPER int pthread_spin_lock(pthread_spinlock_t *lock)
{
	int result;

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return NEXT(pthread_spin_lock)(lock);
	result = NEXT(pthread_spin_trylock)(lock);
	if (result) {
		RECORD_OBJECT(spin_wait, lock, CALLER);
		result = NEXT(pthread_spin_lock)(lock);
	}
	RECORD_OBJECT(spin_lock, lock, CALLER);
	return result;
}

WRAPPER int pthread_spin_trylock(pthread_spinlock_t *lock)
{
	int result = NEXT(pthread_spin_trylock)(lock);

	if (!wrap_wants(WRAP_MUTEX, CALLER))
		return result;
	if (result)
		RECORD_OBJECT(spin_busy, lock, CALLER);
	else
		RECORD_OBJECT(spin_lock, lock, CALLER);
	return result;
}

WRAPPER int pthread_spin_unlock(pthread_spinlock_t *lock)
{
	if (wrap_wants(WRAP_MUTEX, CALLER))
		RECORD_OBJECT(spin_unlock, lock, CALLER);
	return NEXT(pthread_spin_unlock)(lock);
}
