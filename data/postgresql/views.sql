-- views.sql - the tables of posixtrace query, over all logs
--
-- Each has the number of the log, too.
create or replace view posixtrace.logs as
	select o.log, o.origin, o.host, o.system, o.pid, p.comm, o.uuid,
		o.created, o.shift, o.error, o.events, o.lost, o.first_ts,
		o.last_ts
	from posixtrace.origin o
	left join posixtrace.process p using (log, origin, pid)
	where o.first_ts is not null;

create or replace view posixtrace.types as
	select log, name, events, first_ts, last_ts, system::int as system,
		description
	from posixtrace.type where first_ts is not null;

create or replace view posixtrace.processes as
	select p.log, p.pid, o.host, p.comm, p.command, p.events, p.lost,
		p.first_ts, p.last_ts, p.origin
	from posixtrace.process p
	left join posixtrace.origin o using (log, origin)
	where p.first_ts is not null;

create or replace view posixtrace.threads as
	select t.log, t.pid, t.tid, o.host, p.comm, t.tname, t.events, t.lost,
		t.first_ts, t.last_ts, t.origin
	from posixtrace.thread t
	left join posixtrace.process p using (log, origin, pid)
	left join posixtrace.origin o using (log, origin)
	where t.first_ts is not null;

create or replace view posixtrace.objects as
	select log, case when name like '/%' then name
		else kind || '/' || coalesce(name, '0x' ||
			to_hex(case when address < 9223372036854775808
				then address
				else address - 18446744073709551616 end::bigint))
		end as object, kind, name, address, pid, details, since, origin
	from posixtrace.object;

create or replace view posixtrace.losses as
	select log, ts, end_ts, lost, pid, tid, reason, origin
	from posixtrace.loss;

create or replace view posixtrace.damage as
	select log, seq, damage as what from posixtrace.section
	where damage is not null;

-- The name of a program that a process ran before another one, or null: the last
-- one up to that time, or, before all of them, the first.
create or replace function posixtrace.program_at(its_log int, its_origin int,
	its_pid int, its_ts bigint) returns text
language sql stable as $$
	select name from posixtrace.object o
	where log = its_log and origin = its_origin and pid = its_pid and
		kind = 'program'
	order by coalesce(since, 0) <= its_ts desc,
		case when coalesce(since, 0) <= its_ts
			then coalesce(since, 0) end desc,
		coalesce(since, 0), seq desc limit 1
$$;

-- Where an event was recorded: the address as of the program of its time.
create or replace function posixtrace.place_at(its_log int, its_origin int,
	its_pid int, its_addr bigint, its_ts bigint) returns posixtrace.place
language sql stable as $$
	select p from posixtrace.place p
	where log = its_log and origin = its_origin and pid = its_pid and
		addr = its_addr and since <= its_ts
	order by since desc limit 1
$$;

create or replace view posixtrace.events as
	select e.log, e.ts, e.ts - l.first_ts as rel, e.name, e.pid, e.tid,
		o.host, case when exists (select from posixtrace.object b
				where b.log = e.log and b.kind = 'program')
			then coalesce(posixtrace.program_at(e.log, e.origin,
				e.pid, e.ts), p.comm)
			else p.comm end as comm,
		t.tname, '0x' || to_hex(e.addr) as addr,
		coalesce(octet_length(e.data), 0) as len, e.data, e.text,
		e.args, e.origin, e.system::int as system, e.seq, e.i, e.aside,
		(posixtrace.place_at(e.log, e.origin, coalesce(e.pid, 0),
			e.addr, e.ts)).func,
		(posixtrace.place_at(e.log, e.origin, coalesce(e.pid, 0),
			e.addr, e.ts)).src
	from posixtrace.event e
	left join posixtrace.log l on l.id = e.log
	left join posixtrace.origin o
		on o.log = e.log and o.origin = e.origin
	left join posixtrace.process p on p.log = e.log and
		p.origin = e.origin and p.pid = e.pid
	left join posixtrace.thread t on t.log = e.log and
		t.origin = e.origin and t.pid = e.pid and t.tid = e.tid;

