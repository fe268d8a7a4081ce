/*
 * columns.js - parts of tables, unpacked
 *
 * A part has the bytes of its columns, split by significance, compressed and
 * in base64. Numbers that a double cannot hold are BigInts.
 */

function decodeBase64(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const letters = atob(text);
	const bytes = new Uint8Array(letters.length);

	for (let i = 0; i < letters.length; i++)
		bytes[i] = letters.charCodeAt(i);
	return bytes;
}

async function inflate(bytes) {
	const stream = new Blob([bytes]).stream()
		.pipeThrough(new DecompressionStream('deflate-raw'));

	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Bytes of equal significance lie together; here they come to their numbers. */
function together(bytes, at, rows, width) {
	const result = new Uint8Array(rows * width);

	for (let b = 0; b < width; b++, at += rows) {
		for (let i = 0, to = b; i < rows; i++, to += width)
			result[to] = bytes[at + i];
	}
	return result.buffer;
}

function rawNumbers(bytes, at, rows, width) {
	switch (width) {
	case 1:
		return bytes.subarray(at, at + rows);
	case 2:
		return new Uint16Array(together(bytes, at, rows, 2));
	case 4:
		return new Uint32Array(together(bytes, at, rows, 4));
	case 8:
		return new BigUint64Array(together(bytes, at, rows, 8));
	default:
		return null;
	}
}

/* The difference that an unsigned number stands for. */
const zigzag = (raw) => raw >>> 1 ^ -(raw & 1);
const bigZigzag = (raw) => raw & 1n ? -(raw + 1n >> 1n) : raw >> 1n;

function differences(raw, rows, base) {
	const isBig = raw instanceof BigUint64Array || typeof base === 'string';
	const result = new Float64Array(rows);

	if (isBig) {
		const exact = new Array(rows);
		let value = BigInt(base), tooBig = false;

		for (let i = 0; i < rows; i++) {
			value += raw ? bigZigzag(BigInt(raw[i])) : 0n;
			exact[i] = value;
			result[i] = Number(value);
			tooBig ||= !Number.isSafeInteger(result[i]);
		}
		return tooBig ? exact : result;
	}
	for (let i = 0, value = base; i < rows; i++) {
		if (raw)
			value += zigzag(raw[i]);
		result[i] = value;
	}
	return result;
}

function sums(raw, rows, base) {
	if (!raw && typeof base !== 'string')
		return base ? new Float64Array(rows).fill(base) :
			new Uint8Array(rows);
	if (raw instanceof BigUint64Array || typeof base === 'string') {
		const first = BigInt(base);
		const exact = Array.from({ length: rows }, (_, i) =>
			first + (raw ? BigInt(raw[i]) : 0n));
		const doubles = Float64Array.from(exact, Number);

		return doubles.every(Number.isSafeInteger) ? doubles : exact;
	}
	if (!base)
		return raw;
	const result = new Float64Array(rows);

	for (let i = 0; i < rows; i++)
		result[i] = raw[i] + base;
	return result;
}

/* Values of a column; those of texts are numbers of strings, from 1 on. */
function decodeColumn(bytes, at, rows, [, form, width, base]) {
	if (form === 'f') {
		const buffer = together(bytes, at, rows, width);

		return width === 4 ? new Float32Array(buffer) :
			new Float64Array(buffer);
	}
	const raw = rawNumbers(bytes, at, rows, width);

	return form === 'd' ? differences(raw, rows, base) :
		sums(raw, rows, base);
}

/*
 * A part of a table: columns by name, each { form, values, absent }, and the
 * strings of its texts. Its element is taken out of the page.
 */
async function unpack(part) {
	const element = document.getElementById(`p${part.p}`);
	let bytes = new Uint8Array(0);

	if (part.b) {
		if (!element)
			throw new Error(`part ${part.p} of the report is missing`);
		bytes = await inflate(decodeBase64(element.textContent.trim()))
			.catch(() => bytes);
		element.remove();
	}
	if (bytes.length !== part.b)
		throw new Error(`part ${part.p} of the report is damaged`);
	const result = { rows: part.n, columns: {}, strings: [] };
	let at = 0;

	for (const column of part.c) {
		const [name, form, width, , hasAbsent] = column;
		let absent = null;

		if (hasAbsent) {
			absent = bytes.subarray(at, at + part.n);
			at += part.n;
		}
		result.columns[name] = { form, absent,
			values: decodeColumn(bytes, at, part.n, column) };
		at += width * part.n;
	}
	if (part.s)
		result.strings = new TextDecoder().decode(
			bytes.subarray(part.s[0])).split('\0', part.s[1]);
	return result;
}

/* The smallest array of numbers below LIMIT. */
function numbersBelow(limit, rows) {
	return limit <= 256 ? new Uint8Array(rows) :
		limit <= 65536 ? new Uint16Array(rows) : new Uint32Array(rows);
}

/* Lets the browser draw and answer before more work is done. */
function pause() {
	return new Promise((resolve) => setTimeout(resolve));
}

/* Columns of a whole table, put into the arrays that are given by name. */
async function readTable(table, targets, done) {
	let row = 0;

	for (const part of table.parts) {
		const { columns } = await unpack(part);

		for (const [name, target] of Object.entries(targets)) {
			if (columns[name])
				copyInto(target, columns[name].values, row);
		}
		row += part.n;
		done(part.n);
		await pause();
	}
	if (row !== table.rows)
		throw new Error('a table of the report lacks rows');
}

function copyInto(target, values, row) {
	if (Array.isArray(values))
		values.forEach((value, i) => {
			target[row + i] = Number(value);
		});
	else
		target.set(values, row);
}
