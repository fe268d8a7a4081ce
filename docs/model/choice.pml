/*
 * choice.pml - who opens a name meets the last choice, for Spin
 *
 * A controller chooses by names, changes its choice, and perhaps sets a filter
 * without any. Two threads, of any processes, open a name each, and may do so
 * again. The README beside this file says what is checked and what is left out.
 * Clauses C1 to C3 are those of lib/stream/filter.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef CHANGES
#define CHANGES 2		/* of the choice */
#endif
#define NAMES 2

/* The choices: which of the names, as bits. Of a text there are two halves, and
 * each says the same. */
byte text[2];
byte choosing;

/* A word: types that pass, as bits, with the number of their choice. */
byte passes, number;

bool named[NAMES];		/* in the names file */
byte last;			/* what was chosen last */
bool by_name;
byte rule[2 * CHANGES + 4];	/* what each number stands for */
byte running;

/* pxt_filter_set(), once or twice; what is stored may still be in the
 * processor's buffer when the names are looked at, but for the fence. */
inline store(types)
{
	atomic { passes = types; number = choosing }
}

/* pxt_filter_name_opened() */
inline meet(i)
{
	n = choosing;
	if
	:: n % 2 ->
		half[0] = text[0];
		half[1] = text[1];
#ifndef FAULT_NO_SECOND_LOOK
		if
		:: choosing != n -> half[0] = 0; half[1] = 0	/* C1 */
		:: else
		fi;
#endif
		if
		:: (half[0] | half[1]) >> i & 1 ->
			atomic {
				if
#ifdef FAULT_LATE
				:: true ->	/* C2 */
#else
				:: number == n ->
#endif
					/* By what was chosen with that number. */
					assert(rule[n] >> i & 1);
					passes = passes | (1 << i)
				:: else
				fi
			}
		:: else
		fi
	:: else
	fi;
	n = 0; half[0] = 0; half[1] = 0
}

proctype opener(byte i)
{
	byte n, half[2];

#ifdef FAULT_NAMED_LATE
	meet(i);
	named[i] = true;	/* C3 */
#else
	named[i] = true;
	meet(i);
#endif
	if
	:: meet(i)
	:: true
	fi;
	running--
}

/* pxt_filter_choose() */
inline choose(which)
{
	choosing = (choosing | 1) + 1;
#ifdef FAULT_IN_FORCE_FIRST
	rule[choosing + 1] = which;
	choosing++;	/* C1 */
#endif
	text[0] = which;
	text[1] = which;
#ifndef FAULT_IN_FORCE_FIRST
	d_step { rule[choosing + 1] = which; choosing++ }
#endif
}

/* The names that there are, by pxt_steer_choose(). */
inline look_through(seen)
{
	k = 0;
	do
	:: k < NAMES ->
		if
		:: seen -> meet(k)
		:: else
		fi;
		k++
	:: else -> break
	od;
	k = 0
}

proctype controller()
{
	byte n, half[2], k, c, known;
	bool early[NAMES];

	do
	:: c < CHANGES ->
		c++;
		d_step {
			by_name = true;
			known = 0
		};
		if
		:: last = 1
		:: last = 2
		fi;
		/* Those that are known before: FILTER tells of them. */
		do
		:: k < NAMES ->
			if
			:: named[k] -> known = known | (last & (1 << k))
			:: else
			fi;
			k++
		:: else -> k = 0; break
		od;
		choose(last);
		store(passes & known);
#ifdef FAULT_NO_FENCE
		/* C3: the store is done behind the look. */
		d_step { early[0] = named[0]; early[1] = named[1] };
		store(known);
		look_through(early[k])
#else
		store(known);
#ifndef FAULT_NO_LOOK
		look_through(named[k])	/* C3 */
#endif
#endif
	:: c < CHANGES ->
		/* A filter without names. */
		d_step { c++; by_name = false; known = 0 };
		choosing = (choosing | 1) + 1;
		if
		:: last = 0
		:: last = 3
		fi;
		store(passes & last);
		store(last)
	:: else -> break
	od;
	running--
}

/* When all is quiet. */
proctype watch()
{
	byte k;

	running == 0;
	d_step {
		do
		:: k < NAMES ->
			assert(!named[k] ||
			       (passes >> k & 1) == (last >> k & 1));
			k++
		:: else -> break
		od
	}
}

init {
	atomic {
		running = 3;
		passes = 3;
		last = 3;
		run controller();
		run opener(0);
		run opener(1);
		run watch()
	}
}
