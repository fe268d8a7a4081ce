/*
 * trace_processor.mjs - Perfetto's trace processor, for tests
 *
 *	node trace_processor.mjs ASSETS TRACE < QUERIES
 *
 * Loads a trace into the processor, which ASSETS has as WebAssembly, and runs
 * the queries, one a line. Prints a line for each row, its values separated by
 * "|", and an empty line behind each query.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [assets, trace] = process.argv.slice(2);

/* The processor is made for a worker of a browser: its 32-bit variant is
 * chosen, gets its code from here, and hands out its bridge. */
const patches = [
	['this.useMemory64 = hasMemory64Support()', 'this.useMemory64 = false'],
	['locateFile: (s) => s,', 'locateFile: (s) => s, wasmBinary: code,'],
	['const wasmBridge = new', 'const wasmBridge = self.bridge = new'],
];

function loadBridge() {
	const self = { location: { href: '' } };
	let source = readFileSync(join(assets, 'engine_bundle.node.js'), 'utf8');

	for (const [from, to] of patches) {
		if (!source.includes(from))
			throw new Error(`the processor lacks: ${from}`);
		source = source.replace(from, () => to);
	}
	/* It shall not see that this is no browser. */
	new Function('self', 'WorkerGlobalScope', 'location', 'process',
		'importScripts', 'code', source)(
		self, self, self.location, undefined, () => {},
		readFileSync(join(assets, 'trace_processor.wasm')));
	return self.bridge;
}

/* The engine's other half, which speaks with the bridge. */
async function loadEngine(bridge) {
	const file = pathToFileURL(join(assets, 'engine.mjs'));
	const { EngineBase } = await import(file);

	class Engine extends EngineBase {
		id = 'test';
		mode = 'WASM';

		rpcSendRequestBytes(data) {
			bridge.onMessage({ data });
		}
		[Symbol.dispose]() {}
	}
	const engine = new Engine();

	bridge.initialize({
		postMessage: (data) =>
			engine.onRpcResponseBytes(new Uint8Array(data)),
	});
	return engine;
}

const show = (value) =>
	value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;

async function run(engine, query) {
	const result = await engine.query(query);
	const columns = result.columns();
	const lines = [];

	for (const row = result.iter({}); row.valid(); row.next())
		lines.push(columns.map((name) => show(row.get(name))).join('|'));
	return lines.map((line) => line + '\n').join('') + '\n';
}

const bridge = loadBridge();
const engine = await loadEngine(bridge);

await engine.parse(new Uint8Array(readFileSync(trace)));
await engine.notifyEof();
for (const query of readFileSync(0, 'utf8').split('\n').filter(Boolean))
	process.stdout.write(await run(engine, query));
process.exit(0);
