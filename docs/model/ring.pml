/*
 * ring.pml - the protocol of lib/stream/ring.h, for the model checker Spin
 *
 * Two writers record, and one reader takes. With STOP a controller stops
 * them, and the reader comes afterwards; with KILL the first writer may be
 * killed anywhere, and a sexton buries its chunk. The
 * README beside this file says what is checked and what is left out. Clauses
 * R1 to R10 are those of ring.h.
 *
 * -D LOOP	a full ring overwrites its oldest chunk
 * -D STOP	a controller stops the writers
 * -D KILL	writer 0 may die
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#define WRITERS 2
#ifndef RECORDS
#define RECORDS 2		/* that each writer tries to make */
#endif
#ifndef SLOTS
#define SLOTS 3
#endif
#ifndef CAP
#define CAP 1			/* records a chunk has room for */
#endif
#ifndef BASE
#define BASE 1			/* retired chunks that make a ring full */
#endif

#ifndef PASSES
#define PASSES 2		/* that the reader makes along the way */
#endif
#ifndef FEWER
#define FEWER 0			/* records that writer 1 makes less */
#endif

#define IDS (WRITERS * RECORDS + 1)
#define NONE 7

#define FREE 0
#define OWNED 1
#define RELEASED 2
#define RETIRED 3

/* Shared memory. */
byte state[SLOTS], seq[SLOTS], tid[SLOTS];	/* one word: by CAS only */
byte tail_seq[SLOTS], tail[SLOTS];		/* one word */
bool busy[SLOTS];				/* ... and its BUSY */
byte left[SLOTS * CAP], right[SLOTS * CAP];	/* a record has two halves */
byte sequence;
bool gate = true;

/* A store that a processor keeps to itself for a while: the one that says
 * busy. Whatever it stores next drains it first; so does a locked
 * instruction, and so does pxt_barrier_all() of another (R9). */
bool pending[WRITERS];
byte pending_slot[WRITERS], pending_seq[WRITERS], pending_tail[WRITERS];

/* What only the checker knows. */
byte holder[SLOTS];
bool published[IDS], delivered[IDS], gone[IDS];
bool is_stopped;
bool ended[WRITERS], killed[WRITERS];

inline drain(w)
{
	d_step {
		if
		:: pending[w] ->
			pending[w] = false;
			busy[pending_slot[w]] = true;
			tail_seq[pending_slot[w]] = pending_seq[w];
			tail[pending_slot[w]] = pending_tail[w]
		:: else
		fi
	}
}

/* Say busy, perhaps for nobody else to see yet. */
inline say_busy(w)
{
#ifndef STOP
	d_step {
		busy[slot] = true;
		tail_seq[slot] = my_seq;
		tail[slot] = n
	}
#else
	d_step {
		pending[w] = true;
		pending_slot[w] = slot;
		pending_seq[w] = my_seq;
		pending_tail[w] = n
	}
	if
	:: drain(w)
	:: skip
	fi
#endif
}

/* The tail without busy, once everything before it is there (R6). */
inline say_done(w)
{
	atomic {
		drain(w);
		busy[slot] = false;
		tail_seq[slot] = my_seq;
		tail[slot] = n
	}
}

inline survey()
{
	d_step {
		released = NONE; free = NONE; oldest = NONE; retired = 0;
		i = 0;
		do
		:: i < SLOTS ->
			if
			:: state[i] == RELEASED && released == NONE ->
				released = i
			:: state[i] == FREE && free == NONE -> free = i
			:: state[i] == RETIRED ->
				retired++;
				if
				:: oldest == NONE -> oldest = i
				:: oldest != NONE && seq[i] < seq[oldest] ->
					oldest = i
				:: else
				fi
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
		found = NONE; found_state = FREE;
		if
		:: released != NONE -> found = released
		:: released == NONE && retired >= BASE ->
#ifdef LOOP
			found = oldest
#endif
			skip
		:: released == NONE && retired < BASE && free != NONE ->
			found = free
#ifdef LOOP
		:: released == NONE && retired < BASE && free == NONE ->
			found = oldest
#endif
		:: else
		fi;
		if
		:: found != NONE ->
			found_state = state[found];
			found_seq = seq[found]
		:: else
		fi
	}
}

/* What is overwritten is gone, if the reader has not had it. */
inline write_off(s)
{
	i = 0;
	do
	:: i < CAP ->
		if
		:: tail_seq[s] == seq[s] && i < tail[s] ->
			gone[left[s * CAP + i]] = true
		:: else
		fi;
		i++
	:: else -> break
	od;
	i = 0
}

/* Take a chunk: by CAS of the word that was found, with the next sequence
 * (R1), or the same one if somebody left it; and the owner in the word (R5).
 * done says whether it worked. */
