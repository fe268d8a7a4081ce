/*
 * shell.h - shells that complete our commands and options
 */
#ifndef COMPLETION_SHELL_H
#define COMPLETION_SHELL_H

struct shell {
	const char *name;
	void (*print)(void); /* what it has to read */
};

extern const struct shell shell_bash;
extern const struct shell shell_fish;
extern const struct shell shell_zsh;

#endif
