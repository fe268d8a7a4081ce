/*
 * index.pml - where the objects of a process are in its family's table, for
 * Spin
 *
 * Two threads enter an object each, find it, and leave it, twice; what was
 * there before has left its entry, and a third thread, which does not know,
 * leaves it once more, and decides of it. The README beside this file says what
 * is checked and what is left out. Clauses I1 to I3 are those of
 * lib/session/traced/index.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef ENTRIES
#define ENTRIES 1		/* all of one window */
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define OLD 1			/* hashes: of who was there before, */
#define FIRST 2			/* and of the two threads */
#define NONE 255

/* A handle and a decision are those of an object: its hash. */
byte hash[ENTRIES], handle[ENTRIES], decision[ENTRIES];
bool used[ENTRIES];		/* one word with hash */

/* What only the checker knows. */
byte running;

/* pxt_index_find() */
inline find(h)
{
	e = 0;
	do
	:: e < ENTRIES ->
		if
		:: hash[e] == h -> break
		:: else -> e++
		fi
	:: else -> e = NONE; break
	od
}

/* take(): e is NONE if it is another's */
inline take(h)
{
#ifdef FAULT_TAKEN_IF_EMPTY
	d_step { is = hash[e]; free = hash[e] == h || !used[e] };
	if
	:: !free -> free = !handle[e] && !decision[e]	/* I1 */
	:: else
	fi;
	d_step {
		if
		:: free && hash[e] == is -> hash[e] = h; used[e] = true
		:: else -> e = NONE
		fi;
		free = false; is = 0
	}
#else
	atomic {
		if
		:: !used[e] -> hash[e] = h; used[e] = true	/* I1 */
		:: used[e] && hash[e] == h
		:: else -> e = NONE
		fi
	}
#endif
}

/* pxt_index_take() */
inline find_place(h)
{
	find(h);
	if
	:: e != NONE -> take(h)
	:: else
	fi;
	n = 0;
	do
	:: e == NONE && n < ENTRIES -> e = n; n++; take(h)
	:: else -> break
	od;
	n = 0
}

/* pxt_index_handle() */
inline ask(h)
{
	was = handle[e];
#ifndef FAULT_HANDLE_OF_ANY
	if
	:: hash[e] == h	/* I2 */
	:: else -> was = 0
	fi
#endif
}

/* pxt_index_leave() */
inline leave(h)
{
	find(h);
	if
	:: e != NONE ->
		ask(h);
		/* I3 */
		d_step {
			if
			:: decision[e] == h -> decision[e] = 0
			:: else
			fi
		};
#ifdef FAULT_LEFT_BLINDLY
		handle[e] = 0;	/* I2 */
#else
		d_step {
			if
			:: was && handle[e] == was -> handle[e] = 0
			:: else
			fi
		};
#endif
		d_step {
			if
			:: hash[e] == h && used[e] -> used[e] = false
			:: else
			fi
		}
	:: else
	fi;
	was = 0
}

/* Who has an entry is found in it; others' decisions are not his. */
inline look(h)
{
	find(h);
	assert(e != NONE);
	ask(h);
	assert(was == h);
	was = decision[e];
#ifndef FAULT_ANY_DECISION
	if
	:: was == h	/* I3 */
	:: else -> was = 0
	fi;
#endif
	assert(!was || was == h);
	was = 0
}

proctype thread(byte h)
{
	byte e, n, k, was, is;
	bool free;

	do
	:: k < ROUNDS ->
		k++;
		find_place(h);
		if
		:: e != NONE ->
			handle[e] = h;
			if
			:: decision[e] = h
			:: true
			fi;
			look(h);
			leave(h);
			find(h);
			if
			:: e != NONE -> ask(h); assert(!was)
			:: else
			fi
		:: else
			/* There are as many entries as threads, or one. */
			assert(ENTRIES == 1)
		fi
	:: else -> break
	od;
	running--
}

/* It has found the entry when that was still the old one's. */
proctype stranger()
{
	byte e, was;

	find(OLD);
	if
	:: e != NONE -> decision[e] = OLD
	:: else
	fi;
	leave(OLD);
	running--
}

/* When all is quiet all entries are to be had. */
proctype watch()
{
	byte k;

	running == 0;
	d_step {
		do
		:: k < ENTRIES ->
			assert(!used[k] && !handle[k]);
			k++
		:: else -> break
		od
	}
}

init {
	byte k;

	atomic {
		do
		:: k < ENTRIES -> hash[k] = OLD; k++
		:: else -> break
		od;
		running = 3;
		run thread(FIRST);
		run thread(FIRST + 1);
		run stranger();
		run watch()
	}
}
