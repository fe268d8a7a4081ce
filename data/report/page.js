/*
 * page.js - puts the page together, and draws it when something changed
 *
 * For scripts there is window.posixtrace, once the page is drawn.
 */

const TABS = ['Overview', 'Events', 'Spans', 'Locks', 'Counters', 'Losses',
	'Types'];

class Page {
	constructor(log, groups) {
		this.log = log;
		this.groups = groups;
		this.timeline = new Timeline(log, byId('drawing'), byId('rows'),
			byId('height'));
		this.view = new View(log);
		this.events = new EventsTab(this.view, this);
		this.input = new TimelineInput(this.view, this.timeline, this);
		this.map = new OverviewMap(this.view, byId('map'));
		this.charts = [];
		this.panels = new Map();
		this.view.listen((changes) => this.changed(changes));
	}

	begin() {
		document.title = `${titleText(this.log)} · posixtrace`;
		byId('title').textContent = titleText(this.log);
		byId('title').title = titleText(this.log);
		byId('facts').replaceChildren(...headerFacts(this.log));
		byId('progress').hidden = true;
		byId('main').hidden = false;
		fillHelp(byId('help'));
		this.buildTabs();
		this.listen();
		this.followAddress();
		this.resize();
		this.draw();
		this.changed(['selected']);
	}

	/* The tab and the search that the address has. */
	followAddress() {
		const { tab, wanted, query } = this.view;

		this.open(TABS.includes(tab) ? tab : TABS[0]);
		if (wanted !== query)
			this.find(wanted);
	}

	buildTabs() {
		byId('tabs').replaceChildren(...TABS.map((name, i) =>
			make('button', { role: 'tab', type: 'button', id: `tab-${name}`,
				'aria-controls': `panel-${name.toLowerCase()}`,
				title: `${name} (${i + 1})`,
				onclick: () => this.open(name),
				onkeydown: (event) => this.tabKey(event, i) }, name)));
	}

	tabKey(event, i) {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];

		if (!step)
			return;
		const name = TABS[(i + step + TABS.length) % TABS.length];