-- Events that begin or end a span, each with what makes it one: an end comes
-- before a beginning in the same event.
create or replace view posixtrace.span_steps as
	select e.log, e.ts, e.seq, e.i, e.pid, e.tid, e.name as event,
		t.span as name, t.is_optional, s.step,
		case when t.key is null
			then 't' || e.origin || '/' || coalesce(e.pid, 0) ||
				'/' || coalesce(e.tid, 0)
		when e.args -> t.key is null then 'n' || e.seq || '/' || e.i
		when t.key_from = 'object'
			then 'o' || e.origin || '/' || coalesce(e.pid, 0) ||
				'/' || (e.args ->> t.key)
		else 'k' || (e.args ->> t.key) end as sameness,
		case when t.key_from = 'args' then e.args ->> t.key
		else coalesce(e.aside ->> t.key, e.args ->> t.key) end as key,
		coalesce(e.aside ->> t.object, e.args ->> t.object) as object
	from posixtrace.type t
	join posixtrace.event e on e.log = t.log and e.name = t.name
	join (values (-1), (1)) s(step)
		on case when s.step > 0 then t.begins else t.ends end
	where t.span is not null;

-- Spans of a key nest. The depth is the sum of the steps; an end without a
-- beginning makes a new lowest sum, and is alone. A beginning and its end have
-- the same depth, and nothing of that depth between them.
create or replace view posixtrace.spans as
	with sums as (
		select *, sum(step) over same as total
		from posixtrace.span_steps
		window same as (partition by log, name, sameness
			order by ts, seq, i, step)),
	lows as (
		select *, least(0, min(total) over same) as low,
			least(0, coalesce(min(total) over (same
				rows between unbounded preceding and
					1 preceding), 0)) as low_before
		from sums
		window same as (partition by log, name, sameness
			order by ts, seq, i, step)),
	depths as (
		select *, step < 0 and low < low_before as is_alone,
			case when step > 0 then total - low
			else total - low + 1 end as depth
		from lows),
	pairs as (
		select *, lead(ts) over same as end_ts,
			lead(pid) over same as end_pid,
			lead(tid) over same as end_tid,
			lead(event) over same as end_event
		from depths
		window same as (partition by log, name, sameness, is_alone,
			depth order by ts, seq, i, step))
	select log, name, key, ts, case when end_ts is not null
		then greatest(end_ts - ts, 0) end as dur, end_ts,
		pid, tid, end_pid, end_tid, object, event as begin_event,
		end_event
	from pairs where step > 0
	union all
	select log, name, key, null, null, ts, null, null, pid, tid, object,
		null, event
	from pairs where is_alone and not is_optional;

-- Events about objects that a thread waits for, has, or lets go, and losses, with
-- numbers for objects and for threads at them.
create or replace function posixtrace.holds_of(its_log int)
returns table (log int, object text, ts bigint, dur bigint, pid int, tid int,
	waiters_ns bigint)
language plpgsql stable as $$
declare
	step record;
	waits boolean[] := '{}';
	depth int[] := '{}';
	since bigint[] := '{}';
	turn bigint[] := '{}';
	cost bigint[] := '{}';
	title text[] := '{}';
	its_pid int[] := '{}';
	its_tid int[] := '{}';
	of_object int[] := '{}';
	waiting bigint[] := '{}';
	charged bigint[] := '{}';
	owner int[] := '{}';
	turns bigint := 0;
	gone bigint;
	p int;
	o int;
