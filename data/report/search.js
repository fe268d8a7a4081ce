/*
 * search.js - finds events by words and conditions
 *
 * An event is found if it has all terms: a word is part of its name, thread,
 * place or a text among its fields, or is the number that a field is; a
 * condition such as depth>60 compares the field of that name.
 */

const CONDITION = /^([^=<>!\s]+?)(=|!=|<=|>=|<|>)(.+)$/s;
const TERMS = /"([^"]*)"|(\S+)/g;

const COMPARISONS = {
	'=': (a, b) => a === b,
	'!=': (a, b) => a !== b,
	'<': (a, b) => a < b,
	'>': (a, b) => a > b,
	'<=': (a, b) => a <= b,
	'>=': (a, b) => a >= b,
};

function numberOf(text) {
	if (/^-?(\d+|0x[0-9a-f]+)$/i.test(text)) {
		const isNegative = text.startsWith('-');
		const exact = BigInt(isNegative ? text.slice(1) : text) *
			(isNegative ? -1n : 1n);

		return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
	}
	return /^-?\d*\.?\d+(e[+-]?\d+)?$/i.test(text) ? Number(text) : null;
}

function parseTerm(log, text, isQuoted) {
	const condition = !isQuoted && text.match(CONDITION);

	if (condition) {
		const [, field, sign, value] = condition;

		return { field, number: numberOf(value), text: value.toLowerCase(),
			compares: COMPARISONS[sign], sign };
	}
	const word = text.toLowerCase();
	const has = (other) => other.toLowerCase().includes(word);

	return {
		word, number: numberOf(text),
		types: log.types.map((type) => has(type.name)),
		threads: log.threads.map((thread) => has(thread.label)),
		places: [false, ...log.places.map((place) =>
			has(place.text) || has(place.function))],
	};
}

function parseQuery(log, query) {
	return [...query.matchAll(TERMS)].map(([, phrase, word]) =>
		parseTerm(log, phrase ?? word, phrase !== undefined));
}

/* The events of a type in a part that a term finds by their fields: an array
 * of 1 and 0, or null if there are none. */
function matchFields(log, term, type, part) {
	const { fields } = log.types[type];
	let result = null;

	fields.forEach((field, i) => {
		const column = part.columns[i];

		if (!column || term.field !== undefined && term.field !== field.name)
			return;
		const test = testOf(term, field, column, part.strings);

		if (!test)
			return;
		result ||= new Uint8Array(part.rows);
		const { values, absent } = column;

		for (let row = 0; row < part.rows; row++) {
			if (test(values[row]) && !(absent && absent[row]))
				result[row] = 1;
		}
	});
	return result;
}

function testOf(term, field, column, strings) {
	if (column.form === 't') {
		const matches = [false, ...strings.map((text) =>
			matchText(term, text.toLowerCase()))];

		return matches.includes(true) ? (value) => matches[value] : null;
	}
	if (field.kind === 'bool' && (term.text ?? term.word)) {
		const wanted = (term.text ?? term.word) === 'true';

		return /^(true|false)$/.test(term.text ?? term.word) ?
			(value) => wanted === Boolean(value) : null;
	}
	if (term.number === null)
		return null;
	const compares = term.compares || COMPARISONS['='];
	const { number } = term;

	if (Array.isArray(column.values) || typeof number === 'bigint') {
		const exact = typeof number === 'bigint' ? number :
			Number.isInteger(number) ? BigInt(number) : number;

		return (value) => compares(Number.isInteger(value) ?
			BigInt(value) : value, exact);
	}
	return (value) => compares(value, number);
}

function matchText(term, text) {
	if (term.word !== undefined)
		return text.includes(term.word);
	return term.sign === '=' ? text === term.text :
		term.sign === '!=' ? text !== term.text : false;
}

/* The rows of all events found, in order; null if the search was given up. */
async function findEvents(log, query, isWanted = () => true) {
	const terms = parseQuery(log, query);
	const found = [];

	if (!terms.length || log.isLeftOut)
		return new Uint32Array(0);
	for (let l = 0; l < log.firsts.length; l++) {
		found.push(await findInPart(log, terms, l));
		await pause();
		if (!isWanted())
			return null;
	}
	const result = new Uint32Array(found.reduce((sum, { length }) =>
		sum + length, 0));
	let at = 0;

	for (const rows of found) {
		result.set(rows, at);
		at += rows.length;
	}
	return result;
}

async function findInPart(log, terms, l) {
	const first = log.firsts[l];
	const rows = log.logTable.parts[l].n;
	const ranks = log.ranksOf(l);
	const result = new Uint32Array(rows);
	let length = 0;
	const tests = [];

	for (const term of terms) {
		const fields = [];

		for (let type = 0; type < log.types.length; type++) {
			const part = await log.fieldsOf(type, l);

			fields.push(part && matchFields(log, term, type, part));
		}
		tests.push({ term, fields });
	}
	for (let i = 0; i < rows; i++) {
		const row = first + i;
		const type = log.type[row];

		if (tests.every(({ term, fields }) =>
			fields[type] && fields[type][ranks[i]] ||
			term.types && (term.types[type] ||
				term.threads[log.thread[row]] ||
				term.places[log.place[row]])))
			result[length++] = row;
	}
	return result.slice(0, length);
}
