/*
 * aix_pump.c - a pump whose controller was written for AIX, with its trace hooks
 *
 *	posixtrace record -o pump.ptl -- examples/aix_pump
 *	posixtrace show --templates=examples/aix_pump.trcfmt pump.ptl
 *
 * With the argument "self" it traces itself, into the file trcfile, as programs
 * on AIX do.
 */
#include <stdio.h>
#include <string.h>

#include <sys/trcctl.h>
#include <sys/trchkid.h>
#include <sys/trcmacros.h>

/* Hooks */
enum {
	PRESSURE = HKWD_USER1, /* a reading, the wanted one */
	VALVE = HKWD_USER2,    /* which one, open or not */
	REMARK = HKWD_USER3,   /* the number of the remark, its text */
};

enum { WANTED = 500, STEPS = 40 };

struct pump {
	long pressure;
	long is_open;
};

static void turn(struct pump *pump, long is_open)
{
	static unsigned long turns;
	char remark[40];

	if (pump->is_open == is_open)
		return;
	pump->is_open = is_open;
	TRCHKL2T(VALVE, 1, is_open);
	/* The text is made only for somebody who reads it. */
	if (!trc_ishookon(0, VALVE))
		return;
	snprintf(remark, sizeof(remark), "turn at %ld kPa", pump->pressure);
	TRCGENT(0, REMARK, ++turns, strlen(remark), remark);
}

static void step(struct pump *pump)
{
	pump->pressure += pump->is_open ? 70 : -45;
	TRCHKL2T(PRESSURE, pump->pressure, WANTED);
	turn(pump, pump->pressure < WANTED);
}

int main(int argc, char **argv)
{
	const int traces_itself = argc > 1 && !strcmp(argv[1], "self");
	struct pump pump = { .pressure = 200 };
	char flags[] = "-a -m 'the pump itself'";

	if (traces_itself && trcstart(flags) < 0) {
		perror("trcstart");
		return 1;
	}
	for (int i = 0; i < STEPS; i++)
		step(&pump);
	if (traces_itself && trcstop(0)) {
		perror("trcstop");
		return 1;
	}
	printf("%ld kPa\n", pump.pressure);
	return 0;
}
