/*
 * sides.h - the two sides of a comparison
 *
 *	A B			one run a side
 *	A... -- B...		several
 *	FOLDER-A FOLDER-B	each log in a folder is a run
 */
#ifndef SIDES_H
#define SIDES_H

enum { SIDE_BEFORE, SIDE_AFTER, SIDES };

#endif
