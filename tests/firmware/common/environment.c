/* environment.c - what constructors of a program find in the environment */
#include "firmware/common/always.h"

#include <stdio.h>

__attribute__((constructor)) static void tell(void)
{
	puts(firmware_always ? "always" : "as enabled");
}

int main(void)
{
	return 0;
}
