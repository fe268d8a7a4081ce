/*
 * page.mjs - what a browser shows of a report, against what the command says
 *
 *	node page.mjs PUPPETEER PROFILE < SCENES
 *
 * A line of SCENES has the name of a function below, a page, and files: what
 * stat -f json prints, and what show does. Each sentence that is false is a
 * line. The status is 77 if there is no browser.
 */
import { readFileSync } from 'node:fs';
import { openChromium } from './browser.mjs';

const [puppeteer, profile] = process.argv.slice(2);
let failures = 0, scene, file, statFile, eventsFile;

function is(wanted, got, what) {
	const [a, b] = [wanted, got].map((value) => JSON.stringify(value));

	if (a === b)
		return;
	failures++;
	console.log(`${scene} of ${file}: ${what}: ${b}, not ${a}`);
}

/* Numbers of 64 bits stay what they are, as texts. */
const parse = (text) => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1"'));
const stat = () => parse(readFileSync(statFile, 'utf8'));
const items = () => readFileSync(eventsFile, 'utf8').trim().split('\n')
	.map(parse);
const ask = (page, script) => page.evaluate(script);
const state = 'document.documentElement.dataset.state';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740, isMobile: true, hasTouch: true };

async function open(browser, address = '', size = DESK, media = []) {
	const page = await browser.newPage();

	page.requests = [];
	page.on('request', (request) => page.requests.push(request.url()));
	page.on('dialog', (dialog) => {
		is('no dialog', dialog.message(), 'a dialog');
		dialog.dismiss();
	});
	page.on('console', (message) =>
		is('no message', message.text(), 'the console'));
	page.on('pageerror', (error) => is('no error', String(error), 'an error'));
	await page.setOfflineMode(true);
	await page.setViewport(size);
	await page.emulateMediaFeatures(media);
	await page.goto(`file://${file}${address}`);
	await page.waitForFunction(`${state} !== 'loading'`, { timeout: 60000 });
	is('ready', await ask(page, state), 'the state');
	is([], await ask(page, 'posixtrace.errors'), 'errors');
	return page;
}

/* Waits for a condition, which is a sentence that shall come true. */
async function becomes(page, script) {
	await page.waitForFunction(script, { timeout: 30000 }).catch(() =>
		is(true, false, script));
}

/* Counts, spans, losses and what a search finds. */
async function figures(browser) {
	const page = await open(browser);
	const events = items().filter((item) => item.name !== undefined);
	const lost = items().filter((item) => item.lost !== undefined);
	const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
	const { pairs, locks } = stat();

	is(events.length, await ask(page, 'posixtrace.events'), 'events');
	is(sum(lost.map((loss) => loss.lost)),
		await ask(page, 'posixtrace.lost'), 'lost');
	is(events.length, sum(await ask(page,
		'posixtrace.threads.map((thread) => thread.events)')),
	'events of threads');
	is(pairs.map((pair) => ({ name: pair.span, count: pair.n,
		p50: pair.p50_ns, max: pair.max_ns })),
	await ask(page, 'posixtrace.spans'), 'spans');
	const drawn = await ask(page, 'posixtrace.drawn()');

	for (const pair of pairs.filter(({ n, not_ended: open }) => n + open)) {
		const group = drawn.find(({ name }) => name === pair.span);

		is([pair.n, pair.max_ns, pair.not_ended],
			group && [group.count, group.max, group.open],
			`what is drawn of ${pair.span}`);
	}
	await searches(page, events);
	await tables(page, lost, locks);
	is([`file://${file}`], page.requests, 'what was requested');
}

async function searches(page, events) {
	const names = [...new Set(events.map(({ name }) => name))];
	const find = (text) => ask(page,
		`posixtrace.find(${JSON.stringify(text)})`);
	const holds = (text, word) =>
		String(text ?? '').toLowerCase().includes(word.toLowerCase());
	const matches = (event, word) => [event.name, event.src, event.func,
		`${event.comm}/${event.tname ? `${event.tname}:` : ''}${event.tid}`,
		...Object.values(event.args || {}).filter((value) =>
			typeof value === 'string'),
		...Object.values(event.objects || {})]
		.some((text) => holds(text, word));

	for (const word of [...names.slice(0, 4), 'posix_trace_file', 'no such'])
		is(events.filter((event) => matches(event, word)).length,
			await find(`"${word}"`), `found: ${word}`);
	for (const [condition, test] of [
		['depth>60', ({ args }) => args?.depth > 60],
		['bytes<=2000', ({ args }) => args?.bytes <= 2000],
		['words=0', ({ args }) => args?.words === 0]])
		is(events.filter(test).length, await find(condition),
			`found: ${condition}`);
	await find('');
}

