/*
 * ust_functions.c - calls a function of shared objects, one after the other
 *
 *	ust_functions ./libNAME.so...
 */
#include <dlfcn.h>
#include <stdio.h>

static int work(const char *file)
{
	void *object = dlopen(file, RTLD_NOW);
	char name[64];
	void *function;

	if (!object || sscanf(file, "./lib%63[a-z].so", name) != 1)
		return 1;
	function = dlsym(object, name);
	if (!function)
		return 1;
	(*(int (**)(int)) & function)(1);
	return dlclose(object);
}

int main(int argc, char **argv)
{
	int status = 0;

	for (int i = 1; i < argc; i++)
		status |= work(argv[i]);
	return status;
}
