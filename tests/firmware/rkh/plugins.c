/* plugins.c - loads plugins, one after another, and has each of them work */
#include <assert.h>
#include <dlfcn.h>
#include <string.h>

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
		void *symbol = plugin ? dlsym(plugin, "work") : NULL;
		void (*work)(void);

		assert(symbol);
		memcpy(&work, &symbol, sizeof(work));
		work();
		dlclose(plugin);
	}
	return 0;
}
