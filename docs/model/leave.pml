/*
 * leave.pml - the file of a process that lives is removed, for Spin
 *
 * Controllers open the file of a process, add a stream, drop it again, and remove
 * the file if the process has no library. The process's library begins with its
 * first event, ends, and may record an event behind that. The README beside this
 * file says what is checked and what is left out. Clauses P5 to P9 are those of
 * lib/stream/process.h.
 *
 * -D KILL	controllers are killed while they may remove the file
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#define CONTROLLERS 2
#define FILES 8

#ifndef EVENTS
#define EVENTS 3
#endif

#define NONE 0			/* programs: no library began */
#define RUNS 1
#define GONE 2

#ifdef KILL
#define MAY_DIE if :: me < CONTROLLERS -> atomic { lock = false; goto dead } :: skip fi
#else
#define MAY_DIE skip
#endif

byte linked;			/* the file that the name leads to; 0: none */
byte made;			/* files, so far */
byte program[FILES];
byte holders[FILES];
byte streams[FILES];
bool lock;			/* the directory's */
byte home;			/* the file that the process looks at; 0: none */
byte traced[CONTROLLERS];	/* the file in which a controller's stream is, as
				 * that has been told; 0: in none */

/* With the lock held: a file that says GONE goes, or is that program's again. */
inline decide(f, runs, done)
{
#ifdef FAULT_STREAMS_FIRST
	done = streams[f] == 0;
	done = done && holders[f] == 0;
#else
	done = holders[f] == 0;			/* P6 */
#ifndef FAULT_NO_STREAMS
	done = done && streams[f] == 0;
#endif
#endif
	MAY_DIE;
	if
	:: done -> assert(linked == f); linked = 0
	:: else -> program[f] = runs
	fi
}

/* f: a file that is to stay. */
inline open_file(f)
{
	do
	:: atomic { linked == 0 -> made++; f = made; linked = made } break
	:: atomic { linked != 0 -> f = linked }
		if
		:: program[f] == GONE ->
#ifndef FAULT_NO_LOCK
			atomic { !lock -> lock = true };	/* P7 */
#endif
			if
			:: linked == f && program[f] == GONE ->
				decide(f, NONE, done)
			:: else
			fi;
#ifndef FAULT_NO_LOCK
			lock = false
#endif
		:: else -> break
		fi
	od
}

/* done: the file is removed. The lock is not waited for. */
inline retire(f, runs, done)
{
	done = false;
	if
	:: atomic { !lock -> lock = true }
		if
		:: atomic { program[f] == runs -> program[f] = GONE }	/* P6 */
			MAY_DIE;
			decide(f, runs, done)
		:: else
		fi;
		lock = false
	:: lock
	fi
}

proctype controller(byte me)
{
	byte f;
	bool done;

again:
	open_file(f);
#ifndef FAULT_NOT_HELD
	holders[f]++;			/* P5 */
#endif
#ifndef FAULT_NO_LOOK
	if
	:: program[f] == GONE ->
		holders[f]--;
		goto again
	:: else
	fi;
#endif
	streams[f]++;
#ifndef FAULT_NOT_HELD
	holders[f]--;
#endif
	traced[me] = f;

	traced[me] = 0;
	streams[f]--;
	if
	:: streams[f] == 0 -> retire(f, NONE, done)
	:: else
	fi;
dead:
	skip
}

inline begin()
{
	do
	:: open_file(f);
#ifdef FAULT_STORED
		program[f] = RUNS;
		break
#else
		if
		:: atomic { program[f] != GONE -> program[f] = RUNS } break
		:: program[f] == GONE			/* P8 */
		fi
#endif
	od;
	home = f
}

/* The streams that trace the process when the event begins, and that do when it
 * is over, have it. */
inline event()
{
	d_step { first = traced[0]; second = traced[1]; f = home };
	if
	:: f == 0 -> begin()
	:: else
	fi;
	d_step {
		assert(first == 0 || traced[0] != first || f == first);
		assert(second == 0 || traced[1] != second || f == second);
		first = 0;
		second = 0
	}
}

inline end()
{
	f = home;
	if
	:: f != 0 && streams[f] == 0 ->
		retire(f, RUNS, done);
		if
		:: done -> home = 0		/* P9 */
		:: else
		fi
	:: else
	fi
}

proctype process()
{
	byte me = CONTROLLERS;
	byte f, first, second, i;
	bool done, ended;

	do
	:: i < EVENTS -> i++; event()
	:: i > 0 && !ended -> ended = true; end()
	:: i == EVENTS -> break
	od;
dead:
	skip
}

init {
	atomic {
		run controller(0);
		run controller(1);
		run process()
	}
}