inline take(w)
{
	my_next = found_seq;
	if
	:: found_state != RELEASED ->
#ifdef FAULT_OLD_SEQUENCE
		/* R1: the next owner's chunk looks like the last one's. */
		skip
#else
		d_step { sequence++; my_next = sequence }
#endif
	:: else
	fi;
#ifdef FAULT_BYTES_FIRST
	/* R8: bytes written before the claim can be seen. */
	if
	:: found_state == RETIRED ->
		left[found * CAP] = w * RECORDS + k + 1
	:: else
	fi;
#endif
	atomic {
		drain(w);
		done = state[found] == found_state && seq[found] == found_seq;
#ifdef FAULT_NO_CAS
		/* Whoever looked may take it. */
		done = true;
#endif
		if
		:: done ->
			assert(holder[found] == NONE); /* no two owners */
			if
			:: found_state == RETIRED -> write_off(found)
			:: else
			fi;
			holder[found] = w;
			state[found] = OWNED;
			seq[found] = my_next;
#ifndef FAULT_OWNER_LATER
			tid[found] = w
#else
			tid[found] = NONE
#endif
		:: else
		fi
	}
#ifdef FAULT_OWNER_LATER
	/* R5: killed here, it leaves a chunk that nobody owns. */
	if
	:: done -> tid[found] = w
	:: else
	fi
#endif
}

/* Give up a chunk: everything is in it by now. */
inline give_up(w, s, to)
{
	atomic {
		drain(w);
		busy[s] = false
	}
	atomic {
		assert(holder[s] == w);
		holder[s] = NONE;
		tid[s] = NONE;
		state[s] = to
	}
}

/* pxt_ring_move(): first the new one, then the old one goes. */
inline move(w)
{
	done = false;
	do
	:: survey();
		if
		:: found == NONE -> break
		:: else
		fi;
		take(w);
		if
		:: done -> break
		:: else
		fi
	od;
	if
	:: done ->
		old = slot;
		slot = found;
		my_seq = my_next;
		n = 0;
		if
		:: found_state == RELEASED && tail_seq[slot] == my_seq ->
			n = tail[slot] /* R3 */
		:: else
		fi;
		say_busy(w);
		if
		:: old != NONE -> give_up(w, old, RETIRED)
		:: else
		fi
	:: else
	fi
}

/* The two halves of a record, then the tail that covers it (R6). */
inline append(w)
{
#ifdef FAULT_TAIL_FIRST
	n++;
	say_done(w);
	published[w * RECORDS + k + 1] = true;
	left[slot * CAP + n - 1] = w * RECORDS + k + 1;
	right[slot * CAP + n - 1] = w * RECORDS + k + 1;
#else
	drain(w);
	left[slot * CAP + n] = w * RECORDS + k + 1;
	right[slot * CAP + n] = w * RECORDS + k + 1;
	n++;
	atomic {
		say_done(w);
		published[w * RECORDS + k + 1] = true;
		assert(!is_stopped) /* no record after STOP */
	}
#endif
}

/* pxt_writer_put() */
inline record(w)
{
	if
	:: slot != NONE -> say_busy(w)
	:: else
	fi;
	open = gate; /* R9 */
	if
	:: open && (slot == NONE || n == CAP) ->
		move(w);
		open = done;
#ifndef FAULT_GATE_ONCE
		/* R9: while it moved, nobody may have seen it busy. */
		if
		:: done -> open = gate
		:: else
		fi
#endif
	:: else
	fi;
	if
	:: open -> append(w)
	:: !open && slot != NONE -> say_done(w)
	:: else
	fi;
	d_step {
		/* Fewer states that differ in nothing. */
		old = 0; my_next = 0; found = 0; found_state = 0;
		found_seq = 0; released = 0; free = 0; oldest = 0; retired = 0;
		open = false; done = false
	}
}

proctype writer(byte w)
{
	byte slot = NONE, old, n, k, my_seq, my_next;
	byte i, released, free, oldest, retired;
	byte found, found_state, found_seq;
	bool open, done;

	{
		do
		:: k < RECORDS - w * FEWER ->
			record(w);
			k++
		:: else -> break
		od;
		/* pxt_ring_leave() */
		if
		:: slot != NONE && n < CAP -> give_up(w, slot, RELEASED)
		:: slot != NONE && n == CAP -> give_up(w, slot, RETIRED)
		:: else
		fi;
		d_step { slot = NONE; ended[w] = true }
	} unless {
		killed[w]
	}
}

