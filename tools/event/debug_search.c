/*
 * debug_search.c - the file with a program's stripped symbols
 *
 * Two dozen libraries, which libdw loads to ask servers, take longer than
 * showing a small log.
 */
#include "config.h"

#ifdef HAVE_LIBDW

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "event/debug_search.h"

static bool has_servers(void)
{
	const char *servers = getenv("DEBUGINFOD_URLS");

	return servers && *servers;
}

/* libdw follows it, and looks there as well. */
static bool is_link(const char *file)
{
	struct stat st;

	return !lstat(file, &st) && S_ISLNK(st.st_mode);
}

/* A path that is too long is for libdw to judge. */
static bool is_there(const char *top, const char *folder, const char *sub,
		     const char *name)
{
	char path[PATH_MAX];
	const int len = snprintf(path, sizeof(path), "%s%s%s/%s", top, folder,
				 sub, name);

	return len < 0 || (size_t)len >= sizeof(path) || !access(path, F_OK);
}

/* Under /usr/lib/debug the folder may lack what it begins with. */
static bool lies_under_debug(const char *folder, const char *name)
{
	static const char top[] = "/usr/lib/debug";

	for (; folder && *folder; folder = strchr(folder + 1, '/'))
		if (is_there(top, folder, "", name))
			return true;
	return is_there(top, "", "", name);
}

/* True if there is a file that may be it. */
static bool lies_about(const char *file, const char *wanted)
{
	const char *slash = strrchr(file, '/');
	char folder[PATH_MAX], name[NAME_MAX + 1];

	if (!slash || is_link(file) || (size_t)(slash - file) >= sizeof(folder))
		return true;
	memcpy(folder, file, (size_t)(slash - file));
	folder[slash - file] = '\0';
	if (wanted ? snprintf(name, sizeof(name), "%s", wanted) > NAME_MAX :
		     snprintf(name, sizeof(name), "%s.debug", slash + 1) >
			     NAME_MAX)
		return true;
	return is_there("", folder, "", name) ||
	       is_there("", folder, "/.debug", name) ||
	       lies_under_debug(folder, name);
}

int debug_search(Dwfl_Module *module, void **userdata, const char *name,
		 Dwarf_Addr base, const char *file, const char *wanted,
		 GElf_Word crc, char **found)
{
	/* wanted: the name in the program, if it has one. */
	if (has_servers() || !file || lies_about(file, wanted))
		return dwfl_standard_find_debuginfo(
			module, userdata, name, base, file, wanted, crc, found);
	return dwfl_build_id_find_debuginfo(module, userdata, name, base, file,
					    wanted, crc, found);
}

#endif