		this.open(name);
		byId(`tab-${name}`).focus();
		event.preventDefault();
	}

	open(name) {
		if (!this.panels.has(name)) {
			const panel = this.build(name);

			panel.id = `panel-${name.toLowerCase()}`;
			panel.classList.add('panel');
			panel.setAttribute('role', 'tabpanel');
			panel.setAttribute('aria-labelledby', `tab-${name}`);
			byId('panels').append(panel);
			this.panels.set(name, panel);
		}
		for (const [other, panel] of this.panels)
			panel.hidden = other !== name;
		for (const other of TABS) {
			const tab = byId(`tab-${other}`);

			tab.setAttribute('aria-selected', other === name);
			tab.tabIndex = other === name ? 0 : -1;
		}
		if (this.tab !== name) {
			this.tab = name;
			this.view.tab = name === TABS[0] ? '' : name;
			this.view.tell('tab');
		}
		if (name === 'Spans')
			this.charts.forEach((draw) => draw());
		if (name === 'Events')
			this.events.update();
	}

	build(name) {
		const { log } = this;

		switch (name) {
		case 'Overview':
			return make('div', {}, overview(log, this));
		case 'Events':
			return this.events.element;
		case 'Spans':
			return make('div', {}, spanTab(log, this));
		case 'Locks':
			return make('div', {}, lockTab(log, this));
		case 'Counters':
			return make('div', {}, counterTab(log, this));
		case 'Losses':
			return make('div', {}, lossTab(log, this));
		default:
			return make('div', {}, typeTab(log, this));
		}
	}

	listen() {
		const query = byId('query');
		let timer;

		window.addEventListener('resize', () => this.resize());
		matchMedia('(prefers-color-scheme: dark)').addEventListener('change',
			() => {
				this.timeline.recolour();
				this.map.count();
				this.charts.forEach((draw) => draw());
				this.redraw();
			});
		document.addEventListener('keydown', (event) => this.key(event));
		query.addEventListener('input', () => {
			clearTimeout(timer);
			timer = setTimeout(() => this.view.find(query.value), 150);
		});
		byId('search').addEventListener('submit', (event) => {
			event.preventDefault();
			clearTimeout(timer);
			this.find(query.value).then(() => this.view.step(1));
		});
		byId('next').onclick = () => this.view.step(1);
		byId('previous').onclick = () => this.view.step(-1);
		byId('closer').onclick = () => this.input.key('w');
		byId('wider').onclick = () => this.input.key('s');
		byId('fit').onclick = () => this.view.fit();
		byId('measure').onclick = () => this.toggleMeasuring();
		byId('questions').onclick = () => byId('help').showModal();
		this.listenSplitter();
	}

	listenSplitter() {
		const splitter = byId('splitter');
		const set = (share) => {
			const percent = Math.round(Math.min(90, Math.max(10, share)));

			byId('timeline').style.height = `${percent}%`;
			splitter.setAttribute('aria-valuenow', percent);
			this.resize();
		};
		const share = () => byId('timeline').clientHeight /
			byId('main').clientHeight * 100;

		splitter.setAttribute('aria-valuenow', 46);
		splitter.onpointerdown = (event) =>
			splitter.setPointerCapture(event.pointerId);
		splitter.onpointermove = (event) => {
			const box = byId('timeline').getBoundingClientRect();

			if (event.buttons & 1)
				set((event.clientY - box.top) /
					byId('main').clientHeight * 100);
		};
		splitter.onkeydown = (event) => {
			const step = { ArrowUp: -4, ArrowDown: 4 }[event.key];

			if (!step)
				return;
			set(share() + step);
			event.preventDefault();
		};
	}

	toggleMeasuring() {
		this.input.isMeasuring = !this.input.isMeasuring;
		byId('measure').setAttribute('aria-pressed', this.input.isMeasuring);
	}

	key(event) {
		const { target } = event;

		if (event.ctrlKey || event.altKey || event.metaKey ||
			byId('help').open)
			return;
		if (event.key === 'Escape') {
			this.escape(target);
			return;
		}
		if (target === byId('query'))
			return;
		if (event.key === '/') {
			byId('query').focus();
			byId('query').select();
		} else if (event.key === '?') {
			byId('help').showModal();
		} else if (event.key === 'n' || event.key === 'N') {
			this.view.step(event.key === 'n' ? 1 : -1);
		} else if (event.key >= '1' && event.key <= String(TABS.length)) {
			this.open(TABS[event.key - 1]);
			byId(`tab-${this.tab}`).focus();
		} else if (!this.input.key(event.key.length === 1 ?
			event.key.toLowerCase() : '')) {
			return;
		}
		event.preventDefault();
	}

	/* One thing at a time: measuring, the selected, the search. */
	escape(target) {
		const { view } = this;

		if (view.measured || this.input.mark !== null) {
			this.input.mark = null;
			view.measure(null);
		} else if (view.selected) {
			view.select(null);
		} else if (view.query) {
			byId('query').value = '';
			view.find('');
		}
		if (target === byId('query'))
			byId('drawing').focus();
	}

	resize() {
		this.timeline.arrange();
		this.map.resize();
		if (this.tab === 'Spans')
			this.charts.forEach((draw) => draw());
		this.redraw();
	}

	changed(changes) {
		const { view } = this;

		if (changes.includes('found'))
			byId('found').textContent = !view.query ? '' :
				this.log.isLeftOut ? 'events are left out' :
					`${count(view.found.length)} found`;
		if (changes.includes('address'))
			this.followAddress();
		if (changes.includes('selected'))
			this.showSelected();
		if (changes.includes('measured') && view.measured)
			this.speak(this.measuredWords());
		this.redraw();
	}

	measuredWords() {
		const [a, b] = this.view.measured.slice().sort((a, b) => a - b);
		const [low, high] = this.log.rowsIn(a, b);

		return [`measured ${duration(b - a)}`,
			this.log.isLeftOut ? '' : counted(high - low, 'event')]
			.filter(Boolean);
	}

	async showSelected() {
		const { selected } = this.view;
		const details = byId('details');

		if (!selected) {
			details.hidden = true;
			return;
		}
		this.speak(describe(this.log, selected));
		const nodes = await detailsOf(this.log, selected, this);

		if (this.view.selected !== selected)
			return;
		details.replaceChildren(make('button', { type: 'button',
			class: 'close', 'aria-label': 'Close',
			onclick: () => this.view.select(null) }, '×'),
		...nodes.filter(Boolean));
		details.hidden = false;
		this.redraw();
	}

	speak(words) {
		byId('spoken').textContent = words.join(', ');
	}

	redraw() {
		if (this.isWaiting)
			return;
		this.isWaiting = true;
		requestAnimationFrame(() => this.draw());
	}

	draw() {
		const { view, timeline } = this;

		this.isWaiting = false;
		timeline.selected = view.selected;
		timeline.found = view.found;
		timeline.measured = view.measured;
		timeline.draw(view.from, view.to);
		this.map.draw();
		byId('extent').textContent = view.measured ?
			this.measuredWords().join(', ') :
			view.isWhole() ? 'the whole log' : `${
				duration(view.to - view.from)} from ${moment(view.from)}`;
		if (this.tab === 'Events')
			this.events.update();
	}

	find(text) {
		byId('query').value = text;
		return this.view.find(text);
	}

	async searchFor(text) {
		await this.find(/\s/.test(text) ? `"${text}"` : text);
		this.open('Events');
		this.view.step(1);
	}

	fold(row) {
		row.folded = !row.folded;
		this.timeline.arrange();
		this.redraw();
	}

	/* Scrolls to a row, if need be. */
	reveal(row) {
		const { scroller } = this.timeline;

		if (!row)
			return;
		if (row.parent && row.parent.folded)
			this.fold(row.parent);
		const above = row.top - AXIS - 20;

		if (above < scroller.scrollTop)
			scroller.scrollTop = above;
		else if (row.top + row.height > scroller.scrollTop +
			scroller.clientHeight)
			scroller.scrollTop = row.top + row.height -
				scroller.clientHeight + 20;
	}

	revealRow(row) {
		this.reveal(row);
		this.input.row = row;
		byId('drawing').focus({ preventScroll: true });
		byId('timeline').scrollIntoView({ block: 'nearest' });
		this.redraw();
	}

	revealProcess(i) {
		this.revealRow(this.log.rows.find((row) => row.process === i));
	}

	revealThread({ pid, tid }) {
		const t = this.log.threads.findIndex((thread) =>
			thread.tid === tid && thread.pid === pid);

		this.revealRow(this.log.threadRows.get(t));
	}

	goToItem(item) {
		this.view.frame(item.start, item.end);
		this.reveal(item.row);
		this.input.row = item.row;
		this.view.select(item);
		byId('timeline').scrollIntoView({ block: 'nearest' });
	}

	goToSpan(table, i) {
		if (i >= 0)
			this.goToItem(spanItem(this.log, table, i));
	}

	goToLoss(loss) {
		this.goToItem(lossItem(this.log, loss));
	}

	/* To the longest wait for an object, or else to where it was held. */
	goToObject(row) {
		const wait = longestWait(this.log, row);
		const process = processOf(this.log, row);

		if (wait >= 0)
			this.goToSpan(this.log.spans, wait);
		else
			this.revealRow(this.log.rows.find((other) => other.isHold &&
				other.process === process &&
				other.label === `${row.object} held`));
	}

	stepType(event, direction) {
		const { type, rowCount } = this.log;
		let at = event + direction;

		while (at >= 0 && at < rowCount && type[at] !== type[event])
			at += direction;
		if (at >= 0 && at < rowCount)
			this.view.goTo(at);
	}
}

