/*
 * shell.h - shells with completion
 */
#ifndef COMPLETION_SHELL_H
#define COMPLETION_SHELL_H

struct shell {
	const char *name;
	void (*print)(void); /* prints its script */
};

extern const struct shell shell_bash;
extern const struct shell shell_fish;
extern const struct shell shell_zsh;

#endif
