/*
 * tagged.pml - counts pass from stream to stream uncleared, for Spin
 *
 * A slot has counted for one stream, and another stream takes its place. Two
 * processes find that they miss the later stream, and count an event each; a
 * late thread counts for the earlier stream, whose controller takes off what
 * was counted for that. The README beside this file says what is checked.
 * Clauses U1 and U2 are those of lib/stream/unreached.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef EVENTS
#define EVENTS 1		/* of each process */
#endif
#define EARLIER 1
#define LATER 2

byte nonce = EARLIER;
byte tag = EARLIER, number = 1;	/* the word */
byte noted;			/* after the later stream began */

inline load()
{
	d_step { was_tag = tag; was = number }
}

inline load_nonce()
{
	own = nonce
}

inline add()
{
	do
	::
#ifdef FAULT_NONCE_FIRST
		load_nonce();	/* U2: the word may be a later stream's */
		load();
#else
		load();		/* U2 */
		load_nonce();
#endif
		atomic {
			if
			:: tag == was_tag && number == was ->
				if
				:: was_tag == own -> number++
				:: else -> tag = own; number = 1
				fi;
				break
			:: else
			fi
		}
	od
}

proctype process()
{
	byte was_tag, was, own, i;

	do
	:: nonce == LATER -> break
	:: else ->
#ifdef FAULT_CLEARED
		nonce = LATER;	/* U1: another has begun to count */
		d_step { tag = LATER; number = 0 }
#else
		nonce = LATER	/* U1 */
#endif
	od;
	do
	:: i < EVENTS -> add(); noted++; i++
	:: else -> break
	od
}

/* An event of the earlier stream. */
proctype late()
{
	byte was_tag, was, own;

	add()
}

/* The controller of the earlier stream. */
proctype controller()
{
	byte n;

	if
	:: atomic { tag == EARLIER -> n = number }
	:: else
	fi;
#ifdef FAULT_ANY_TAG
	atomic {
		if
		:: n && number >= n -> number = number - n	/* U2 */
		:: else
		fi
	}
#else
	atomic {
		if
		:: n && tag == EARLIER -> number = number - n	/* U2 */
		:: else
		fi
	}
#endif
}

proctype last()
{
	timeout;
	assert(tag == LATER);
	assert(number == noted || number == noted + 1)
}

init {
	atomic {
		run process();
		run process();
		run late();
		run controller();
		run last()
	}
}