/* The rows of the pages say what show, stat and the losses say. */
async function tables(page, lost, locks) {
	const text = (id) => ask(page, `document.getElementById('tab-${id}').click();
		document.getElementById('panel-${id.toLowerCase()}').textContent`);
	const losses = await text('Losses');

	for (const loss of lost)
		is(true, losses.includes(loss.why) && losses.includes(loss.lost ?
			String(loss.lost) : 'unknown'), `the loss of ${loss.lost}`);
	for (const lock of locks)
		is(true, (await text('Locks')).includes(lock.object),
			`the lock ${lock.object}`);
}

/*
 * Each line of show is in the table, with its place and fields. An event of no
 * thread is one of the process there, bytes that are no UTF-8 are U+FFFD, and
 * a place is told even if no source is known.
 */
async function lines(browser) {
	const page = await open(browser);
	const shown = readFileSync(eventsFile, 'utf8').trim().split('\n')
		.filter((line) => /^\d\d:/.test(line));

	await ask(page, "document.getElementById('tab-Events').click()");
	await ask(page, `document.getElementById('panel').style.cssText =
		'flex: none; height: ${shown.length * 22 + 200}px';
		document.getElementById('main').style.height = 'auto';
		dispatchEvent(new Event('resize'))`);
	await becomes(page, `document.querySelectorAll('.event:not([hidden])')
		.length === ${shown.length} && !document.getElementById('events')
		.textContent.includes('…')`);
	const rows = await page.$$eval('.event:not([hidden])', (rows) =>
		rows.map((row) => [...row.children].map((cell) =>
			cell.textContent)));

	rows.forEach(([, thread, name, fields, place], i) => {
		const wanted = shown[i].replace(/^\S+ +(\+\S+ +)?/, '')
			.replace(/^(\S+\/)5000 /, '$1- ')
			.replace('hex 636166e9', 'caf\ufffd').replace(/ +/g, ' ');
		const got = [thread, name, fields, /:\d+$/.test(place) && place];

		is(wanted, got.filter(Boolean).join(' '), `line ${i + 1}`);
	});
}

/* All of it by keys, and the address keeps the view. */
async function keyboard(browser) {
	const page = await open(browser);
	const focused = () => ask(page, 'document.activeElement.id');
	const view = () => ask(page, 'posixtrace.view()');
	const width = async () => {
		const [from, to] = await view();

		return to - from;
	};
	const whole = await width();

	await page.keyboard.press('/');
	is('query', await focused(), '/ goes to the search');
	await page.keyboard.type('file_begin');
	await page.keyboard.press('Enter');
	await becomes(page, "/found/.test(document.getElementById('found')" +
		".textContent) && !document.getElementById('details').hidden");
	const first = await ask(page,
		"document.getElementById('details').textContent");

	await page.keyboard.press('Escape');
	is('drawing', await focused(), 'Esc leaves the search');
	await page.keyboard.press('n');
	await becomes(page, "!document.getElementById('details').hidden");
	await page.keyboard.press('n');
	await becomes(page, `document.getElementById('details').textContent !== ${
		JSON.stringify(first)}`);
	await page.keyboard.press('w');
	is(true, await width() < whole, 'w zooms in');
	const [from] = await view();

	await page.keyboard.press('d');
	is(true, (await view())[0] > from, 'd moves right');
	await becomes(page, "/#from=-?\\d+&to=\\d+&e=\\d+/.test(location.hash)");
	const hash = await ask(page, 'location.hash');
	const copy = await open(browser, hash);

	is(hash, await ask(copy, 'location.hash'), 'the address');
	is(hash, await ask(copy, `\`#from=\${Math.floor(posixtrace.view()[0])}&to=\${
		Math.ceil(posixtrace.view()[1])}\``) + hash.match(/&e=.*/)[0],
	'the view of an address');
	await becomes(copy, "!document.getElementById('details').hidden");
	is(await page.$eval('#found', ({ textContent }) => textContent),
		await copy.$eval('#found', ({ textContent }) => textContent),
		'what an address searches');
	await copy.close();
	await link(browser, 'Spans', '#panel-spans .row', 'span');
	await page.keyboard.press('f');
	is(whole, await width(), 'f fits');
	await page.keyboard.press('m');
	await page.keyboard.press('m');
	await becomes(page,
		"/measured/.test(document.getElementById('spoken').textContent)");
	await page.keyboard.press('?');
	is(true, await ask(page, "document.getElementById('help').open"), '?');
	await page.keyboard.press('Escape');
	is(false, await ask(page, "document.getElementById('help').open"), 'Esc');
	await page.focus('#drawing');
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('ArrowRight');
	await becomes(page,
		"document.getElementById('spoken').textContent.length > 5");
	await tabStops(page);
}

