/*
 * make_seeds.c - what fuzzing begins with: make_seeds tests/fuzz/seeds
 *
 * Each seed begins with the byte that tells the target what to do with it, and
 * is as its comment says. Files there that are not made here were found by
 * fuzzing, or made when the format had another version.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "seeds.h"

static const char *directory;

void seed_check(int err, const char *what)
{
	if (!err)
		return;
	fprintf(stderr, "make_seeds: %s: %s\n", what, strerror(err));
	exit(EXIT_FAILURE);
}

void seed_save(const char *target, const char *name, uint8_t mode,
	       const void *data, size_t len)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, target);
	seed_check(mkdir(path, 0777) && errno != EEXIST ? errno : 0, path);
	snprintf(path, sizeof(path), "%s/%s/%s", directory, target, name);
	file = fopen(path, "we");
	seed_check(file ? 0 : errno, path);
	if (fwrite(&mode, 1, 1, file) != 1 ||
	    fwrite(data, 1, len, file) != len || fclose(file))
		seed_check(EIO, path);
}

static void make_texts(void)
{
	static const char *const text[][2] = {
		{ "clock", "\40"
			   "14:03:07.118" },
		{ "date", "\40"
			  "2026-09-21T14:03:07.5Z" },
		{ "offset", "\40"
			    "+1.5ms" },
		{ "epoch", "\40"
			   "@1790000000.5" },
		{ "tail", "\40"
			  "-2s" },
		{ "event", "\40"
			   "@order_sent:3" },
		{ "range", "\40"
			   "+2s..+2.00001s" },
		{ "name", "\41"
			  "na\xc3\xafve\x1b[1m" },
		{ "data", "\42"
			  "text\\\xe2\x80\xa6\n" },
		{ "ascii", "\46"
			   "text\\\xe2\x80\xa6\n" },
		{ "hex", "\42"
			 "\1\2\3\377" },
		{ "cut", "\62"
			 "caf\xc3" },
		{ "condition",
		  "\43(a != 1.5ms || b =~ \"x*\") && !(c < '\\x41')" },
		{ "field", "\147"
			   "two \"words\"=\xe2\x80\xa6\x1b" },
	};

	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		seed_save("text", text[i][0], (uint8_t)text[i][1][0],
			  text[i][1] + 1, strlen(text[i][1]) - 1);
}

static void make_descriptions(void)
{
	static const struct {
		const char *name;
		const char *text;
		const char *data; /* eight bytes, several times */
	} seeds[] = {
		{ "order",
		  "uint64_t id [[key]]; enum side : uint8_t { buy, sell = 2 } "
		  "side; double price [[unit(EUR)]]; char symbol[8]",
		  "\1\2\3\4abc" },
		{ "packed",
		  "[[packed]]; [[begin(order)]]; char *who; short a, *b; "
		  "_Bool c [[hex]]; const float d[2]; unsigned e[]",
		  "peter\0\xff" },
		{ "counter", "[[unit(\"B\")]] long depth [[counter]]; char c",
		  "\xff\xff\0\0\0\0\0" },
		{ "span", "[[end]];", "\0\0\0\0\0\0\0" },
		{ "negative",
		  "enum { a = -0x7fffffff, b, c = 017, } e; char t[]",
		  "\1\0\0\x80xyz" },
		{ "wrong", "int a; int a", "\1\0\0\0abc" },
	};
	uint8_t seed[1024];

	for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
		const size_t len = strlen(seeds[i].text) + 1;

		memcpy(seed, seeds[i].text, len);
		for (size_t at = 0; at < 48; at += 8)
			memcpy(seed + len + at, seeds[i].data, 8);
		seed_save("description", seeds[i].name, seed[0], seed + 1,
			  len + 48 - 1);
	}
}

static void make_templates(void)
{
	static const struct {
		const char *name;
		uint8_t mode; /* of fuzz_template.c */
		const char *text;
		const char *rest;
	} seeds[] = {
		{ "fixed", 1, "",
		  "\x0c\x1e\1\2\x11\x22\x33\x44\2ab\3abcdefgh" },
		{ "fixed-wide", 1 | 4 | 8, "", "\5\2\1\1\1\1\1\1\1\1\1\1" },
		{ "codes", 0,
		  "#!posix event \"a\" hook 0C1 kind=raw\n"
		  "0C1 1.0 L=KERN \"label\" X2 D4 A3.5 o2 B1.3 G8.1 O0.7 R1 "
		  "W2 S1 \\n \\t E1 T4 $HL $D2%U2 & FF\n",
		  "\x0c\x1e\1\2\x11\x22\x33\x44\2ab\3abcdefgh" },
		{ "choices", 8,
		  "0C1 1.0 \"\" X1, 1 \"a\", 0x0C { LOOP X1 { X0 } }, \\* "
		  "{ BITFLAGS D1, 1 \"a\" \"b\" & 3 1 \"c\" } $0C2 \\\n"
		  "# comment\n \"end\"\n0C2 1.0 \"\" LOOP 9 { $0C2 }\n",
		  "\x0c\x1e\1\2\3\4\5\6\7" },
		{ "macros", 4 | 16,
		  "0C1 1.0 \"\" {{ f(a, b) {{ $c = $a * $b - 1 / X1 }} $c%B2 "
		  "}} f(1, X2) {{ $DATAPOINTER = 2 + 3 }} $BREAK\n",
		  "\x0c\x1e\1\2\3\4\5\6\7" },
		{ "update", 2, "#a\n0C1 1.0 \"a\"\n0C2 2.0 \"b\" \\\n \"c\"\n",
		  "* /etc/trcfmt\n+ 0C1 1.1 \"d\" \\\n \"e\"\n# b\n- 0C2\n"
		  "+ 0C3 1.0\n" },
		{ "error", 0, "0C1 1.0 \"\" D3 {{ $bad = }}\n0C2 1 \"a\n", "" },
	};
	char seed[1024];

	for (size_t i = 0; i < sizeof(seeds) / sizeof(seeds[0]); i++) {
		const size_t len = strlen(seeds[i].text) + 1;

		memcpy(seed, seeds[i].text, len);
		strcpy(seed + len, seeds[i].rest);
		seed_save("template", seeds[i].name, seeds[i].mode, seed,
			  len + strlen(seeds[i].rest));
	}
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: make_seeds DIRECTORY\n");
		return EXIT_FAILURE;
	}
	directory = argv[1];
	seed_logs();
	seed_streams();
	seed_processes();
	make_texts();
	make_descriptions();
	make_templates();
	return EXIT_SUCCESS;
}