begin
	for step in
		select s.*, case when s.kind is not null then dense_rank()
			over (order by s.kind is null, s.origin, s.pid, s.kind,
				s.named, s.address)::int end as object_number,
			case when s.kind is not null then dense_rank()
			over (order by s.kind is null, s.origin, s.pid, s.kind,
				s.named, s.address, s.tid)::int end
				as part_number
		from (
			select e.ts, e.seq, e.i, n as place, e.origin,
				coalesce(e.pid, 0) as pid,
				coalesce(e.tid, 0) as tid, l.kind,
				coalesce(e.aside ->> l.field,
					e.args ->> l.field) as named,
				e.args ->> l.field as address,
				l.begins, l.ends, l.acquires, l.releases
			from posixtrace.type t
			cross join lateral jsonb_array_elements(t.locks)
				with ordinality as r(row, n)
			cross join lateral jsonb_to_record(r.row) as l(
				field text, kind text, begins boolean,
				ends boolean, acquires boolean,
				releases boolean)
			join posixtrace.event e
				on e.log = t.log and e.name = t.name
			where t.log = its_log and t.locks <> '[]' and
				e.args ? l.field
			union all
			select x.ts, x.seq, x.i, 0, x.origin,
				coalesce(x.pid, 0), coalesce(x.tid, 0), null,
				null, null, false, false, false, false
			from posixtrace.loss x where x.log = its_log) s
		order by s.ts, s.kind is not null, s.seq, s.i, s.place
	loop
		if step.kind is null then
			-- What its thread has is not known any more.
			for p in select k from generate_subscripts(depth, 1) k
			loop
				o := of_object[p];
				continue when o is null or
					not (waits[p] or depth[p] > 0) or
					step.tid <> 0 and
					(its_pid[p], its_tid[p]) is distinct
					from (step.pid, step.tid);
				gone := greatest(step.ts - charged[o], 0);
				if owner[o] is not null then
					cost[owner[o]] := cost[owner[o]] +
						gone * waiting[o];
				end if;
				charged[o] := greatest(charged[o], step.ts);
				if waits[p] then
					waits[p] := false;
					waiting[o] := waiting[o] - 1;
				end if;
				if depth[p] > 0 then
					return query select its_log, title[p],
						since[p], null::bigint,
						its_pid[p], its_tid[p],
						cost[p];
					depth[p] := 0;
					owner[o] := (select k from
						generate_subscripts(depth, 1) k
						where of_object[k] = o and
							depth[k] > 0
						order by turn[k] limit 1);
				end if;
			end loop;
			continue;
		end if;
		p := step.part_number;
		o := step.object_number;
		if of_object[p] is null then
			of_object[p] := o;
			waits[p] := false;
			depth[p] := 0;
			its_pid[p] := step.pid;
			its_tid[p] := step.tid;
		end if;
		if waiting[o] is null then
			waiting[o] := 0;
			charged[o] := step.ts;
		end if;
		if owner[o] is not null and waiting[o] > 0 then
			cost[owner[o]] := cost[owner[o]] + waiting[o] *
				greatest(step.ts - charged[o], 0);
		end if;
		charged[o] := greatest(charged[o], step.ts);
		if step.ends and waits[p] then
			waits[p] := false;
			waiting[o] := waiting[o] - 1;
		end if;
		if step.releases and depth[p] > 0 then
			depth[p] := depth[p] - 1;
			if depth[p] = 0 then
				return query select its_log, title[p],
					since[p],
					greatest(step.ts - since[p], 0),
					its_pid[p], its_tid[p], cost[p];
				if owner[o] = p then
					owner[o] := (select k from
						generate_subscripts(depth, 1) k
						where of_object[k] = o and
							depth[k] > 0
						order by turn[k] limit 1);
				end if;
			end if;
		end if;
		if step.acquires then
			depth[p] := depth[p] + 1;
			if depth[p] = 1 then
				turns := turns + 1;
				turn[p] := turns;
				since[p] := step.ts;
				cost[p] := 0;
				title[p] := step.named;
				if owner[o] is null then
					owner[o] := p;
				end if;
			end if;
		end if;
		if step.begins then
			if not waits[p] then
				waiting[o] := waiting[o] + 1;
			end if;
			waits[p] := true;
		end if;
	end loop;
	for p in select k from generate_subscripts(depth, 1) k
		where depth[k] > 0
	loop
		return query select its_log, title[p], since[p], null::bigint,
			its_pid[p], its_tid[p], cost[p];
	end loop;
