/* hooks.c - a program with hooks of all kinds, in C and in C++ */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/trchkid.h>
#include <sys/trcmacros.h>

static int calls;

static int next(void)
{
	return ++calls;
}

int main(int argc, char **argv)
{
	static char buf[5000];
	char text[] = "some bytes";
	char *where = argc > 9 ? argv[9] : text;

	memset(buf, 'x', sizeof(buf));
	errno = 99;
	for (int i = 0; i < 3; i++)
		TRCHKL1T(HKWD_USER1, i);
	TRCHKL0(HKWD_USER1);
	TRCHKL0T(HKWD_USERF | 0xffff);
	/* The last digit of an id below 1000 is no part of it. */
	TRCHKL5(0x011E0005, 1, 2, 3, 4, 5);
	TRCHKL5T(0x7F0E0007, -1, 'a', next(), 4ul << 40, 1.9);
	TRCHKL2(0x12300000, where != text, next());
	TRCHKL2T(0x12300000, next(), 1);
	TRCHKL3(0x12300000, 1, 2, 3);
	TRCHKL3T(0x12300000, 1, 2, 3);
	TRCHKL4(0x12300000, 1, 2, 3, 4);
	TRCHKL4T(0x12300000, 1, 2, 3, 4);
	TRCHKL1(0xFFFF0000, 0);

	/* Of these the type says how many words count. */
	utrchook(HKWD_USER2 | 0x10001, 1, 2, 3, 4, 5);
	utrchook(HKWD_USER2 | 0x90002, 1, 2, 3, 4, 5);
	utrchook(HKWD_USER2 | 0x20003, 1, 2, 3, 4, 5);
	trchook(HKWD_USER2 | 0xA0004, 1, 2, 3, 4, 5);
	trchook(HKWD_USER2 | 0x60005, 1, 2, 3, 4, 5);
	trchook(0x7F0E0006, -1, 2, 3, 4, 5);
	utrchook64(0x8000000001200007, 1, 2, 3, 4, 5);
	trchook64(0x8000001801200008, 1, 2, 3, 4, 5);
	trchook64(0x8000ffff7F010009, 1, 2, 3, 4, 5);

	TRCGEN(0, HKWD_USER3, 42, sizeof(text), text);
	TRCGENT(next(), HKWD_USER3 | 3, 43, 4, text);
	trcgen(1, HKWD_USER4, 44, 4, text);
	trcgent(7, HKWD_USER4, 45, 0, text);
	trcgenk(0, HKWD_USER4, 46, 4, NULL);
	trcgenkt(0, HKWD_USER4, 47, 1, text);
	TRCGEN(8, HKWD_USER4, 48, 4, text);
	TRCGEN(-1, HKWD_USER4, 49, 4, text);
	TRCGEN(2, HKWD_USER5, 50, sizeof(buf), buf);
	TRCGEN(2, HKWD_USER5, 51, 300, buf);

	printf("errno %d, %d calls\n", errno, calls);
	printf("on: %d %d %d %d %d\n", trc_ishookon(0, HKWD_USER1),
	       trc_ishookon(0, HKWD_USERE), trc_ishookon(7, HKWD_USER4),
	       trc_ishookon(8, HKWD_USER1), trc_ishookon(-1, HKWD_USER1));
	return 0;
}
