/*
 * ring.pml - the protocol of lib/stream/ring.h, for the model checker Spin
 *
 * Two writers record, and one reader takes. The README beside this file says
 * what is checked and what is left out. Clauses R1 to R17 are those of ring.h.
 *
 * -D LOOP	a full ring overwrites its oldest chunk
 * -D STOP	a controller stops the writers, and the reader comes afterwards
 * -D KILL	writer 0 may die anywhere; a sexton buries its chunks, and an
 *		heir comes in its place
 * -D LIVES=n	writers may leave after a record, n times in all, and come back
 * -D SLOWLY	others go on while writer 1 looks for a chunk
 * -D FLOOR	a look is as exact as its floor says
 * -D SHORT	a chunk may get no more memory: its writer retires it as it is
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifdef KILL
#define WRITERS 3		/* writer 2 is the heir of writer 0 */
#else
#define WRITERS 2
#endif
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
#define BASE (SLOTS - 2)	/* retired chunks that make a ring full */
#endif

#ifndef PASSES
#define PASSES 2		/* that the reader makes along the way */
#endif
#ifndef FEWER
#define FEWER 0			/* records that writer 1 makes less */
#endif

#ifndef HEIR
#define HEIR 1			/* records that the heir makes */
#endif
#ifndef LIVES
#define LIVES 0
#endif

#if defined(KILL) && HEIR > RECORDS
#define IDS (2 * RECORDS + HEIR + 1)
#else
#define IDS (WRITERS * RECORDS + 1)
#endif
#define NONE 7

#define FREE 0
#define OWNED 1
#define RELEASED 2
#define RETIRED 3
#ifdef FAULT_LEAKED
#define LOST 4			/* no state that anybody looks for */
#endif

#if defined(STOP) || defined(FLOOR)
#define STORES_WAIT
#endif

/* Shared memory. */
byte state[SLOTS], seq[SLOTS], tid[SLOTS];	/* one word: by CAS only */
byte number[SLOTS];				/* part of it: R11 */
byte tail_seq[SLOTS], tail[SLOTS];		/* one word */
bool busy[SLOTS];				/* ... and its BUSY */
byte left[SLOTS * CAP], right[SLOTS * CAP];	/* a record has two halves */
byte sequence, retirements;
bool gate = true, is_full;				/* one word */
byte taken_seq[SLOTS], taken[SLOTS];		/* one word */
#define CLOSED 255		/* no sequence */

#ifdef STORES_WAIT
/* A store that a processor keeps to itself for a while: the one that says
 * busy. Whatever it stores next drains it first; so does a locked
 * instruction, and so does pxt_barrier_all() of another (R9). */
bool pending[WRITERS];
byte pending_slot[WRITERS], pending_seq[WRITERS], pending_tail[WRITERS];
#endif

/* What only the checker knows. */
byte holder[SLOTS];
bool published[IDS], delivered[IDS], gone[IDS];
#ifdef FLOOR
bool timed[IDS];
#endif
bool is_stopped;
bool ended[WRITERS], killed[WRITERS];
byte lives = LIVES;

/* The capacity promise (R14). A chunk is held from when its owner had filled
 * it and got the next one, or left, until the reader frees it; and each has
 * CAP records. */
bool is_held[SLOTS];
byte held;
#ifdef SLOWLY
byte most_held[WRITERS];	/* since it began to look for a chunk ... */
byte was_retired[WRITERS];	/* ... and these were retired ever since: bits */
#endif

inline hold(s)
{
	d_step {
		assert(!is_held[s] && tail_seq[s] == seq[s]);
#ifndef SHORT
		assert(tail[s] == CAP);
#endif
		is_held[s] = true;
		held++;
#ifdef SLOWLY
		most_held[0] = (held > most_held[0] -> held : most_held[0]);
		most_held[1] = (held > most_held[1] -> held : most_held[1]);
#endif
	}
}

inline let_go(s)
{
	d_step {
		held = held - is_held[s];
		is_held[s] = false;
#ifdef SLOWLY
		was_retired[0] = was_retired[0] & ~(1 << s);
		was_retired[1] = was_retired[1] & ~(1 << s);
#endif
	}
}

inline drain(w)
{
#ifdef STORES_WAIT
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
#else
	skip
#endif
}

