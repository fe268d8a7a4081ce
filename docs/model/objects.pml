/*
 * objects.pml - the table of objects that processes share, for Spin
 *
 * Two processes enter objects, record events that name them, rename and end
 * them; a second thread of one ends what the first has entered, whenever it
 * likes. The log's thread looks through the table and tells what is new. The
 * README beside this file says what is checked and what is left out. Clauses
 * O1 to O6 are those of lib/stream/objects.h.
 *
 * -D KILL	process 0 may be killed between any two steps
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef OBJECTS
#define OBJECTS 1		/* of process 0, one after the other */
#endif
#ifndef OTHERS
#define OTHERS 1		/* of process 1 */
#endif
#ifndef LOOKS
#define LOOKS 1			/* of the log, before all is quiet */
#endif

#ifndef SLOTS
#define SLOTS 1			/* of a page each */
#endif
#define HEIR 2			/* comes when all have ended */
#define NONE 255

#define FREE 0			/* what a tag says */
#define BUSY 1
#define LIVE 2
#define GONE 3

#define MARK(serial) (128 + (serial))
#define WHEN(serial, t) (2 * (serial) + (t))

/* The names file. A tag is one word. */
byte hand, changes;
bool shown[SLOTS];
byte serial[SLOTS], owner[SLOTS], state[SLOTS];
byte address[SLOTS], name[SLOTS], until[SLOTS];
byte number[SLOTS];

/* What a thread of process 0 shares with the other: registry.c. */
byte known = NONE, known_serial;

/* What only the checker knows. */
bool backed[SLOTS];
byte is_address[SLOTS], is_name[SLOTS];	/* of this serial */
byte said[SLOTS];			/* when it ended */
byte out[SLOTS];			/* the serial that an event names */
bool dead[3];
byte objects, running, finished;
bool quiet;

/* Whoever touches a slot has memory there. */
#define touch(s) assert(backed[s])

/* take_slot(): in one step */
inline make_busy(s, p)
{
#ifdef FAULT_SERIAL_KEPT
	if
	:: !serial[s] -> serial[s] = 1
	:: else
	fi;
#else
	serial[s]++;
#endif
	owner[s] = p;
	state[s] = BUSY;
	said[s] = 0;
	mine = serial[s]
}

/* write_words(), fill(), count_change() */
inline fill(s, a, n, p)
{
#ifdef FAULT_COUNTED_FIRST
	changes++;	/* O4: who looks now will not look again */
#endif
#ifdef FAULT_LIVE_FIRST
	state[s] = LIVE;	/* O1 */
#endif
	d_step { touch(s); address[s] = a };
	d_step { touch(s); name[s] = n };
	until[s] = MARK(mine);
	/* O1, O2: nobody else has taken it. */
	d_step {
		assert(serial[s] == mine && owner[s] == p);
		state[s] = LIVE
	};
#ifndef FAULT_COUNTED_FIRST
	changes++	/* O4 */
#endif
}

/* back() */
inline back(s)
{
	if
	:: shown[s]
	:: else ->
#ifdef FAULT_BIT_FIRST
		shown[s] = true;	/* O3 */
		backed[s] = true
#else
		backed[s] = true;
		shown[s] = true	/* O3 */
#endif
	fi
}

/* is_left(): of a tag as it was read. Ending, one's own and others', is known
 * to the system. */
inline ask_whether_left()
{
	left = st == FREE || st == GONE;
#ifdef FAULT_BUSY_TAKEN
	left = left || (thoroughly && st == BUSY);	/* O5 */
#else
#ifndef FAULT_BUSY_FOR_EVER
	left = left || (thoroughly && st == BUSY && dead[by]);	/* O5 */
#endif
#endif
#ifdef FAULT_LIVE_TAKEN
	left = left || (thoroughly && st == LIVE)
#else
	left = left || (thoroughly && st == LIVE && dead[by])
#endif
}

