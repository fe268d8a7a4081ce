/* overview.js - what a newcomer wants to know, on cards */

const LINES = 6;

function headerFacts(log) {
	const hosts = log.hosts.filter(Boolean);
	const facts = [
		[hosts.length ? `on ${hosts.slice(0, 3).join(', ')}${
			hosts.length > 3 ? ` and ${hosts.length - 3} more` : ''}` : ''],
		[clock(log.startTime, log.range[0], log.utc).slice(0, 23),
			log.utc ? 'UTC' : ''],
		['', duration(log.range[1] - log.range[0]), 'long'],
		['', count(log.events), log.events === 1 ? 'event' : 'events'],
	];
	const line = facts.filter((words) => words.some(Boolean))
		.map(([before, number, after]) => make('span', {}, before || '',
			number ? make('b', {}, ` ${number}`) : '',
			after ? ` ${after}` : ''));

	line.push(make('span', { class: isLossless(log) ? '' : 'bad' },
		lossText(log)));
	return line;
}

function isLossless(log) {
	return !log.lost && !log.lost_unknown && !log.damaged;
}

function lossText(log) {
	if (isLossless(log))
		return 'nothing lost';
	return [log.lost || log.lost_unknown ?
		lostText(log.lost, log.lost_unknown) : '',
	log.damaged ? 'a part is damaged' : ''].filter(Boolean).join(', and ');
}

const sentence = (text) => text[0].toUpperCase() + text.slice(1);

/* What is known of damage: its places, and how many more there are. */
function damageTexts(log) {
	const left = log.damage_places - log.damage.length;

	return log.damaged ? ['The trace is damaged, and this is its sound part.',
		...log.damage.map((text) => `${sentence(text)}.`),
		left > 0 && `And ${counted(left, 'more damaged place')}.`]
		.filter(Boolean) : [];
}

function titleText(log) {
	const known = log.processes.filter(({ pid }) => pid);
	const names = [...new Set(known.map((process) => process.command ||
		process.name).filter(Boolean))];

	if (!names.length)
		return 'posixtrace report';
	return names.length > 2 ?
		`${names.slice(0, 2).join(', ')} and ${names.length - 2} more` :
		names.join(', ');
}

function card(title, ...content) {
	return make('section', { class: 'card' }, make('h2', {}, title),
		...content);
}

function list(...lines) {
	return make('ul', {}, ...lines);
}

function overview(log, page) {
	return make('div', { class: 'cards' },
		deadlockCard(log), ranCard(log, page), waitedCard(log, page),
		slowestCard(log, page), lostCard(log, page),
		busiestCard(log, page), frequentCard(log, page));
}

function deadlockCard(log) {
	const rows = statTable(log, 'deadlocks');

	return rows.length ? card('Deadlock', make('p', { class: 'bad' },
		'Threads wait for each other and never go on:'),
	list(...rows.slice(0, 20).map((row) => make('li', {},
		Object.entries(row).filter(([, value]) => value !== null &&
			value !== '').map(([name, value]) =>
			`${name} ${value}`).join(', '))))) : null;
}

function ranCard(log, page) {
	const events = new Map(), threads = new Map();

	for (const thread of log.threads) {
		const add = (map, number) => map.set(thread.process,
			(map.get(thread.process) || 0) + number);

		add(events, thread.events);
		add(threads, thread.tid ? 1 : 0);
	}
	const ran = log.processes.map((process, i) => ({ process, i }))
		.filter(({ process, i }) => process.pid || events.get(i));
	const lines = ran
		.sort((a, b) => (events.get(b.i) || 0) - (events.get(a.i) || 0))
		.slice(0, LINES).map(({ process, i }) => lineOf({
			what: process.pid ? process.command || process.name :
				'no process is known',
			title: process.command,
			much: process.pid ? `${process.name}/${process.pid}` : '',
			more: [log.hosts[process.host] && `on ${log.hosts[process.host]}`,
				counted(threads.get(i) || 0, 'thread'),
				counted(events.get(i) || 0, 'event')]
				.filter(Boolean).join(', '),
		}, () => page.revealProcess(i)));

	return card('What ran', list(...lines), more(ran, 'process'),
		make('p', { class: 'soft' }, `${clock(log.startTime, log.range[0],
			log.utc)}${log.utc ? ' UTC' : ''}, for ${
			duration(log.range[1] - log.range[0])}`));
}

