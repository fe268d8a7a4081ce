/*
 * homeless.pml - events that found no process file are told, for Spin
 *
 * Threads count events while there is no process file; one of them looks which
 * streams there are, and makes the file in the end. A stream comes at any time.
 * The README beside this file says what is checked and what is left out.
 * Clauses H1 to H3 are those of lib/session/traced/homeless.h.
 *
 * -D FAULT_x	a mistake that the checker has to find; each stands at the
 *		clause it breaks
 */

#ifndef EVENTS
#define EVENTS 2
#endif

bool lock;			/* the home's */
bool word;			/* it has a home */
bool born, counted;		/* the stream: is there, is counted for */
byte recent, row;		/* events */
byte told, recorded;
byte due;			/* began when the stream was there */
byte made;			/* all */

inline bring()
{
	d_step { told = told + row; row = 0 }
}

inline look()
{
#ifndef FAULT_FORGOTTEN_LATE
	d_step { before = recent; recent = 0 }	/* H3 */
#endif
	if
	:: born && !counted ->
#ifdef FAULT_RECENT_FIRST
		n = recent; counted = true;	/* H3 */
#else
		counted = true; n = recent;	/* H3 */
#endif
		d_step { row = row + before + n; n = 0 }
	:: else
	fi;
#ifdef FAULT_FORGOTTEN_LATE
	recent = 0;
#endif
	before = 0
}

/* An event of a thread that saw no home. */
inline miss()
{
#ifdef FAULT_WORD_FIRST
	seen = word;			/* H1 */
#endif
#ifdef FAULT_STREAMS_FIRST
	wanted = counted;		/* H3 */
	recent++;
#else
	recent++;
	wanted = counted;		/* H3 */
#endif
	if
	:: wanted -> row++
	:: else
	fi;
#ifndef FAULT_WORD_FIRST
	seen = word;			/* H1 */
#endif
	if
	:: seen -> atomic { !lock -> lock = true };
		bring();
		lock = false
	:: else
	fi;
	seen = false;
	wanted = false
}

proctype thread()
{
	byte i;
	bool seen, wanted;

	do
	:: i < EVENTS -> i++;
		d_step {
			made++;
			if
			:: born -> due++
			:: else
			fi
		}
		if
		:: word -> recorded++
		:: else -> miss()
		fi
	:: else -> break
	od
}

proctype stream()
{
	born = true
}

/* An attempt that fails, and one that does not. */
proctype settler()
{
	byte n, before;

	atomic { !lock -> lock = true };
	look();
	lock = false;

	atomic { !lock -> lock = true };
	look();
	bring();
	word = true;
#ifndef FAULT_NOT_AGAIN
	bring();			/* H2 */
#endif
	lock = false
}

init {
	atomic {
		run thread();
		run thread();
		run stream();
		run settler()
	}
	_nr_pr == 1;
	/* A stream that came when the home was there finds it. */
	assert(!counted || told + recorded >= due);
	assert(told + recorded <= 2 * made)
}