end
$$;

create or replace view posixtrace.holds as
	select h.* from posixtrace.log l
	cross join lateral posixtrace.holds_of(l.id) h;

-- A column of a described type's view. What stands aside tells more than JSON.
create or replace function posixtrace.column_of(field text, kind text,
	is_aside boolean) returns text
language sql immutable as $$
	select case kind
		when 'jsonb' then format('e.args -> %L', field)
		when 'bool' then format('(%s)::boolean::int', value)
		when 'float' then format('nullif(%s, ''NaN'')::float8', value)
		when 'text' then value
		else format('(%s)::%s', value, kind) end
	from (select case when is_aside
		then format('coalesce(e.aside ->> %L, e.args ->> %L)', field,
			field)
		else format('e.args ->> %L', field) end) v(value)
$$;

-- True if a view of the type may have that name, or has it: no other table or view
-- has, and no day will.
create or replace function posixtrace.is_free_for(type_name text,
	view_name text) returns boolean
language sql stable as $$
	select view_name !~* '^event_[0-9]{8}$' and not exists (
		select from pg_class c
		where c.relnamespace = 'posixtrace'::regnamespace and
			lower(c.relname) = lower(view_name) and
			coalesce(obj_description(c.oid, 'pg_class'), '') !~
			('^events: (' || md5(type_name) ||
				' )?[0-9a-f]{32}$'))
$$;

-- The view of a type has its fields behind the columns that all types have.
-- Types of one name, in any log, share a view. A name that is taken has an
-- underscore in front of it.
create or replace function posixtrace.make_view(type_name text) returns void
language plpgsql as $$
declare
	columns text := '';
	taken text[] := '{log,ts,pid,tid,host,comm,addr}';
	view_name text := type_name;
	found record;
	title text;
	made text;
	remark text;
begin
	for found in
		select f.field, f.ending, min(n) as place,
			case when min(f.type) = max(f.type) then min(f.type)
				else 'text' end as type,
			bool_or(f.aside) as aside
		from posixtrace.type t
		cross join lateral jsonb_array_elements(t.fields)
			with ordinality as r(row, n)
		cross join lateral jsonb_to_record(r.row) as f(
			field text, ending text, type text, aside boolean)
		where t.name = type_name
		group by f.field, f.ending order by place, f.ending nulls first
	loop
		title := found.field || coalesce(found.ending, '');
		while lower(title) = any (taken) loop
			title := '_' || title;
		end loop;
		taken := taken || lower(title);
		columns := columns || format(', %s as %I', posixtrace.column_of(
			found.field, found.type, found.aside), title);
	end loop;
	made := format('select e.log, e.ts, e.pid, e.tid, e.host, e.comm, '
		'e.addr%s from posixtrace.events e where e.name = %L',
		columns, type_name);
	while not posixtrace.is_free_for(type_name, view_name) loop
		view_name := '_' || view_name;
	end loop;
	select c.oid, obj_description(c.oid, 'pg_class') as comment
	into found from pg_class c
	where c.relnamespace = 'posixtrace'::regnamespace and
		c.relname = view_name;
	remark := format('events: %s %s', md5(type_name), md5(made));
	if found.comment = remark or
		octet_length(view_name) > 63 or view_name = '' then
		return;
	end if;
	if found.oid is not null then
		execute format('drop view posixtrace.%I', view_name);
	end if;
	execute format('create view posixtrace.%I as %s', view_name, made);
	execute format('comment on view posixtrace.%I is %L', view_name,
		remark);
exception when others then
	raise notice 'no view of %: %', type_name, sqlerrm;
end
$$;

create or replace function posixtrace.make_views() returns void
language plpgsql as $$
declare
	type_name text;
begin
	perform pg_advisory_xact_lock(7369614, 2);
	for type_name in select distinct name from posixtrace.type
		where fields is not null order by 1
	loop
		perform posixtrace.make_view(type_name);
	end loop;
end
$$;