/* What a list leaves out is told. */
function more(things, noun) {
	const left = things.length - LINES;

	return left > 0 ? make('p', { class: 'soft' }, `and ${count(left)} more ${
		noun}${left === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`) : null;
}

function waitedCard(log, page) {
	const rows = waitedFor(log);
	const most = rows.length ? rows[0].wait_ns : 1;
	const waiters = statTable(log, 'waiters').filter(({ waited_ns: ns }) =>
		ns > 0);

	return card('What waited most',
		rows.length ? list(...rows.slice(0, LINES).map((row) => lineOf({
			what: `for ${row.object}`, much: duration(row.wait_ns),
			share: row.wait_ns / most, more: waitedMore(log, row),
		}, () => page.goToSpan(log.spans, longestWait(log, row))))) :
			make('p', { class: 'soft' },
				'No event says that a thread waits for an object.'),
		more(rows, 'object'),
		waiters.length ? make('h3', {}, 'Threads that waited') : null,
		waiters.length ? list(...waiters.slice(0, 4).map((row) => lineOf({
			what: threadLabel(row), much: duration(row.waited_ns),
			more: `${Math.round(row.waited_percent)} % of its time, most for ${
				row.most_for}`,
		}, () => page.revealThread(row)))) : null);
}

function waitedMore(log, row) {
	const holder = worstHolder(log, row);
	const times = row.waited ?? row.count;

	return `${counted(times, 'wait')}, longest ${duration(row.wait_max_ns)}${
		holder ? `; ${threadLabel(holder)} held it at ${
			holderPlace(log, holder)}` : ''}`;
}

function slowestCard(log, page) {
	const slowest = slowestOfAll(page.groups, LINES);

	return card('Slowest spans', slowest.length ? list(...slowest.map(
		({ length, i }) => lineOf({
			what: nameOf(log, log.spans.name[i]), much: duration(length),
			share: length / Math.max(slowest[0].length, 1),
			more: `${log.threads[log.spans.thread[i]].label} at ${
				moment(log.spans.start[i])}`,
		}, () => page.goToSpan(log.spans, i)))) :
		make('p', { class: 'soft' },
			'No events of this log begin and end a span.'));
}

function lostCard(log, page) {
	const losses = log.losses.slice().sort((a, b) => b.lost - a.lost);
	const unmatched = statTable(log, 'pairs').reduce((sum, pair) =>
		sum + pair.unmatched, 0);
	const said = [
		...damageTexts(log),
		unmatched && `${counted(unmatched, 'event')} of spans without the ${
			''}other end.`,
		log.partial && 'The report is of a part of the trace that options chose.',
		log.isLeftOut && `The trace has more than ${count(log.left_out)} events: ${
			''}spans, counters and losses are of all of it, but the events ${
			''}themselves are left out (--max-events; --range narrows).`,
		log.gap && `The longest time without any event: ${
			duration(log.gap[1] - log.gap[0])} at ${moment(log.gap[0])}.`,
		...log.notes,
	].filter(Boolean);

	return card('What was lost',
		make('p', { class: isLossless(log) ? '' : 'bad' },
			isLossless(log) ? 'Nothing: every event that was recorded is here.' :
				`${sentence(lossText(log))}.`),
		list(...losses.slice(0, LINES).map((loss) => lineOf({
			what: log.threads[loss.thread].label, much: loss.text,
			more: `${loss.reason}, at ${moment(loss.start)} for ${
				duration(loss.end - loss.start)}`,
		}, () => page.goToLoss(loss)))), more(losses, 'loss'),
		...said.map((text) => make('p', { class: 'soft' }, text)));
}

function busiestCard(log, page) {
	const threads = log.threads.slice().sort((a, b) => b.events - a.events);
	const most = Math.max(threads[0] ? threads[0].events : 1, 1);

	return card('Busiest threads', list(...threads.slice(0, LINES).map(
		(thread) => lineOf({ what: thread.label,
			much: counted(thread.events, 'event'),
			share: thread.events / most,
		}, () => page.revealRow(log.threadRows.get(
			log.threads.indexOf(thread)))))), more(threads, 'thread'));
}

function frequentCard(log, page) {
	const types = statTable(log, 'events').slice()
		.sort((a, b) => b.count - a.count);
	const most = Math.max(types[0] ? types[0].count : 1, 1);

	return types.length ? card('Most frequent events', list(
		...types.slice(0, LINES).map((type) => lineOf({ what: type.name,
			much: count(type.count), share: type.count / most,
		}, () => page.searchFor(type.name)))), more(types, 'type')) : null;
}