/* A link has the tab, and the span that was chosen there. */
async function link(browser, tab, choice, kind) {
	const page = await open(browser);

	await ask(page, `document.getElementById('tab-${tab}').click();
		document.querySelector('${choice}').click()`);
	await becomes(page, `/&${kind}=\\d+&tab=${tab}$/.test(location.hash)`);
	const copy = await open(browser, await ask(page, 'location.hash'));
	const chosen = (page) => ask(page,
		"document.getElementById('details').textContent");

	await becomes(copy, "!document.getElementById('details').hidden");
	is(await chosen(page), await chosen(copy), `the ${kind} of an address`);
	is('true', await ask(copy, `document.getElementById('tab-${tab}')
		.getAttribute('aria-selected')`), 'the tab of an address');
	await ask(copy, "location.hash = '#tab=Losses&span=99999999'");
	await becomes(copy, `document.getElementById('tab-Losses')
		.getAttribute('aria-selected') === 'true'`);
	await page.close();
	await copy.close();
}

/* By the mouse: zoom at the pointer, drag, click, measure, the strip above. */
async function pointer(browser) {
	const page = await open(browser);
	const view = () => ask(page, 'posixtrace.view()');
	const box = await page.$eval('#drawing', (canvas) => {
		const { left, top, width } = canvas.getBoundingClientRect();

		return { left, top, width };
	});
	const at = async (x) => {
		const [from, to] = await view();

		return from + (to - from) * (x - 200) / (box.width - 200);
	};
	const move = (x, y) => page.mouse.move(box.left + x, box.top + y);
	const drag = async (x, y, other) => {
		await move(x, y);
		await page.mouse.down();
		await move(other, y);
		await page.mouse.up();
	};
	const [begin, end] = await view();
	const middle = (begin + end) / 2;

	await move(700, 60);
	const before = await at(700);

	await page.mouse.wheel({ deltaY: -400 });
	await becomes(page, `posixtrace.view()[1] < ${end}`);
	is(true, Math.abs(await at(700) - before) < 2, 'the pointer keeps its time');
	const [left] = await view();

	await drag(600, 60, 500);
	is(true, (await view())[0] > left, 'a drag to the left shows later times');
	await page.keyboard.down('Shift');
	await drag(400, 60, 600);
	await page.keyboard.up('Shift');
	await becomes(page, `/measured .*events?/.test(
		document.getElementById('extent').textContent)`);
	await page.keyboard.press('Escape');
	await ask(page, `posixtrace.show(${begin}, ${end})`);
	const [row, x] = await ask(page, 'posixtrace.place(0)');

	await page.mouse.click(box.left + x, box.top + row);
	await becomes(page, "!document.getElementById('details').hidden");
	is(true, /length/.test(await ask(page,
		"document.getElementById('details').textContent")), 'a span is chosen');
	const map = await page.$eval('#map', (canvas) =>
		canvas.getBoundingClientRect().top + 10);

	await page.mouse.move(box.width / 2, map);
	await page.mouse.down();
	await page.mouse.move(box.width / 2 + 200, map);
	await page.mouse.up();
	await becomes(page, `posixtrace.view()[0] > ${begin + (middle - begin) / 2}`);
}

