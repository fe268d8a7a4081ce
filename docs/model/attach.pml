/*
 * attach.pml - streams that come and go under running events, for Spin
 *
 * Two threads of a traced process record events, and a signal handler records
 * one more wherever it interrupts the first. Meanwhile controllers attach and
 * detach streams. The README beside this file says what is checked and what is
 * left out. Clauses A1 to A7 are those of lib/session/traced/attach.h, P1 to P4 those
 * of lib/stream/process.h, and R9 is that of lib/stream/ring.h.
 *
 *		stream A is attached when it begins, and is detached; stream B
 *		is attached to the same slot as soon as that is free
 * -D OWN	the traced process controls A itself, and there is no B
 * -D STARVED=n	n times a stream cannot be mapped
 * -D KILL	A stays; B is attached and detached, its controller may be
 *		killed anywhere, and another one puts things right
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef EVENTS
#define EVENTS 1		/* of each thread, and one when all is quiet */
#endif
#ifndef MORE
#define MORE 0			/* events that thread 1 makes more */
#endif
#ifndef HANDLERS
#define HANDLERS 0		/* events of handlers that interrupt thread 0 */
#endif

#define THREADS 2
#define LEVELS 2
#define FILES 2
#define A 1			/* nonces; 0: none */
#define B 2
#define STREAMS 3
#define NOBODY 7

#ifdef KILL
#define SLOTS 2
#define COUNT ((slot[0] != 0) + (slot[1] != 0))
#define NAMES(s) (slot[0] == s || slot[1] == s)
#define HAS(level, s) (has[(level) * 2] == s || has[(level) * 2 + 1] == s)
#else
#define SLOTS 1
#define COUNT (slot[0] != 0)
#define NAMES(s) (slot[0] == s)
#define HAS(level, s) (has[level] == s)
#endif

#define LEVEL (t * LEVELS + l)
#define MINE has[LEVEL * SLOTS + i]

/* The process file. */
byte slot[SLOTS], number[SLOTS];
byte word, count;			/* one word */

/* The streams' files, and their gates. */
byte file[FILES];
bool gate[STREAMS];

/* Memory of the process. */
bool mapped[STREAMS];
byte lock = NOBODY;
byte next[THREADS], stored[THREADS];	/* ... and what others see of it */
byte known[THREADS * LEVELS];
byte has[THREADS * LEVELS * SLOTS];	/* streams, by slot */
byte busy[THREADS * LEVELS];		/* with which stream's chunk */
#ifdef STARVED
byte starving = STARVED;
byte lacks[THREADS * LEVELS * SLOTS];	/* streams that it could not map */
#define LACKS lacks[LEVEL * SLOTS + i]
#endif

/* A signal handler runs while what it interrupted waits. */
chan call = [0] of { bool };
chan back = [0] of { bool };

/* What only the checker knows. */
bool attached[STREAMS], detached[STREAMS];
byte killed = NOBODY;
byte controllers, running, finished;

/* What a processor keeps back of a thread's stores becomes visible: behind a
 * locked instruction of its own, or pxt_barrier_all() of another. */
#define drain(t) stored[t] = next[t]

/* Whoever touches a stream has it mapped. */
#define touch(s) assert(mapped[s])

/* Between any two steps outside of the lock. */
inline interrupt()
{
#if HANDLERS > 0
	if
	:: signals > 0 ->
		signals--;
		call!true;
		back?true
	:: true
	fi
#else
	skip
#endif
}

inline drop_lock()
{
	lock = NOBODY
}

/* is_used(): does any level keep the stream? The looks at the threads' levels
 * commute with what these do. */
inline look_at_levels(s)
{
	u = 0;
	do
	:: u < THREADS * LEVELS ->
#ifdef FAULT_REST_FORGOTTEN
		/* A4: it may yet be entered. */
		used = used ||
			(HAS(u, s) && u % LEVELS < stored[u / LEVELS]);
#else
		used = used || (HAS(u, s) &&
			(u % LEVELS < stored[u / LEVELS] || known[u] == seen));
#endif
		u++
	:: else -> break
	od;
	u = 0
}

