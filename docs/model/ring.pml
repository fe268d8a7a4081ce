/*
 * ring.pml - the protocol of lib/stream/ring.h, for the model checker Spin
 *
 * Two writers record, and one reader takes. With STOP a controller stops
 * them, and the reader comes afterwards; with KILL the first writer may be
 * killed anywhere, and a sexton buries its chunk. The
 * README beside this file says what is checked and what is left out. Clauses
 * R1 to R13 are those of ring.h.
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
byte number[SLOTS];				/* part of it: R11 */
byte tail_seq[SLOTS], tail[SLOTS];		/* one word */
bool busy[SLOTS];				/* ... and its BUSY */
byte left[SLOTS * CAP], right[SLOTS * CAP];	/* a record has two halves */
byte sequence, retirements;
bool gate = true, is_full;				/* one word */
#ifdef LOOP
byte taken_seq[SLOTS], taken[SLOTS];		/* one word */
#endif

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
#ifdef FAULT_OLDEST_SEQUENCE
				/* R11: what was taken into use first may have
				 * been filled last. */
				:: oldest != NONE && seq[i] < seq[oldest] ->
#else
				:: oldest != NONE &&
					number[i] < number[oldest] ->
#endif
					oldest = i
				:: else
				fi
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
		do
		:: i < SLOTS && oldest != NONE ->
			assert(state[i] != RETIRED ||
				number[i] >= number[oldest]);
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

#ifdef LOOP
/* Whoever reclaimed a chunk tells what the reader has not taken of it, and
 * closes that (R12). */
inline write_off(s)
{
	d_step {
		i = 0;
		do
		:: i < CAP ->
			if
			:: taken_seq[s] == tail_seq[s] && i >= taken[s] &&
				i < tail[s] ->
				assert(!delivered[left[s * CAP + i]]);
				gone[left[s * CAP + i]] = true
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0;
#ifndef FAULT_NOT_CLOSED
		taken_seq[s] = 0;
#endif
		taken[s] = 0
	}
}
#endif

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
#ifdef LOOP
	if
	:: done && found_state == RETIRED -> write_off(found)
	:: else
	fi;
#endif
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
	becomes = to;
#ifdef LOOP
	/* What the reader has whole takes no room. */
	if
	:: to == RETIRED && taken_seq[s] == tail_seq[s] &&
#ifdef FAULT_FREE_UNTAKEN
		taken[s] + 1 == tail[s] ->
#else
		taken[s] == tail[s] ->
#endif
		becomes = FREE
	:: else
	fi;
