/* table_tabs.js - locks, counters, losses and event types, as tables */

const nsColumn = (title, name) => ({ title, number: true,
	value: (row) => row[name],
	show: (row) => row[name] ? duration(row[name]) : null });
const numberColumn = (title, name) => ({ title, number: true,
	value: (row) => row[name],
	show: (row) => row[name] === null || row[name] === undefined ? null :
		short(Number(row[name])) });
const textColumn = (title, name) => ({ title, value: (row) => row[name] || '' });

/* A column whose texts are buttons that go somewhere. */
function goColumn(title, value, go) {
	return { title, value, show: (row) => make('button', { type: 'button',
		class: 'row', onclick: () => go(row) }, make('span', {}, value(row))) };
}

function lockTab(log, page) {
	const toObject = (row) => page.goToObject(row);
	const object = goColumn('object', (row) => row.object, toObject);
	const tables = [
		['Locks: how often and how long', statTable(log, 'locks'), [object,
			numberColumn('taken', 'taken'), numberColumn('waited', 'waited'),
			nsColumn('waiting', 'wait_ns'), nsColumn('mean', 'wait_mean_ns'),
			nsColumn('longest', 'wait_max_ns'),
			nsColumn('it was free', 'wait_free_ns'),
			nsColumn('held', 'held_ns'), nsColumn('mean', 'held_mean_ns'),
			nsColumn('longest', 'held_max_ns'),
			numberColumn('waiting at the end', 'waiting_at_end')]],
		['Who held them, and where', statTable(log, 'holders'), [object,
			goColumn('held by', threadLabel, (row) => page.revealThread(row)),
			{ title: 'since', value: (row) => holderPlace(log, row) },
			textColumn('function', 'function'),
			numberColumn('times', 'times'),
			nsColumn('others waited', 'cost_ns')]],
		['Other objects that were waited for', statTable(log, 'waits'),
			[object, textColumn('span', 'span'),
				numberColumn('at once', 'at_once'),
				numberColumn('waited', 'count'),
				nsColumn('waiting', 'wait_ns'),
				nsColumn('mean', 'wait_mean_ns'),
				nsColumn('longest', 'wait_max_ns')]],
		['Threads that waited', statTable(log, 'waiters'), [
			goColumn('thread', threadLabel, (row) => page.revealThread(row)),
			nsColumn('seen for', 'seen_ns'), nsColumn('waited', 'waited_ns'),
			{ title: 'of it', number: true,
				value: (row) => row.waited_percent,
				show: (row) => `${Math.round(row.waited_percent)} %` },
			nsColumn('most', 'most_ns'),
			{ title: 'for', value: (row) => row.most_for || '' }]],
	];

	return tabOf(tables, 'No event of this log takes or gives a lock.');
}

function tabOf(tables, none) {
	const shown = tables.filter(([, rows]) => rows.length);

	return make('div', {}, ...shown.map(([caption, rows, columns]) =>
		tableOf(caption, columns, rows)),
	shown.length ? null : make('p', { class: 'soft' }, none));
}

function counterTab(log, page) {
	return tabOf([['Counters', statTable(log, 'counters'), [
		goColumn('counter', (row) => `${row.name}.${row.field}`, (row) =>
			page.revealRow(log.rows.find((other) => other.series &&
				other.label.startsWith(`${row.name}.${row.field}`)))),
		textColumn('unit', 'unit'), numberColumn('number', 'count'),
		numberColumn('least', 'min'), numberColumn('mean', 'avg'),
		numberColumn('greatest', 'max'), numberColumn('last', 'last')]]],
	'No event of this log has a counter.');
}

function lossTab(log, page) {
	const tab = tabOf([['Losses', log.losses, [
		goColumn('at', ({ start }) => moment(start), (loss) =>
			page.goToLoss(loss)),
		{ title: 'for', number: true, value: ({ start, end }) => end - start,
			show: ({ start, end }) => duration(end - start) },
		{ title: 'thread', value: ({ thread }) => log.threads[thread].label },
		{ title: 'lost', number: true, value: ({ lost }) => lost,
			show: ({ lost }) => lost ? count(lost) : 'unknown' },
		{ title: 'reason', value: ({ reason }) => reason }]]],
	log.damaged ? '' : 'Nothing was lost.');

	tab.append(...damageTexts(log).map((text) => make('p', {}, text)));
	return tab;
}

function typeTab(log, page) {
	return tabOf([['Event types', statTable(log, 'events'), [
		goColumn('event', ({ name }) => name, ({ name }) =>
			page.searchFor(name)),
		numberColumn('number', 'count'),
		numberColumn('a second', 'rate_per_s'),
		...[['first', 'first_ns'], ['last', 'last_ns']].map(([title, name]) => ({
			title, value: (row) => sinceStart(log, row[name]),
			show: (row) => row[name] === null ? null :
				moment(sinceStart(log, row[name])) })),
		numberColumn('lost nearby', 'lost_nearby')]]],
	'There are no events.');
}
