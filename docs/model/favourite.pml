/*
 * favourite.pml - a thread takes the exclusion of ThreadX's buffer the short way,
 * for Spin
 *
 * Two threads take the exclusion, once or more; a signal handler interrupts one of
 * them between any two steps, and takes it, too. Any owner may become the
 * favourite. The README beside this file says what is checked and what is left out.
 * Clauses X1 to X7 are those of firmware/threadx/exclusion.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef EVENTS
#define EVENTS 2		/* of each thread */
#endif
#ifndef SIGNALS
#define SIGNALS 2		/* to thread 1 */
#endif
#define PLACES 2		/* of favourites, with 0 for none */

#define NONE 0
#define TRYING 1
#define TAKEN 2

byte owner;			/* a thread: 1 or 2; or a candidate: 3 or 4 */
byte favourite;			/* a place: 1 or 2 */
byte who[PLACES + 1];
bool open[PLACES + 1];

/* What the favourite stored, and what has left its processor. */
byte hold[PLACES + 1], seen[PLACES + 1];
byte used;

bool handling;			/* thread 1 is interrupted */
byte inside[3];			/* by threads */

#define OTHER (3 - me)
#define CANDIDATE (2 + me)
#define ALONE assert(!inside[OTHER])

/* Stores leave the processor in their order; nobody asks for them in between. */
inline drain()
{
	seen[1] = hold[1];
	seen[2] = hold[2]
}

/* threadx_exclusion_try() */
inline try_short_way()
{
	got = false;
	f = favourite;	/* X5: taken as ordered */
	if
	:: f && who[f] == me && hold[f] == NONE ->
#ifdef FAULT_OPEN_FIRST
		was_open = open[f];	/* X2, X4 */
		hold[f] = TRYING;
#else
		hold[f] = TRYING;
		was_open = open[f];	/* X2, X4 */
#endif
		if
		:: was_open -> hold[f] = TAKEN; got = true
		:: else -> hold[f] = NONE
		fi
	:: else
	fi
}

/* threadx_exclusion_is_mine() */
inline look_whose()
{
	mine = owner == me;
	f = favourite;
	if
	:: !mine && f && who[f] == me ->
		mine = hold[f] == TAKEN || (hold[f] == TRYING && open[f])
	:: else
	fi
}

/* close_short_way() */
inline close_short_way()
{
	if
#ifdef FAULT_CLOSED_ALREADY
	:: open[f] ->
#else
	:: open[f] || in_place ->
#endif
		open[f] = false;
#ifndef FAULT_NO_BARRIER
		atomic { drain() }	/* X4 */
#endif
	:: else
	fi;
#ifdef FAULT_TAKEN_BACK
	if
	:: who[f] == me -> hold[f] = NONE; seen[f] = NONE	/* X6 */
	:: else
	fi;
#endif
	atomic {
		if
		:: who[f] == me -> free = hold[f] == NONE
		:: who[f] != me -> free = seen[f] == NONE
		:: who[f] != me -> drain(); free = seen[f] == NONE
		fi
	}
	if
#ifdef FAULT_NOT_AWAITED
	:: true -> favourite = 0	/* X1 */
#else
	:: free -> favourite = 0
	:: !free && who[f] == me	/* X6 */
	:: !free && who[f] != me ->
		got = false;
		if
		:: !in_place -> owner = 0
		:: in_place
		fi
#endif
	fi
}

/* become_favourite(), or not */
inline perhaps_become()
{
	if
	:: true
	:: used < PLACES ->
#ifdef FAULT_PLACE_AGAIN
		f = 1;
#else
		used++;
		f = used;
#endif
		who[f] = me;
		hold[f] = TAKEN;
		open[f] = true;
		favourite = f;
		owner = 0	/* X3: taken as ordered */
	fi
}

inline take()
{
	atomic {
		in_place = owner == CANDIDATE;
		got = owner == 0 || in_place;
		if
		:: got && !in_place ->
			drain();
#ifdef FAULT_OWNER_AT_ONCE
			owner = me	/* X1 */
#else
			owner = CANDIDATE
#endif
		:: else
		fi
	}
	if
	:: got ->
		f = favourite;
		if
		:: f -> close_short_way()
		:: else
		fi;
		if
		:: got -> owner = me
		:: else
		fi;
		if
#ifdef FAULT_FAVOURITE_STAYS
		:: got -> perhaps_become()	/* X6 */
#else
		:: got && !favourite && !in_place -> perhaps_become()
		:: got && (favourite || in_place)
#endif
		:: else
		fi
	:: else
	fi
}

/* threadx_exclusion_begin(): who has waited for long gives up. */
inline begin()
{
	mine = false;
	try_short_way();
	if
	:: !got ->
		look_whose();
		do
		:: !got && !mine -> take()
		:: break
		od
	:: else
	fi
}

inline end()
{
	if
#ifdef FAULT_NOT_BACK
	:: owner == me -> owner = 0	/* X7 */
#else
	:: owner == me -> owner = (in_place -> CANDIDATE : 0)
#endif
	:: else ->
		f = favourite;
		assert(f && who[f] == me);
		hold[f] = NONE
	fi
}

/* A handler in the middle of a hold leaves its event to that. */
inline insert()
{
	begin();
	if
	:: got ->
		assert(!inside[1] && !inside[2]);
		inside[me]++;
		ALONE;
		inside[me]--;
		end()
	:: !got && mine -> ALONE
	:: else
	fi;
	got = false; mine = false; was_open = false; free = false; in_place = false;
	f = 0
}

proctype thread(byte me) provided (_pid == 2 || !handling)
{
	byte f, i;
	bool got, mine, was_open, free, in_place;

	do
	:: i < EVENTS -> insert(); i++
	:: else -> break
	od
}

proctype handler(byte me)
{
	byte f, i;
	bool got, mine, was_open, free, in_place;

	do
	:: i < SIGNALS ->
		handling = true;
		insert();
		handling = false;
		i++
	:: break
	od
}

init
{
	atomic { run thread(1); run thread(2); run handler(1) }	/* numbers 1 to 3 */
}