/* What scripts may ask. */
function interfaceOf(page) {
	const { log, view, timeline } = page;

	return {
		events: log.events,
		lost: log.lost,
		threads: log.threads.map(({ label, events }) =>
			({ name: label, events })),
		spans: statTable(log, 'pairs').map((pair) => ({
			name: pair.span || pair.begin, count: pair.n,
			p50: pair.p50_ns, max: pair.max_ns })),
		range: log.range,
		errors,
		opened: performance.now(),
		show(from, to) {
			view.show(from, to);
			page.draw();
			return timeline.took;
		},
		visible: () => timeline.drawn,
		find: (text) => page.find(text),
		view: () => [view.from, view.to],
		/* Where a span is on the timeline: [y, x] of its middle. */
		place(i) {
			const { row, start, end } = spanItem(log, log.spans, i);

			return [row.top + row.height / 2 - timeline.scroller.scrollTop,
				timeline.place((start + Math.min(end, log.range[1])) / 2)];
		},
		drawn: () => page.groups.map(({ name, count, open, slowest }) => ({
			name, count, open,
			max: slowest.length ? slowest[0].length : null })),
	};
}

const errors = [];

/* What cannot be shown is told, and the rest is shown. */
function complain(text) {
	errors.push(text);
	byId('progress').hidden = false;
	byId('progress').textContent = text;
	byId('progress').className = 'bad';
}

async function main() {
	const element = byId('log');
	const log = new Log(JSON.parse(element.textContent));

	element.remove();
	await log.read((rows, total) => {
		byId('progress').textContent = `Opening the report … ${
			percent(rows / Math.max(total, 1))}`;
	});
	await buildRows(log);
	const page = new Page(log, await spanGroups(log));

	page.begin();
	window.posixtrace = interfaceOf(page);
	document.documentElement.dataset.state = 'ready';
}

window.addEventListener('error', (event) => errors.push(event.message));
window.addEventListener('unhandledrejection', (event) =>
	errors.push(String(event.reason)));
main().catch((error) => {
	document.documentElement.dataset.state = 'failed';
	window.posixtrace ||= { errors };
	complain(`The report cannot be shown: ${error.message}.`);
});