/* pxt_mapped_streams_sweep(), with the lock held. */
inline sweep()
{
	s = A;
	do
	:: atomic { s < STREAMS && (!mapped[s] || NAMES(s)) -> s++ }
	:: atomic { s < STREAMS && mapped[s] && !NAMES(s) -> used = false };
		/* A2 */
#ifdef FAULT_WORD_BEHIND
		d_step { drain(0); drain(1) };
		seen = word;
		d_step { look_at_levels(s) };
#else
		seen = word;
		d_step {
#ifndef FAULT_NO_BARRIER
			drain(0); drain(1);
#endif
#ifndef FAULT_NO_LOOK
			look_at_levels(s)
#endif
		};
#endif
		d_step {
			if
			:: !used -> mapped[s] = false
			:: else
			fi;
			used = false;
			seen = 0;
			s++
		}
	:: s == STREAMS -> break
	od;
	s = 0
}

/* update_slot() */
inline update_slot()
{
	d_step {
		s = slot[i];
#ifdef STARVED
		LACKS = 0;
#endif
		if
		:: s != MINE ->
			/* drop_writer() */
			if
#ifdef FAULT_DROPPED_BLINDLY
			/* A6: it may have been unmapped long ago. */
			:: MINE -> touch(MINE)
#else
			:: MINE && mapped[MINE] -> touch(MINE)
#endif
			:: else
			fi;
			MINE = (s && mapped[s] -> s : 0)
		:: else
		fi
	};
	if
	:: s != MINE ->
		f = number[i];
#ifdef STARVED
		if
		:: atomic { starving > 0 -> starving--; LACKS = s; f = 0 }
		:: true ->
#endif
		d_step {
#ifdef FAULT_ANY_FILE
			/* P4: another stream may have the number now. */
			mapped[s] = file[f] != 0;
			assert(!mapped[s] || file[f] == s);
#else
			mapped[s] = file[f] == s;
#endif
			MINE = (mapped[s] -> s : 0);
			f = 0
		}
#ifdef STARVED
		fi
#endif
	:: else
	fi;
	d_step { s = 0; i++ }
}

/* update(): a level is made anew. */
inline update()
{
#ifndef FAULT_KNOWN_LATE
	w = word; /* A3 */
#endif
	do
	:: i < SLOTS -> update_slot()
	:: else -> break
	od;
	skip;
#ifdef FAULT_KNOWN_LATE
	w = word;
#endif
	d_step { i = 0; known[LEVEL] = w }
}