/* Every control is reached by Tab, has a name, and shows its focus. */
async function tabStops(page) {
	const reached = new Set();

	await ask(page, 'document.activeElement.blur()');
	for (let i = 0; i < 60; i++) {
		await page.keyboard.press('Tab');
		reached.add(await ask(page, `(() => {
			const element = document.activeElement;
			const isSeen = getComputedStyle(element).outlineStyle !== 'none';

			return isSeen ? element.id : 'unseen ' + element.id; })()`));
	}
	for (const id of ['query', 'previous', 'next', 'closer', 'wider', 'fit',
		'measure', 'questions', 'map', 'drawing', 'splitter', 'tab-Overview'])
		is(true, reached.has(id), `Tab reaches ${id}`);
	is([], await page.$$eval('button, input, canvas, [tabindex="0"]',
		(elements) => elements.filter((element) =>
			!(element.getAttribute('aria-label') ||
			element.textContent.trim())).map(({ outerHTML }) =>
			outerHTML)), 'controls without a name');
}

/* Names of a trace are texts, whatever they look like. */
async function hostile(browser) {
	const page = await open(browser);
	const name = '</script><img src=x onerror=alert(1)>';

	is(name, await ask(page, 'posixtrace.drawn()[0].name'), 'the name');
	is(2, await ask(page, `posixtrace.find(${JSON.stringify(`"${name}"`)})`),
		'found by its name');
	for (const tab of ['Events', 'Spans', 'Types', 'Overview'])
		await ask(page, `document.getElementById('tab-${tab}').click()`);
	await ask(page, 'document.getElementById("next").click()');
	await becomes(page, "!document.getElementById('details').hidden");
	is(0, await ask(page, "document.querySelectorAll('img').length"), 'images');
	is("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'",
		await page.$eval('meta[http-equiv]', ({ content }) => content),
		'what the page may do');
	is(3, await ask(page, 'posixtrace.events'), 'events');
}

/* Characters that turn the direction of text are shown as stat and show do. */
async function turned(browser) {
	const page = await open(browser, '#tab=Events');
	const text = () => ask(page, 'document.body.textContent');

	await becomes(page, `/name="\\\\u\\{202e\\}gnp\\.exe x"/.test(
		document.getElementById('events').textContent)`);
	for (const tab of ['Spans', 'Types', 'Overview']) {
		await ask(page, `document.getElementById('tab-${tab}').click()`);
		is([], (await text()).match(/[\u202a-\u202e\u2066-\u2069]/g) ?? [],
			`characters in ${tab}`);
	}
	is(['?gnp.exe'], await ask(page, 'posixtrace.spans.map(({ name }) => name)'),
		'the span of stat');
	is(['?gnp.exe'], await ask(page, 'posixtrace.drawn().map(({ name }) => name)'),
		'the span on the timeline');
	await ask(page, "document.getElementById('tab-Spans').click()");
	is(true, /n 1.*max 8 µs/.test(await text()), 'figures of that span');
	await page.close();

	const phone = await open(browser, '', PHONE);

	is([], await phone.$$eval('.card .row', (rows) => rows.filter((row) =>
		row.children[1].clientHeight > 30 ||
		[...row.children].some((child) =>
		child.getBoundingClientRect().right >
			row.getBoundingClientRect().right)).map(({ textContent }) =>
		textContent)), 'rows that long names have broken');
	await phone.close();
}

/* What is damaged is told at once, and where. */
async function damaged(browser) {
	const page = await open(browser);
	const text = (id) => ask(page, `document.getElementById('${id}').textContent`);

	is(true, (await text('facts')).endsWith('a part is damaged'), 'the head');
	is(false, /Nothing: every/.test(await text('panel-overview')), 'nothing lost');
	for (const tab of ['Overview', 'Losses']) {
		await ask(page, `document.getElementById('tab-${tab}').click()`);
		is(true, /damaged.*Byte \d+: .*checksum.*\d+ events dropped/.test(
			await text(`panel-${tab.toLowerCase()}`)), `the place in ${tab}`);
	}
}

/* The picture has the room beside the scroll bar, and a frame asks seldom for the
 * layout of the page, however many rows there are. */
