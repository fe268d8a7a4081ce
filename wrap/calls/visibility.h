/*
 * visibility.h - variables of the wrapper that no other library has
 *
 * Compilers take what is declared only for what another library might have, and
 * load its address from a table first.
 */
#ifndef WRAP_CALLS_VISIBILITY_H
#define WRAP_CALLS_VISIBILITY_H

#define WRAP_OWN __attribute__((visibility("hidden")))

#endif