#endif
	if
	:: becomes == RETIRED -> d_step { drawn = retirements; retirements++ }
	:: else -> drawn = 0
	fi;
	atomic {
		assert(holder[s] == w);
		holder[s] = NONE;
		tid[s] = NONE;
		number[s] = drawn;
		state[s] = becomes;
		becomes = 0;
		drawn = 0
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
#ifdef LOOP
		:: else -> d_step { taken_seq[slot] = my_seq; taken[slot] = 0 }
#else
		:: else
#endif
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

#ifndef LOOP
/* pxt_ring_lose() */
inline lose()
{
	if
	:: gate && !is_full ->
#ifdef FAULT_FULL_ANYWAY
		atomic { is_full = true; assert(gate) }
#else
		/* FULL is set while OPEN, by CAS. */
		atomic {
			if
			:: gate -> is_full = true; assert(gate)
			:: else
			fi
		}
#endif
	:: else
	fi
}
#endif

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
#ifndef LOOP
		if
		:: !done -> lose()
		:: else
		fi;
#endif
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
	byte found, found_state, found_seq, drawn, becomes;
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
#if defined(LOOP) && !defined(FAULT_UNTOLD)
					/* It died before it could. */
					if
					:: tail_seq[s] != seq[s] ->
						write_off(s)
					:: else
					fi;
#endif
					holder[s] = NONE;
					tid[s] = NONE;
					if
					:: tail_seq[s] == seq[s] &&
						tail[s] == CAP ->
						number[s] = retirements;
						retirements++;
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

/* Behind this, whoever reclaimed the chunk has told what it overwrote. */
inline await_begun()
{
#if defined(LOOP) && !defined(FAULT_NOT_AWAITED)
	/* R13 */
	!(state[s] == OWNED && tail_seq[s] != seq[s]) ||
		(tid[s] != NONE && killed[tid[s]])
#else
	skip
#endif
}

/* What was copied is taken, if nobody has reclaimed the chunk by now (R12).
 * What is taken is delivered. */
inline take_copy()
{
	atomic {
		if
#ifdef LOOP
		:: taken_seq[s] != sight_seq -> /* ESTALE */
			mine[s] = bytes
		:: else ->
			taken[s] = mine[s] + 1;
#else
		:: true ->
#endif
			assert(!delivered[one]); /* not twice */
			assert(!gone[one]);
			delivered[one] = true;
			mine[s] = mine[s] + 1
		fi
	}
}

/* One slot: look at it, copy, look again, take; free it if it was read to its
 * end. */
inline read_slot()
{
	do
	:: d_step { sight_state = state[s]; sight_seq = seq[s]; bytes = 0 }
		d_step {
			waits = false;
			if
			:: sight_state == FREE
#ifdef FAULT_NO_SEQUENCE
			/* R3: a tail of the last lap counts for this one. */
			:: sight_state != FREE -> bytes = tail[s]
#else
			:: sight_state != FREE && tail_seq[s] == sight_seq ->
				bytes = tail[s]
#if defined(LOOP) && !defined(FAULT_NOT_AWAITED)
			:: sight_state == OWNED && tail_seq[s] != sight_seq ->
				waits = true /* R13 */
#endif
			:: else
#endif
			fi
		}
		if
		:: waits -> await_begun();
			if
			:: killed[0] -> break
			:: else
			fi
		:: else -> break
		fi
	od;
	skip;
	d_step {
		waits = false;
		if
		:: sight_state != FREE && mine_seq[s] != sight_seq ->
			mine_seq[s] = sight_seq;
			mine[s] = 0
		:: else
		fi
	}
	do
	:: mine[s] < bytes && sight_state != FREE ->
#ifdef FAULT_TAKEN_FIRST
		/* R12: what was not copied yet may still be overwritten. */
		atomic {
			if
			:: taken_seq[s] == sight_seq -> taken[s] = mine[s] + 1
			:: else
			fi
		}
#endif
		one = left[s * CAP + mine[s]];
		other = right[s * CAP + mine[s]];
		if
#ifdef FAULT_NO_SECOND_LOOK
		:: true -> /* R8 */
#else
		:: atomic {
			seq[s] == sight_seq ->
#endif
			assert(one == other); /* not torn */
			assert(one != 0 && published[one]);
#ifndef FAULT_NO_SECOND_LOOK
			}
#endif
			take_copy()
		:: seq[s] != sight_seq -> mine[s] = bytes
		fi;
		await_begun()
	:: else -> break
	od;
#ifdef FAULT_FREE_EARLY
	/* R2: room is made of what somebody is still writing to. */
	if
	:: sight_state == OWNED && mine[s] == CAP ->
		atomic { state[s] = FREE }
	:: else
	fi;
#endif
	atomic {
		/* R7 */
		if
		:: sight_state == RETIRED && state[s] == RETIRED &&
			seq[s] == sight_seq -> state[s] = FREE; number[s] = 0
		:: else
		fi;
		one = 0;
		other = 0
	}
}

/* Behind a look, all that was published before it is there, or known to be
 * lost. */
inline begin_look()
{
	d_step {
		one = 1;
		do
		:: one < IDS -> before[one] = published[one]; one++
		:: else -> break
		od;
		one = 0
	}
}

inline end_look()
{
	d_step {
		one = 1;
		do
		:: one < IDS ->
#ifndef KILL
			assert(!before[one] || delivered[one] || gone[one]);
#endif
			before[one] = false;
			one++
		:: else -> break
		od;
		one = 0
	}
}

proctype reader()
{
	byte s, sight_state, sight_seq, bytes, one, other;
	byte mine[SLOTS], mine_seq[SLOTS];
	bool before[IDS];
	bool waits;
	byte pass;
	bool last;

	do
	:: if
#ifndef STOP
		:: pass < PASSES -> pass++
#endif
		:: ended[0] && ended[1] -> last = true
		fi;
		begin_look();
		s = 0;
		do
		:: s < SLOTS -> read_slot(); s++
		:: else -> break
		od;
		end_look();
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
			assert(!delivered[one] || !gone[one]);
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
