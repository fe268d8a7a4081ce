/*
 * unreached.pml - what did not reach a stream is told, for Spin
 *
 * A process counts events that it cannot record, and tells of them when it can
 * again; the controller tells of them meanwhile, and when the stream stops.
 * The README beside this file says what is checked and what is left out.
 * Clauses U1 to U4 are those of lib/stream/unreached.h.
 *
 * -D KILL	the process may be killed anywhere, and so may the controller,
 *		in whose place another one comes
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef EVENTS
#define EVENTS 2
#endif
#define NOBODY 0
#define PROCESS 1
#define CONTROLLER 2

byte count, claimed, teller;	/* of the stream's nonce (U1) */
bool open = true;		/* the stream takes records */
byte noted, told;
bool dead, left;		/* the process, the controller */
bool any_killed;

inline claim()
{
	n = count;
#ifdef FAULT_TAKEN_FIRST
	count = count - n;	/* U4: killed here, nobody knows of them */
	claimed = claimed + n;
#else
	claimed = claimed + n;	/* U4 */
#ifdef FAULT_STORED
	count = 0;		/* U2: one was added meanwhile */
#else
	d_step { count = count - n; n = 0 } /* U2 */
#endif
#endif
	n = claimed
}

inline settle()
{
	claimed = 0;		/* U4 */
	d_step { n = 0; teller = NOBODY }	/* U3 */
}

inline note()
{
	d_step { count++; noted++ }	/* U2 */
}

/* It can map the stream again. */
inline reach()
{
	if
	:: atomic { teller == NOBODY || teller == PROCESS ->
			teller = PROCESS };	/* U3 */
		claim();
		if
		:: atomic { open -> told = told + n };
			settle()
		:: else -> d_step { n = 0; teller = NOBODY }
		fi
	:: else
	fi
}

proctype process()
{
	byte n, i;

	{
		do
		:: i < EVENTS -> note(); i++;
			if
			:: true -> reach()
			:: true
			fi
		:: else -> break
		od;
		dead = true
	} unless {
		dead
	}
}

inline tell()
{
#ifdef FAULT_TOGETHER
	teller = CONTROLLER;	/* U3 */
#else
	atomic { teller != PROCESS || dead -> teller = CONTROLLER };	/* U3 */
#endif
	claim();
	told = told + n;
	settle()
}

proctype controller()
{
	byte n;

	{
		if
		:: true -> tell()
		:: true
		fi;
		left = true
	} unless {
		left
	}
}

#ifdef KILL
proctype killer()
{
	if
	:: atomic { !dead -> dead = true; any_killed = true }
	:: true
	fi;
	if
	:: atomic { !left -> left = true; any_killed = true }
	:: true
	fi
}
#endif

/* The stream stops: by who steers it last. */
proctype last()
{
	byte n;

	left;
	/* Nothing is counted any more that the stream would have taken. */
	dead || noted == EVENTS;
	open = false;
	tell();
	dead;
	assert(told + count >= noted);
	assert(any_killed || told + count == noted);
	assert(!count && !claimed)
}

init {
	atomic {
		run process();
		run controller();
#ifdef KILL
		run killer();
#endif
		run last()
	}
}