/* pxt_attach_enter() */
inline enter()
{
#ifdef FAULT_WORD_EARLY
	/* A1: nobody knows yet that it looks. */
	d_step { l = next[t]; w = word };
	interrupt();
	d_step {
		next[t] = l + 1;
#else
	d_step { l = next[t]; assert(l < LEVELS); next[t] = l + 1 };
	interrupt();
	d_step {
		w = word; /* A1 */
#endif
		done = known[LEVEL] == w;
		if
		:: !done -> next[t] = l
		:: else
		fi
	};
	interrupt()
}

/* pxt_attach_enter_slowly(). Signals are blocked as long as it has the lock
 * (A5). */
inline enter_slowly()
{
	atomic {
		lock == NOBODY -> lock = t;
		l = next[t]; next[t] = l + 1; drain(t);
		done = known[LEVEL] == word
	}
#ifdef FAULT_NOT_BLOCKED
	interrupt();
#endif
	if
	:: !done -> update(); slow = true
	:: else
	fi;
	drop_lock();
	interrupt()
}

/* pxt_attach_end_event() */
inline end_event()
{
	if
	:: slow ->
		atomic { lock == NOBODY -> lock = t; slow = false };
		sweep();
		drop_lock()
	:: else
	fi
}

#ifdef STARVED
/* pxt_attach_miss() */
inline miss()
{
	if
	:: atomic { lacks[LEVEL * SLOTS] && lock == NOBODY -> lock = t };
		update();
		sweep();
		drop_lock()
	:: true
	fi;
	d_step {
		i = 0;
		do
#ifdef FAULT_NOT_COUNTED
		:: i < SLOTS -> i++	/* A7 */
#else
		:: i < SLOTS -> wrote = wrote | (LACKS -> 1 << LACKS : 0); i++
#endif
		:: else -> break
		od;
		i = 0
	}
}
#endif

/* Into one stream, or not. Why the gate is read behind busy is in ring.pml. */
inline record_into(s)
{
	d_step {
		touch(s);
		drain(t);
		busy[LEVEL] = s; /* R9 */
		done = gate[s]
	};
	interrupt();
	d_step {
		touch(s);
		assert(!done || !detached[s]); /* no record behind a detach */
		wrote = wrote | (done << s);
		busy[LEVEL] = 0
	};
	interrupt()
}

/* posix_trace_event() */
inline event()
{
	d_step {
		wants = attached[B] << B;
		done = count == 0
	};
	if
	:: done
	:: else ->
		enter();
		if
		:: !done -> enter_slowly()
		:: else
		fi;
#ifdef FAULT_LEFT_EARLY
		/* A1: it is in until it touches nothing any more. */
		d_step { next[t] = l; drain(t) };
#endif
#ifdef STARVED
		miss();
#endif
		do
		:: i < SLOTS && MINE -> record_into(MINE); i++
		:: i < SLOTS && !MINE -> i++
		:: i == SLOTS -> break
		od;
		skip;
		d_step { i = 0; next[t] = l; drain(t) }; /* A1 */
		end_event()
	fi;
	d_step {
		/* What was attached before it began has seen it. */
		assert(!(wants & ~wrote) || !attached[B]);
		wants = 0; wrote = 0; w = 0; l = 0; done = false
	}
}

proctype thread(byte t)
{
	byte l, w, i, f, s, u, seen, wants, wrote, k;
	byte signals = (t == 0 -> HANDLERS : 0);
	bool done, used, slow;

	do
	:: k < EVENTS + t * MORE -> event(); k++
	:: else -> break
	od;
	skip;
	d_step { signals = 0; k = 0; running-- };
	running == 0 && controllers == 0;
#ifndef OWN
	event();
#endif
	finished++
}

#if HANDLERS > 0
/* Of thread 0. */
proctype handler()
{
	byte t, l, w, i, f, s, u, seen, wants, wrote, signals;
	bool done, used, slow;

end:
	do
	:: call?true -> event(); back!true
	od
}
#endif

/* The word changes behind the slots, and counts these anew. */
inline change_word()
{
	do
	:: d_step { old = word; total = COUNT }; /* P3 */
		atomic {
			if
			:: word == old ->
				word++;
				count = total;
				old = 0; total = 0;
				break
			:: else
			fi
		}
	od;
	skip
}

/* pxt_stream_create(), and pxt_process_add_stream() */
inline attach(x)
{
	atomic {
		if
		:: file[0] == 0 -> f = 0
		:: else -> f = 1
		fi;
		file[f] = x
	}
#ifdef FAULT_WORD_FIRST
	/* P1: who looks now will not look again. */
	change_word();
#endif
	atomic {
		if
		:: slot[0] == 0 -> i = 0
		:: SLOTS == 2 && slot[SLOTS - 1] == 0 -> i = SLOTS - 1
		fi;
		slot[i] = x /* P1 */
	}
	number[i] = f;
	d_step { i = 0; f = 0 };
#ifndef FAULT_WORD_FIRST
	change_word();
#endif
	d_step { gate[x] = true; attached[x] = true }
}

/* pxt_steer_stop(): behind it nobody is in the middle of a record (R9). */
inline stop(x)
{
	d_step { gate[x] = false; attached[x] = false };
#ifndef FAULT_NO_SETTLE
	busy[0] != x && busy[1] != x;
	busy[2] != x && busy[3] != x;
#endif
	detached[x] = true
}

/* pxt_process_drop_stream() */
inline drop_stream(x)
{
	d_step {
		i = 0;
		do
		:: i < SLOTS && slot[i] != x -> i++
#ifdef FAULT_NUMBER_ASKED
		/* P4: killed in between, it has not told the number. */
		:: i < SLOTS && slot[i] == x && file[number[i]] != x -> i++
		:: i < SLOTS && slot[i] == x && file[number[i]] == x -> break
#else
		:: i < SLOTS && slot[i] == x -> break
#endif
		:: i == SLOTS -> break
		od
	};
	if
#ifdef FAULT_SLOT_LATER
	/* P2: a level that knows the new word may have the stream. */
	:: i < SLOTS -> change_word(); slot[i] = 0
#else
	:: i < SLOTS -> slot[i] = 0; change_word() /* P2 */
#endif
#ifndef FAULT_COUNT_LEFT
	/* P3: killed in between, it has not told. */
	:: i == SLOTS && count != COUNT -> change_word()
#endif
	:: else
	fi;
	i = 0
}

/* pxt_control_let_go(), pxt_stream_remove() */
inline let_go(x)
{
	drop_stream(x);
	d_step {
		if
		:: file[0] == x -> file[0] = 0
		:: file[1] == x -> file[1] = 0
		:: else
		fi
	}
}

#ifndef KILL
proctype attaching(byte x)
{
	byte f, i, old, total;

	attach(x);
	controllers--
}

proctype detaching(byte x)
{
	byte i, s, u, seen, old, total;
	bool used;

	stop(x);
	let_go(x);
#ifdef OWN
	/* pxt_attach_sweep() */
	atomic { lock == NOBODY -> lock = THREADS };
	sweep();
	drop_lock();
#endif
	controllers--
}
#else
proctype controller(byte x)
{
	byte f, i, old, total;

	{
		attach(x);
		stop(x);
		let_go(x);
		controllers--
	} unless {
		killed == x
	}
}

/* When another finds that the controller is dead: rescue.c. */
proctype rescuer(byte x)
{
	byte i, old, total;

	if
	:: atomic { controllers == 2 -> killed = x; controllers-- };
		if
		:: file[0] == x || file[1] == x -> stop(x); let_go(x)
		:: else
		fi
	:: controllers == 1 /* it was not killed */
	fi;
	controllers--
}
#endif

/* All is quiet, and each thread has recorded once more. */
proctype checker()
{
	byte i, s, u, seen;
	bool used;

	finished == THREADS;
#ifdef OWN
	/* Whoever sweeps next. */
	sweep();
#endif
	d_step {
		assert(next[0] == 0 && next[1] == 0); /* nobody is in */
		assert(count == COUNT);
		do
		:: s < STREAMS ->
			/* Nothing is mapped that was detached. */
			assert(!s || !mapped[s] || NAMES(s));
			s++
		:: else -> break
		od;
		do
		:: i < SLOTS ->
			assert(!slot[i] || file[number[i]] == slot[i]);
			i++
		:: else -> break
		od
	}
}

init {
	byte i;

	atomic {
		slot[0] = A;
		file[0] = A;
		word = 1;
		count = 1;
		gate[A] = true;
		attached[A] = true;
		mapped[A] = true;
		do
		:: i < THREADS * LEVELS ->
			known[i] = word;
			has[i * SLOTS] = A;
			i++
		:: else -> break
		od;
		running = THREADS;
		run thread(0);
		run thread(1);
#if HANDLERS > 0
		run handler();
#endif
		run checker();
#ifdef KILL
		controllers = 2;
		run controller(B);
		run rescuer(B)
#else
#ifdef OWN
		controllers = 1;
		run detaching(A)
#else
		controllers = 2;
		run detaching(A);
		run attaching(B)
#endif
#endif
	}
}