/* Say busy, perhaps for nobody else to see yet. */
inline say_busy(w)
{
#ifndef STORES_WAIT
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

/* Of one slot. */
inline survey_slot(w)
{
	if
#ifndef FAULT_NOT_ADOPTED
	:: state[i] == RELEASED && released == NONE ->
		released = i;
		released_seq = seq[i]
#endif
	:: state[i] == FREE && free == NONE ->
		free = i;
		free_seq = seq[i]
	:: state[i] == RETIRED ->
#ifdef FAULT_COUNTED_LATE
		/* R14: these were never retired at the same time. */
		retired++;
#else
		retired = retired + (number[i] < drawn);
#endif
		if
		:: oldest == NONE -> oldest = i
#ifdef FAULT_OLDEST_SEQUENCE
		/* R11: what was taken into use first may have been filled
		 * last. */
		:: oldest != NONE && seq[i] < oldest_seq ->
#else
		:: oldest != NONE && number[i] < oldest_number ->
#endif
			oldest = i
		:: else
		fi;
		if
		:: oldest == i ->
			oldest_seq = seq[i];
			oldest_number = number[i]
		:: else
		fi
#ifdef FAULT_OWNED_COUNT
	/* R14: half empty is not full. */
	:: state[i] == OWNED -> retired++
#endif
	:: else
	fi;
	i++
}

/* What to do about what was found: try_claim(). */
inline choose(w)
{
	i = 0;
	found = NONE; found_state = FREE; found_seq = 0;
	if
	:: released != NONE ->
		found = released; found_state = RELEASED;
		found_seq = released_seq
	:: released == NONE && retired < BASE && free != NONE ->
		found = free; found_seq = free_seq
#ifdef LOOP
	:: released == NONE && (retired >= BASE || free == NONE) &&
		oldest != NONE ->
		found = oldest; found_state = RETIRED;
		found_seq = oldest_seq
#endif
	:: else
	fi;
	if
	:: found == NONE || found_state == RETIRED ->
#ifdef SLOWLY
		assert(most_held[w] >= BASE) /* R14 */
#else
		assert(held >= BASE) /* R14 */
#endif
	:: else
	fi;
	do
	:: i < SLOTS && found_state == RETIRED ->
#ifdef SLOWLY
		/* R11, of those there were all the while. */
		assert(!(was_retired[w] & (1 << i)) ||
			number[i] >= oldest_number);
#else
		assert(state[i] != RETIRED || number[i] >= oldest_number);
#endif
		i++
	:: else -> break
	od;
#ifdef SLOWLY
	most_held[w] = 0; was_retired[w] = 0;
#endif
	i = 0; drawn = 0;
	released = 0; released_seq = 0; free = 0; free_seq = 0;
	oldest = 0; oldest_seq = 0; oldest_number = 0; retired = 0
}

inline survey(w)
{
	d_step {
		released = NONE; free = NONE; oldest = NONE; retired = 0;
		drawn = retirements; /* R14 */
		i = 0;
#ifdef SLOWLY
		most_held[w] = held; was_retired[w] = 0;
		do
		:: i < SLOTS ->
			was_retired[w] = was_retired[w] |
				((state[i] == RETIRED) << i);
			i++
		:: else -> break
		od;
		i = 0
	}
	do
	:: i < SLOTS && w == 1 -> d_step { survey_slot(w) }
	:: i < SLOTS && w != 1 ->
		d_step {
			do
			:: i < SLOTS -> survey_slot(w)
			:: else -> break
			od;
			skip
		}
	:: else -> break
	od;
	skip;
	d_step {
#else
		do
		:: i < SLOTS -> survey_slot(w)
		:: else -> break
		od;
#endif
		choose(w)
	}
}

#ifdef LOOP
/* Whoever reclaimed a chunk closes what the reader has taken of it (R12), tells
 * the rest, and then begins it anew (R17): a death in between can be seen. */
inline write_off(s, next)
{
#ifndef FAULT_NOT_CLOSED
	d_step {
		if
		:: taken_seq[s] == tail_seq[s] && taken[s] < tail[s] ->
			taken_seq[s] = CLOSED
		:: else
		fi
	}
#endif
	d_step {
		i = 0;
		do
		:: i < CAP ->
			if
			:: (taken_seq[s] == CLOSED ||
				taken_seq[s] == tail_seq[s]) &&
				i >= taken[s] && i < tail[s] ->
				assert(!delivered[left[s * CAP + i]]);
				gone[left[s * CAP + i]] = true
			:: else
			fi;
			i++
		:: else -> break
		od;
		i = 0
	}
	d_step {
		if
		:: taken_seq[s] == CLOSED -> taken_seq[s] = next; taken[s] = 0
		:: else
		fi
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
			let_go(found);
			if
			:: slot != NONE -> hold(slot)
			:: else
			fi;
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
	:: done && found_state == RETIRED -> write_off(found, my_next)
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
	/* What the reader has whole takes no room (R15). */
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
	if
	:: becomes == RETIRED ->
		d_step {
			drawn = retirements;
			retirements++;
			if
			:: !is_held[s] -> hold(s) /* its owner leaves */
			:: else
			fi
		}
	:: else -> drawn = 0
	fi;
	atomic {
		assert(holder[s] == w);
		holder[s] = NONE;
		tid[s] = NONE;
		number[s] = drawn;
		state[s] = becomes;
		if
		:: becomes != RETIRED -> let_go(s)
		:: else
		fi;
		becomes = 0;
		drawn = 0
	}
}

/* pxt_ring_move(): first the new one, then the old one goes. */
inline move(w)
{
	done = false;
	do
	:: survey(w);
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
		:: else -> d_step { taken_seq[slot] = my_seq; taken[slot] = 0 }
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
/* pxt_ring_lose(), of a record for which there was no chunk */
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

/* The clock is read, and the record will have this time (R16). */
inline read_clock(w)
{
#ifdef FLOOR
	timed[w * RECORDS + k + 1] = true
#else
	skip
#endif
}

/* pxt_writer_put(), and what is quicker when there is room. */
inline record(w)
{
	if
	:: slot != NONE -> say_busy(w)
	:: else
	fi;
	/* R9; and behind FULL all is lost, until somebody has made room. */
	open = gate && !is_full;
	moves = slot == NONE || n == CAP;
#ifdef SHORT
	if
	:: true
	:: moves = true
	fi;
#endif
	if
	:: open && moves ->
#ifdef FAULT_CLOCK_KEPT
		/* R16: while it moved, nobody may have seen it busy. */
		read_clock(w);
#endif
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
		:: done -> open = gate && !is_full
		:: else
		fi
#endif
	:: else
	fi;
	if
	:: open -> read_clock(w); append(w)
	:: !open && slot != NONE -> say_done(w)
	:: else
	fi;
	d_step {
		/* Fewer states that differ in nothing. */
		old = 0; my_next = 0; found = 0; found_state = 0;
		found_seq = 0; open = false; moves = false;
		done = false
	}
}

/* pxt_ring_leave() */
inline leave(w)
{
	if
	:: slot != NONE && n < CAP -> give_up(w, slot, RELEASED)
	:: slot != NONE && n == CAP -> give_up(w, slot, RETIRED)
	:: else
	fi;
	d_step { slot = NONE; n = 0; my_seq = 0 }
}

proctype writer(byte w)
{
	byte slot = NONE, old, n, k, my_seq, my_next;
	byte i, released, released_seq, free, free_seq, retired;
	byte oldest, oldest_seq, oldest_number;
	byte found, found_state, found_seq, drawn, becomes;
	bool open, moves, done;

	{
		do
		:: k < (w == 2 -> HEIR : RECORDS - w * FEWER) ->
			record(w);
			k++;
			if
			:: lives > 0 && slot != NONE -> lives--; leave(w)
			:: true
			fi
		:: else -> break
		od;
		leave(w);
		d_step { k = 0; ended[w] = true }
	} unless {
		killed[w]
	}
}

#ifdef KILL
/* pxt_ring_bury(), when the owner is known to be dead; pxt_ring_disown() does
 * the same with a chunk of the controller's. */
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
					/* R17: it died before it could. */
					if
#ifdef FAULT_CLOSED_TOLD
					:: tail_seq[s] != seq[s] &&
						taken_seq[s] != CLOSED ->
#else
					:: tail_seq[s] != seq[s] ->
#endif
						write_off(s, seq[s])
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
						state[s] = RETIRED;
						if
						:: !is_held[s] -> hold(s)
						:: else
						fi
#ifdef FAULT_LEAKED
					/* R14: the dead keep what they had. */
					:: else -> state[s] = LOST
#else
					:: else -> state[s] = RELEASED
#endif
					fi
				:: else
				fi
			};
			s++
		:: else -> break
		od;
		ended[0] = true;
		run writer(2)
	:: ended[0] -> ended[2] = true
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
		:: taken_seq[s] != sight_seq -> /* ESTALE */
#ifndef LOOP
			assert(false);
#endif
			mine[s] = bytes
		:: else ->
			taken[s] = mine[s] + 1;
			assert(!delivered[one]); /* not twice */
			assert(!gone[one]);
			delivered[one] = true;
			mine[s] = mine[s] + 1
		fi
	}
}

