-- tables.sql - what posixtrace ship and gather keep in PostgreSQL
--
-- A section is there with all its rows, or not at all. Times are nanoseconds
-- since 1970.
create schema if not exists posixtrace;

create table if not exists posixtrace.version (
	number int not null,
	by_day boolean not null,
	only_one boolean primary key default true check (only_one)
);

create table if not exists posixtrace.log (
	id int generated always as identity primary key,
	uuid uuid not null unique,
	host text not null,
	program text not null,
	file text not null,
	started bigint not null,
	preface bytea not null,
	first_ts bigint,
	has_ended boolean not null default false
);

create table if not exists posixtrace.section (
	log int not null references posixtrace.log(id) on delete cascade,
	seq bigint not null,
	type int not null,
	events int not null,
	bytes int not null,
	damage text,
	sum bigint,
	primary key (log, seq)
);
alter table posixtrace.section add column if not exists sum bigint;

create table if not exists posixtrace.naming (
	log int not null references posixtrace.log(id) on delete cascade,
	seq bigint not null,
	type int not null,
	payload bytea not null,
	primary key (log, seq)
);

create table if not exists posixtrace.loss (
	log int not null references posixtrace.log(id) on delete cascade,
	seq bigint not null,
	i int not null,
	ts bigint not null,
	end_ts bigint not null,
	lost numeric,
	pid int,
	tid int,
	origin int not null,
	reason text not null,
	primary key (log, seq, i)
);

create table if not exists posixtrace.part (
	id int generated always as identity unique,
	stream text not null,
	part int not null,
	read bigint not null default 0,
	primary key (stream, part)
);

create table if not exists posixtrace.origin (
	log int not null references posixtrace.log(id) on delete cascade,
	origin int not null,
	uuid text,
	host text,
	system text,
	pid int,
	created bigint,
	shift bigint,
	error bigint,
	events bigint not null,
	lost numeric not null,
	first_ts bigint,
	last_ts bigint,
	primary key (log, origin)
);

create table if not exists posixtrace.process (
	log int not null references posixtrace.log(id) on delete cascade,
	origin int not null,
	pid int not null,
	comm text,
	command text,
	events bigint not null default 0,
	lost numeric not null default 0,
	first_ts bigint,
	last_ts bigint,
	primary key (log, origin, pid)
);

create table if not exists posixtrace.thread (
	log int not null references posixtrace.log(id) on delete cascade,
	origin int not null,
	pid int not null,
	tid int not null,
	tname text,
	events bigint not null default 0,
	lost numeric not null default 0,
	first_ts bigint,
	last_ts bigint,
	primary key (log, origin, pid, tid)
);

create table if not exists posixtrace.type (
	log int not null references posixtrace.log(id) on delete cascade,
	name text not null,
	system boolean not null default false,
	description text,
	span text,
	begins boolean,
	ends boolean,
	is_optional boolean,
	key text,
	key_from text,
	object text,
	fields jsonb,
	locks jsonb,
	events bigint not null default 0,
	first_ts bigint,
	last_ts bigint,
	primary key (log, name)
);

create table if not exists posixtrace.object (
	log int not null references posixtrace.log(id) on delete cascade,
	seq bigint not null,
	origin int not null,
	pid int not null,
	address numeric not null,
	since bigint,
	kind text not null,
	name text,
	details text,
	primary key (log, seq)
);

create table if not exists posixtrace.place (
	log int not null references posixtrace.log(id) on delete cascade,
	origin int not null,
	pid int not null,
	addr bigint not null,
	since bigint not null,
	func text,
	src text,
	primary key (log, origin, pid, addr, since)
);

create or replace function posixtrace.add_day(day bigint) returns void
language plpgsql as $$
declare
	length constant bigint := 86400000000000;
	name constant text := 'event_' ||
		to_char(to_timestamp(day * 86400) at time zone 'UTC', 'YYYYMMDD');
begin
	if to_regclass('posixtrace.' || name) is not null then
		return;
	end if;
	perform pg_advisory_xact_lock(7369614, 1);
	execute format('create table if not exists posixtrace.%I partition of '
		'posixtrace.event for values from (%s) to (%s)', name,
		day * length, (day + 1) * length);
exception when others then
	raise notice 'no partition %: %', name, sqlerrm;
end
$$;