async function room(browser) {
	const page = await open(browser, '', { width: 1280, height: 300 });
	const widths = () => ask(page, `['rows', 'drawing'].map((id) =>
		document.getElementById(id).clientWidth)`);
	const all = await widths();

	const bar = () => ask(page, `(({ offsetWidth, clientWidth }) =>
		offsetWidth - clientWidth)(document.getElementById('rows'))`);

	is(true, await bar() > 0, 'there is a scroll bar');
	is(all[0], all[1], 'the picture beside the scroll bar');
	await page.click('#drawing', { offset: { x: 60, y: 33 } });
	const folded = await widths();

	is(0, await bar(), 'there is none');
	is(folded[0], folded[1], 'the picture of a process that is folded');
	await page.click('#drawing', { offset: { x: 60, y: 33 } });
	is(all, await widths(), 'the picture of all rows again');
	const asked = await ask(page, `(() => {
		let asked = 0;

		for (const name of ['clientWidth', 'clientHeight', 'scrollTop']) {
			const { get, set } = Object.getOwnPropertyDescriptor(
				Element.prototype, name);

			Object.defineProperty(Element.prototype, name, { set, get() {
				asked++;
				return get.call(this);
			} });
		}
		posixtrace.show(...posixtrace.range);
		return asked; })()`);

	is(true, asked < 12, `${asked} questions for the layout`);
}

/* Times before the beginning and long ones, and names that have no room. */
async function words(browser) {
	const page = await open(browser);
	const fitted = (text, room) => ask(page, `Timeline.prototype.shortened({
		measureText: (text) => ({ width: Array.from(text).length }) },
	${JSON.stringify(text)}, ${room})`);

	is('−4 ns', await ask(page, 'roughMoment(-4, 2)'), 'before the beginning');
	is('+20 ms', await ask(page, 'roughMoment(20e6, 5e6)'), 'behind it');
	is('59.9 s', await ask(page, 'duration(59.94e9)'), 'a minute, nearly');
	is('1 min 35 s', await ask(page, 'duration(95.9e9)'), 'minutes');
	is('26,619 h 25 min', await ask(page, 'duration(95829956e9)'), 'hours');
	is('−2 h 00 min', await ask(page, 'duration(-7200e9)'), 'hours before');
	is('mutex/jobs held', await fitted('mutex/jobs held', 15), 'all of a name');
	is('mutex…a8 held', await fitted('mutex/0x557e8a959fa8 held', 13),
		'the end of a name');
	is('😀…😀😀😀', await fitted('😀'.repeat(9), 5), 'no half characters');
	const pixels = await ask(page, `[...new Uint32Array(
		document.getElementById('drawing').getContext('2d')
			.getImageData(199, 0, 1, 80).data.buffer)]`);

	is(true, pixels[33] !== pixels[62], 'no line across a title');
}

/* On a phone nothing is wider than the screen; dark is dark. */
async function narrow(browser) {
	const dark = [{ name: 'prefers-color-scheme', value: 'dark' }];
	const page = await open(browser, '', PHONE, dark);

	is('rgb(20, 23, 27)', await ask(page,
		'getComputedStyle(document.body).backgroundColor'), 'dark');
	for (const tab of await page.$$eval('[role=tab]', (tabs) =>
		tabs.map(({ id }) => id))) {
		await ask(page, `document.getElementById('${tab}').click()`);
		is(true, await ask(page,
			'document.documentElement.scrollWidth <= 360'),
		`${tab} is narrow enough`);
	}
	is(true, await ask(page, 'posixtrace.visible() > 0'), 'spans are drawn');
	await ask(page, 'posixtrace.show(1000001, 2000002)');
	is(true, await ask(page, `(({ scrollWidth, clientWidth }) =>
		scrollWidth <= clientWidth)(document.getElementById('extent'))`),
	'the time in view has room');
	await ask(page, "document.getElementById('questions').click()");
	is(0, await ask(page, "document.getElementById('help').scrollTop"),
		'the help begins at its top');
}