#ifdef FLOOR
/* pxt_ring_look_within(): wait for who is busy, unless it was out meanwhile. */
inline await_busy()
{
#ifndef FAULT_NOT_PATIENT
	if
	:: state[s] == OWNED && tail_seq[s] == seq[s] && busy[s] ->
		d_step { sight_seq = seq[s]; bytes = tail[s] }
		!(state[s] == OWNED && tail_seq[s] == seq[s] && busy[s]) ||
			seq[s] != sight_seq || tail[s] != bytes
	:: else
	fi
#else
	/* R16 */
	skip
#endif
}
#endif

/* One slot: look at it, copy, look again, take; free it if it was read to its
 * end. */
inline read_slot()
{
#ifdef FLOOR
	await_busy();
#endif
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
		/* R7; what has retired since may have more. */
		if
		:: sight_state != FREE && state[s] == RETIRED &&
#ifndef FAULT_FREE_UNREAD
			mine[s] >= tail[s] &&
#endif
			seq[s] == sight_seq ->
			state[s] = FREE;
			number[s] = 0;
			let_go(s)
		:: else
		fi;
		one = 0;
		other = 0
	}
}

/* Behind a look, all that was published before it is there, or known to be
 * lost; and so is what has a time before it, however late it is published. */
inline begin_look()
{
	d_step {
		one = 1;
		do
		:: one < IDS ->
			before[one] = published[one];
#ifdef FLOOR
			before[one] = timed[one];
#endif
			one++
		:: else -> break
		od;
		one = 0
	}
#if defined(FLOOR) && !defined(FAULT_UNSEEN)
	atomic { drain(0); drain(1) } /* R16 */
#endif
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
		:: ended[0] && ended[1] && ended[WRITERS - 1] -> last = true
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
		:: s < SLOTS ->
			assert(state[s] != OWNED && !is_held[s]);
			s++
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