/* find_room(): s is NONE if there is none */
inline find_room(p)
{
	tries = 2 * SLOTS;
	do
	:: tries ->
		d_step {
			thoroughly = tries <= SLOTS;
			tries--;
			s = hand;
			hand = (hand + 1) % SLOTS
		};
		back(s);
		d_step {
			touch(s);
			sr = serial[s]; st = state[s]; by = owner[s];
			ask_whether_left()
		};
		if
		:: left ->
#ifdef FAULT_TAKEN_BLINDLY
			if
			:: true -> d_step {
#else
			if
			:: d_step { serial[s] == sr && state[s] == st &&
				    owner[s] == by ->
#endif
				/* It was of the living. */
				assert(st != LIVE || dead[by]);
				make_busy(s, p);
				number[s]++;	/* O6 */
				is_address[s] = objects + 1;
				is_name[s] = 2 * (objects + 1);
				objects++
			};
			break
#ifndef FAULT_TAKEN_BLINDLY
			:: else
#endif
			fi
		:: else
		fi;
		s = NONE
	:: else -> s = NONE; break
	od
}

/* pxt_objects_add() */
inline add(p)
{
	find_room(p);
	if
	:: s != NONE ->
#ifdef FAULT_EVENT_FIRST
		out[s] = mine;	/* O2 */
#endif
		fill(s, is_address[s], is_name[s], p)
	:: else
	fi
}

/* pxt_objects_rename(): mine is NONE if it is no more */
inline rename(s, p)
{
	d_step { sr = serial[s]; st = state[s]; by = owner[s] };
	if
	:: st == LIVE && sr == mine ->
		a = address[s];
		n = name[s];
		if
		:: d_step { serial[s] == sr && state[s] == st ->
				make_busy(s, p);
#ifdef FAULT_RENAME_NUMBERED
				number[s]++;	/* O6 */
#endif
				is_name[s] = n + 1
			};
			fill(s, a, n + 1, p)
		:: else -> mine = NONE
		fi
	:: else -> mine = NONE
	fi
}

/* pxt_objects_end(), by a thread */
inline end(s, handle, t)
{
	d_step { sr = serial[s]; st = state[s] };
	if
	:: st == LIVE && sr == handle ->
#ifdef FAULT_END_STORED
		until[s] = WHEN(handle, t);	/* O1: of whom? */
#else
		d_step {
			left = until[s] == MARK(handle);
			if
			:: left -> until[s] = WHEN(handle, t)
			:: else
			fi
		};
#endif
#ifdef FAULT_NOT_HELPED
		if
		:: left ->
#endif
		d_step {
			left = serial[s] == handle && state[s] == LIVE;
			if
			:: left -> state[s] = GONE
			:: else
			fi
		};
		if
		:: left -> changes++	/* O4 */
		:: else
		fi
#ifdef FAULT_NOT_HELPED
		:: else
		fi
#endif
	:: else
	fi;
	/* Behind it, it has ended. */
	assert(serial[s] != handle || state[s] != LIVE)
}

/* Those of process p, one after the other. */
inline live(p, count)
{
	do
	:: k < count ->
		add(p);
		if
		:: s != NONE ->
			d_step {
				out[s] = mine;	/* O2 */
				if
				:: p == 0 -> known = s; known_serial = mine
				:: else
				fi
			};
			if
			:: p == 0 ->
				rename(s, p);
				if
				:: mine != NONE ->
					d_step {
						out[s] = mine;
						known_serial = mine
					}
				:: else -> mine = known_serial
				fi
			:: else
			fi;
			if
			:: p == 0 || k + 1 < count -> end(s, mine, 0)
			:: else /* it stays */
			fi
		:: else
		fi;
		d_step {
			k++; s = 0; sr = 0; st = 0; by = 0; left = false;
			a = 0; n = 0; mine = 0; tries = 0; thoroughly = false
		}
	:: else -> break
	od
}

proctype process(byte p)
{
	byte k, s, sr, st, by, a, n, mine, tries;
	bool left, thoroughly;

	{
		if
		:: p == 0 -> live(p, OBJECTS)
		:: else -> live(p, OTHERS)
		fi;
		running--
	} unless {
		dead[p]
	}
}

/* Of process 0. */
proctype thread()
{
	byte s, handle, sr, st;
	bool left;

	{
		if
		:: d_step { known != NONE -> s = known; handle = known_serial };
			end(s, handle, 1)
		:: true
		fi;
		running--
	} unless {
		dead[0]
	}
}

#ifdef KILL
proctype killer()
{
	if
	:: d_step { running == 3 -> dead[0] = true; running = running - 2 }
	:: running < 3
	fi
}
#endif

/* leave_past(): what is being entered, or renamed, may be found yet. */
inline pass(s)
{
	d_step {
		if
		:: number_seen[s] != nr ->
			missed = missed + nr - 1 - number_seen[s];
			number_seen[s] = nr - 1
		:: else
		fi
	}
}

/* write_slot() */
inline find(s, a)
{
	if
	:: number_seen[s] != nr ->
		missed = missed + nr - 1 - number_seen[s];
		number_seen[s] = nr
	:: else
	fi;
	if
	:: !(found >> a & 1) -> found = found | 1 << a; different++
	:: else
	fi
}

/* pxt_objects_look(), and what session/transfer/announced_objects.c makes of it */
inline look(s)
{
	if
	:: !shown[s]	/* O3 */
	:: else ->
		d_step {
			touch(s);
			sr = serial[s]; st = state[s]; nr = number[s];
			want_address = is_address[s]; want_name = is_name[s];
			/* An event named it before this look. */
			assert(st >= LIVE || out[s] != sr || !sr)
		};
		if
		:: st >= LIVE && (told[s] != sr || (st == GONE && !ended[s])) ->
			a = address[s];
			n = name[s];
			u = until[s];
			d_step {
#ifdef FAULT_NO_SECOND_LOOK
				left = true;	/* O1 */
#else
				left = serial[s] == sr;	/* O1 */
#endif
				if
				:: left ->
					assert(a == want_address);
					assert(n == want_name);
					told[s] = sr;
					ended[s] = st == GONE;
					find(s, a)
				:: else
				fi
			}
		:: st == BUSY -> pass(s)
		:: else
		fi;
		/* Whoever asks twice is told the same end. */
		if
		:: st == GONE ->
			u = until[s];
			d_step {
				if
				:: serial[s] == sr ->
					assert(u / 2 == sr);
					assert(!said[s] || said[s] == u);
					said[s] = u
				:: else
				fi
			}
		:: else
		fi
	fi;
	d_step {
		sr = 0; st = 0; nr = 0; a = 0; n = 0; u = 0; left = false;
		want_address = 0; want_name = 0
	}
}

/* pxt_announced_objects_write() */
inline look_through()
{
	now = changes;	/* O4 */
	if
	:: now != seen ->
		look(0);
#if SLOTS > 1
		look(1);
#endif
		seen = now
	:: else
	fi;
	now = 0
}

/* When all is quiet nothing is left to tell, but what who was killed did not
 * count. */
#define TOLD(s) \
	(out[s] != serial[s] || !out[s] || (told[s] == serial[s] && \
		(dead[0] || ended[s] == (state[s] == GONE))))

/* O6: each that was entered is found, or missed, or was not looked at. */
#if SLOTS > 1
#define UNSEEN (number[0] - number_seen[0] + number[1] - number_seen[1])
#else
#define UNSEEN (number[0] - number_seen[0])
#endif

proctype log()
{
	byte k, seen, now, sr, st, a, n, u, want_address, want_name;
	byte told[SLOTS], number_seen[SLOTS], nr, missed, found, different;
	bool ended[SLOTS];
	bool left;

	do
	:: k < LOOKS -> look_through(); k++
	:: running == 0 -> break
	od;
	running == 0;
	look_through();
	d_step {
		assert(TOLD(0) && TOLD(SLOTS - 1));
		assert(different + missed + UNSEEN == objects);
		quiet = true
	}
}

/* All others have ended: there is room for as many as there are slots. */
proctype heir()
{
	byte k, s, sr, st, by, mine, tries;
	bool left, thoroughly;

	atomic { quiet -> dead[0] = true; dead[1] = true };
	atomic {
		do
		:: k < SLOTS -> add(HEIR); assert(s != NONE); k++
		:: else -> break
		od
	}
}

init {
	atomic {
		running = 3;
		run process(0);
		run process(1);
		run thread();
		run log();
		run heir();
#ifdef KILL
		run killer()
#endif
	}
}
