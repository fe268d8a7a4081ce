/*
 * texts.h - statements that make the tables and the views
 *
 * texts.awk makes texts.c of what is in data/postgresql.
 */
#ifndef SHIP_POSTGRES_TEXTS_H
#define SHIP_POSTGRES_TEXTS_H

extern const char text_tables[];
extern const char text_views[];

#endif
