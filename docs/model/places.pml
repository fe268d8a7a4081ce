/*
 * places.pml - writers take places of LiteOS's buffer, for Spin
 *
 * Writers, which may be threads or signal handlers in the midst of another one,
 * take places of a ring, write, and release them. The README beside this file says
 * what is checked and what is left out. Clauses B1 to B3 are those of
 * firmware/liteos/buffer.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef FRAMES
#define FRAMES 2		/* of each writer */
#endif
#ifndef SLOTS
#define SLOTS 2
#endif

#define ALL (WRITERS * FRAMES)

/* A position is a lap times SLOTS, and a slot; laps begin with 1. */
#define FOLLOWING(position) ((position) + 1)
#define SLOT(position) ((position) % SLOTS)
#define LAP(position) ((position) / SLOTS)

byte lap[SLOTS];		/* the turn: */
bool busy[SLOTS];
byte next = SLOTS;		/* the hint */

byte inside[SLOTS];		/* writers */
byte reached;			/* the last position of a frame that is finished */

/* find_next(): the first position that was not taken, from there on (B3) */
inline find()
{
	do
	:: atomic { lap[SLOT(position)] < LAP(position) -> break }
	:: atomic {
		lap[SLOT(position)] >= LAP(position) ->
		position = FOLLOWING(lap[SLOT(position)] * SLOTS +
				     SLOT(position))
	   }
	od
}

/* claim() */
inline claim()
{
	seen = lap[SLOT(position)];
	was_busy = busy[SLOT(position)];
	got = false;
	if
#ifdef FAULT_BUSY_TAKEN
	:: seen < LAP(position) ->	/* B1 */
#else
#ifdef FAULT_ANY_LAP
	:: !was_busy ->			/* B1 */
#else
	:: !was_busy && seen < LAP(position) ->
#endif
#endif
#ifdef FAULT_NO_CAS
		got = true;		/* B1 */
		lap[SLOT(position)] = LAP(position);
		busy[SLOT(position)] = true
#else
		atomic {
			got = lap[SLOT(position)] == seen &&
			      busy[SLOT(position)] == was_busy;
			if
			:: got ->
				lap[SLOT(position)] = LAP(position);
				busy[SLOT(position)] = true
			:: else
			fi
		}
#endif
	:: else
	fi
}

/* move_to() */
inline move()
{
	if
	:: next < FOLLOWING(position) -> next = FOLLOWING(position)	/* B3 */
	:: else
	fi
}

/* take() */
inline take()
{
	passed = 0;
	position = next;
	claim();
	do
	:: got -> break
#ifdef FAULT_NEXT_ONLY
	:: !got -> break		/* B2 */
#else
	:: !got && passed > SLOTS -> break
#endif
	:: else ->
		position = FOLLOWING(position);
		find();
		claim();
		passed++
	od;
	if
	:: got -> move()
	:: else
	fi
}

inline write()
{
	atomic {
		inside[SLOT(position)]++;
		assert(inside[SLOT(position)] == 1);
		assert(ALL > SLOTS || position > before)
	}
	inside[SLOT(position)]--;
	busy[SLOT(position)] = false;	/* B1 */
	atomic { reached = (position > reached -> position : reached) }
}

proctype writer()
{
	byte i, position, seen, passed, before;
	bool was_busy, got;

	do
	:: i < FRAMES ->
		before = reached;
		take();
		if
		:: got -> write()
		/* Others may be in all places, one after the other. */
		:: else -> assert(WRITERS >= SLOTS && ALL > SLOTS)
		fi;
		i++
	:: else -> break
	od
}

init
{
	byte i, position;

	atomic {
		do
		:: i < WRITERS -> run writer(); i++
		:: else -> break
		od
	}
	_nr_pr == 1;
	position = next;
	find();
	assert(ALL > SLOTS || position == SLOTS + ALL)
}
