/* dom.js - elements of the page; texts of the log are only ever text nodes */

const byId = (id) => document.getElementById(id);

/* What text of a log may not do: end lines, turn the direction of others. */
const UNTAMED = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
const tame = (text) => text.replace(UNTAMED, '?');
const tameLines = (text) => text.replace(UNTAMED, (character) =>
	character === '\n' || character === '\t' ? character : '?');

/* An element with properties, handlers ("onclick") and attributes. */
function make(tag, properties = {}, ...children) {
	const element = document.createElement(tag);

	for (const [name, value] of Object.entries(properties)) {
		if (name.startsWith('on'))
			element.addEventListener(name.slice(2), value);
		else if (name === 'style')
			element.style.cssText = value;
		else if (value !== undefined && value !== false)
			element.setAttribute(name, value === true ? '' : value);
	}
	element.append(...children.filter((child) => child !== null &&
		child !== undefined).map((child) => typeof child === 'string' ?
		tameLines(child) : child));
	return element;
}

/* A line that can be chosen: what, how much, a second line, a bar. */
function lineOf({ what, much, more, share, title }, choose) {
	return make('li', {}, make('button', { class: 'row', type: 'button', title,
		onclick: choose },
	make('span', {}, what), make('span', {}, much),
	more ? make('span', { class: 'soft' }, more) : null,
	share === undefined ? null : make('span', { class: 'meter' },
		make('i', { style: `width:${Math.max(1, share * 100)}%` }))));
}

const ROWS_SHOWN = 300;

/*
 * A table. A column is { title, value(row), show(row), number }: a row shows
 * the text or the node of show(), or else its value; clicks on heads sort.
 */
function tableOf(caption, columns, rows) {
	const body = make('tbody');
	const table = make('table', {}, make('caption', {}, caption));
	const more = make('p', { class: 'soft' });
	let order = rows, limit = ROWS_SHOWN;
	const fill = () => {
		body.replaceChildren(...order.slice(0, limit).map((row) =>
			make('tr', {}, ...columns.map((column) => make('td',
				{ class: column.number && 'number' },
				cellOf(column, row))))));
		more.replaceChildren(...(order.length > limit ? [
			make('button', { type: 'button', onclick: () => {
				limit *= 10;
				fill();
			} }, `${count(order.length - limit)} more`)] : []));
	};
	const heads = columns.map((column) => make('th', { scope: 'col',
		class: column.number && 'number' },
	make('button', { type: 'button', title: 'Sort',
		onclick: () => {
			const head = heads[columns.indexOf(column)];
			const isDown = head.getAttribute('aria-sort') !== 'descending';

			heads.forEach((other) => other.removeAttribute('aria-sort'));
			head.setAttribute('aria-sort',
				isDown ? 'descending' : 'ascending');
			order = rows.slice().sort((a, b) => (isDown ? 1 : -1) *
				compare(column.value(b), column.value(a)));
			fill();
		} }, column.title)));

	table.append(make('thead', {}, make('tr', {}, ...heads)), body);
	fill();
	return make('div', { class: 'wide', role: 'region', tabindex: 0,
		'aria-label': caption }, table, more);
}

function cellOf(column, row) {
	const shown = (column.show || column.value)(row);

	return shown === null || shown === undefined ? '−' : shown;
}

function compare(a, b) {
	if (typeof a === 'string' && typeof b === 'string')
		return a < b ? -1 : a > b ? 1 : 0;
	return Number(a ?? -Infinity) - Number(b ?? -Infinity);
}