#ifdef KILL
/* pxt_ring_bury(), when the owner is known to be dead. */
proctype sexton()
{
	byte s, i;

	if
	:: !ended[0] ->
		atomic {
			/* What it stored arrives. */
			killed[0] = true;
			drain(0)
		}
		do
		:: s < SLOTS ->
			atomic {
				if
				:: state[s] == OWNED && tid[s] == 0 ->
					holder[s] = NONE;
					tid[s] = NONE;
					if
					:: tail_seq[s] == seq[s] &&
						tail[s] == CAP ->
						state[s] = RETIRED
					:: else -> state[s] = RELEASED
					fi
				:: else
				fi
			};
			s++
		:: else -> break
		od;
		ended[0] = true
	:: ended[0]
	fi
}
#endif

/* One slot: look at it, copy, look again, deliver; free it if it was read to
 * its end. */
inline read_slot()
{
	d_step { sight_state = state[s]; sight_seq = seq[s] }
	bytes = 0;
	d_step {
#ifdef FAULT_NO_SEQUENCE
		/* R3: a tail of the last lap counts for this one. */
		bytes = tail[s];
#else
		if
		:: tail_seq[s] == sight_seq -> bytes = tail[s]
		:: else
		fi;
#endif
		if
		:: sight_state == FREE -> bytes = 0
		:: taken_seq[s] != sight_seq ->
			taken_seq[s] = sight_seq;
			taken[s] = 0
		:: else
		fi
	}
	do
	:: taken[s] < bytes && sight_state != FREE ->
		one = left[s * CAP + taken[s]];
		other = right[s * CAP + taken[s]];
		atomic {
			if
#ifdef FAULT_NO_SECOND_LOOK
			:: true -> /* R8 */
#else
			:: seq[s] == sight_seq ->
#endif
				assert(one == other); /* not torn */
				assert(one != 0 && published[one]);
				assert(!delivered[one]); /* nor twice */
				delivered[one] = true;
				taken[s] = taken[s] + 1
			:: else -> taken[s] = bytes
			fi
		}
	:: else -> break
	od;
#ifdef FAULT_FREE_EARLY
	/* R2: room is made of what somebody is still writing to. */
	if
	:: sight_state == OWNED && taken[s] == CAP ->
		atomic { state[s] = FREE }
	:: else
	fi;
#endif
	atomic {
		/* R7 */
		if
		:: sight_state == RETIRED && state[s] == RETIRED &&
			seq[s] == sight_seq -> state[s] = FREE
		:: else
		fi;
		one = 0;
		other = 0
	}
}

proctype reader()
{
	byte s, sight_state, sight_seq, bytes, one, other;
	byte taken[SLOTS], taken_seq[SLOTS];
	byte pass;
	bool last;

	do
	:: if
#ifndef STOP
		:: pass < PASSES -> pass++
#endif
		:: ended[0] && ended[1] -> last = true
		fi;
		s = 0;
		do
		:: s < SLOTS -> read_slot(); s++
		:: else -> break
		od;
		if
		:: last -> break
		:: else
		fi
	od;

	/* Nothing that was published is missing, nor owned by nobody. */
	skip;
	d_step {
		one = 1;
		do
		:: one < IDS ->
			assert(!published[one] || delivered[one] || gone[one]);
#ifndef LOOP
			assert(!gone[one]);
#endif
			one++
		:: else -> break
		od;
		s = 0;
		do
		:: s < SLOTS -> assert(state[s] != OWNED); s++
		:: else -> break
		od
	}
}

#ifdef STOP
/* Stop: shut the gate, make everybody's stores visible, wait for those that
 * are in the middle of a record; then nobody publishes any more. */
proctype controller()
{
	byte s, met_seq, met_tail;
	bool met;

	gate = false;
#ifndef FAULT_NO_BARRIER
	atomic { drain(0); drain(1) } /* R9 */
#endif
	do
	:: s < SLOTS ->
		d_step {
			met = state[s] == OWNED && tail_seq[s] == seq[s] &&
				busy[s];
			met_seq = seq[s];
			met_tail = tail[s]
		}
#ifndef FAULT_NO_WAIT
		if
		:: met ->
			/* Out, or busy with another one that sees the gate. */
			!(state[s] == OWNED && tail_seq[s] == seq[s] &&
				busy[s]) || seq[s] != met_seq ||
				tail[s] != met_tail
		:: else
		fi;
#endif
		s++
	:: else -> break
	od;
	is_stopped = true
}
#endif

init {
	byte s;

	atomic {
		do
		:: s < SLOTS -> holder[s] = NONE; tid[s] = NONE; s++
		:: else -> break
		od;
		run writer(0);
		run writer(1);
		run reader();
#ifdef STOP
		run controller();
#endif
#ifdef KILL
		run sexton()
#endif
	}
}
