/* lengths.c - generic hooks of many lengths, whose bytes end where memory does */
#include <stdio.h>
#include <sys/mman.h>

#include <sys/trchkid.h>
#include <sys/trcmacros.h>

enum { PAGE = 4096, ROOM = 2 * PAGE };

/* The bytes before the end, by their place and the length. */
static char *fill(char *end, unsigned len)
{
	for (unsigned i = 0; i < len; i++)
		end[(int)i - (int)len] = (char)(i * 7 + len);
	return end - len;
}

int main(void)
{
	char *memory = mmap(NULL, ROOM + PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED || mprotect(memory + ROOM, PAGE, PROT_NONE)) {
		perror("memory");
		return 1;
	}
	for (unsigned len = 0; len <= PAGE + 1; len += len == 300 ? 3795 : 1)
		trcgen(1, HKWD_USER1, len, len, fill(memory + ROOM, len));
	return 0;
}