/* Two fingers zoom, one moves and chooses; who asks for no motion has none. */
async function fingers(browser) {
	const page = await open(browser, '', PHONE,
		[{ name: 'prefers-reduced-motion', value: 'reduce' }]);
	const devtools = await page.createCDPSession();
	const view = () => ask(page, 'posixtrace.view()');
	const width = async () => {
		const [from, to] = await view();

		return to - from;
	};
	const { left, top } = await page.$eval('#drawing', (canvas) => {
		const { left, top } = canvas.getBoundingClientRect();

		return { left, top };
	});
	const touch = (type, ...places) =>
		devtools.send('Input.dispatchTouchEvent', { type,
			touchPoints: places.map((x, id) =>
				({ id, x: left + x, y: top + 60 })) });
	const all = await width();
	const visible = () => ask(page, 'visualViewport.scale');

	await touch('touchStart', 200, 240);
	for (let by = 5; by <= 50; by += 5)
		await touch('touchMove', 200 - by, 240 + by);
	await touch('touchEnd');
	await becomes(page, `(([from, to]) => to - from < ${all / 2})(
		posixtrace.view())`);
	is(1, await visible(), 'the size of the page');
	const near = await width();

	await touch('touchStart', 150, 290);
	for (let by = 5; by <= 40; by += 5)
		await touch('touchMove', 150 + by, 290 - by);
	await touch('touchEnd');
	await becomes(page, `(([from, to]) => to - from > ${near * 1.5})(
		posixtrace.view())`);
	const [from] = await view();

	await touch('touchStart', 300);
	for (let x = 290; x >= 200; x -= 10)
		await touch('touchMove', x);
	await touch('touchEnd');
	await becomes(page, `posixtrace.view()[0] > ${from}`);
	await ask(page, 'posixtrace.show(...posixtrace.range)');
	const [y, x] = await ask(page, 'posixtrace.place(0)');

	await page.touchscreen.tap(left + x, top + y);
	await becomes(page, "!document.getElementById('details').hidden");
	const transition = () => ask(page,
		"getComputedStyle(document.querySelector('button')).transitionDuration");

	is('0s', await transition(), 'motion where none is wanted');
	await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion',
		value: 'no-preference' }]);
	is('0.12s', await transition(), 'motion');
}

/* Without the events there are the spans and losses of all of them. */
async function leftOut(browser) {
	const page = await open(browser);
	const { pairs } = stat();

	is(pairs.map(({ span }) => span), await ask(page,
		'posixtrace.spans.map(({ name }) => name)'), 'spans');
	is(pairs.filter(({ n }) => n).map(({ max_ns: max }) => max).sort(),
		await ask(page, `posixtrace.drawn().map(({ max }) => max)
			.filter(Boolean).sort()`), 'what is drawn');
	is(7, await ask(page, 'posixtrace.lost'), 'lost');
	is(0, await ask(page, "posixtrace.find('day')"), 'found');
	is(true, /left out/.test(await ask(page,
		"document.getElementById('panel-overview').textContent")),
	'it is told');
}

/* A browser that cannot unpack says so. */
async function old(browser) {
	const page = await browser.newPage();

	await page.evaluateOnNewDocument('delete window.DecompressionStream');
	await page.goto(`file://${file}`);
	await becomes(page, `${state} === 'failed'`);
	is(true, /lacks DecompressionStream/.test(await ask(page,
		'document.body.innerText')), 'it is told');
	await page.close();
}

/* No test: how fast the page opens, and draws at all zooms. */
async function pace(browser) {
	const page = await open(browser);
	const opened = await ask(page, 'posixtrace.opened');
	const frames = await ask(page, `(() => {
		const [first, last] = posixtrace.range;
		const times = [];

		for (let i = 0; i < 300; i++) {
			const width = (last - first) / 1.15 ** (i % 100);
			const middle = first + (last - first) * (i * 0.37 % 1);

			times.push(posixtrace.show(middle - width / 2,
				middle + width / 2));
		}
		return times.sort((a, b) => a - b); })()`);
	const searched = await ask(page, `(async () => {
		await posixtrace.find('sem');
		const begun = performance.now();
		const found = await posixtrace.find('wait sem');

		return [performance.now() - begun, found]; })()`);

	console.log(`opened in ${(opened / 1000).toFixed(2)} s`);
	console.log(`frames of ${frames[150].toFixed(1)} ms in the median, ${
		frames[285].toFixed(1)} ms at 95 %`);
	console.log(`found ${searched[1]} events in ${
		searched[0].toFixed(0)} ms`);
}

const scenes = { damaged, figures, fingers, lines, keyboard, hostile, leftOut,
	narrow, old, pace, pointer, room, turned, words };
const { browser, end } = await openChromium(puppeteer, profile)
	.catch((error) => {
		console.log(error.message);
		process.exit(77);
	});

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
	[scene, file, statFile, eventsFile] = line.split(' ');
	try {
		await scenes[scene](browser);
	} catch (error) {
		is('no failure', String(error.stack), 'it');
	}
}
await end();
process.exit(failures ? 1 : 0);
