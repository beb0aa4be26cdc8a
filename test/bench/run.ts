/** `npm run bench -- NAME [--seed N] [--quick] [--json]`, `npm run bench -- list`. */
import { parseArgs } from 'node:util';
import type { Bench, Figure } from './bench.ts';
import { benchResult, reaches } from './result.ts';
import { runnerLatency } from './runner-latency.ts';
import { scoringMemory } from './scoring-memory.ts';

const benches: readonly Bench[] = [runnerLatency, scoringMemory];
const usage = 'Expected: npm run bench -- NAME [--seed N] [--quick] [--json], or: npm run bench -- list';

const { values, positionals: [name, ...rest] } = parseArgs({
	allowPositionals: true,
	options: { seed: { type: 'string', default: '1' }, quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const seed = Number(values.seed);
const bench = benches.find((each) => each.name === name);
if (name === 'list') {
	for (const each of benches) console.log(`${each.name}: ${each.summary}`);
} else if (bench === undefined || rest.length > 0 || !Number.isSafeInteger(seed)) {
	console.error(name === undefined || bench !== undefined ? usage : `There is no bench '${name}'; there is: ${benches.map((each) => each.name).join(', ')}. ${usage}`);
	process.exitCode = 2;
} else {
	await runBench(bench);
}

async function runBench(chosen: Bench): Promise<void> {
	const start = performance.now();
	const { data, figures } = await chosen.run({ seed, quick: values.quick, log: (message) => console.error(message) });
	const result = benchResult.parse({ schema: 'rag-assay/bench@1', name: chosen.name, seed, quick: values.quick, data, figures, seconds: Math.round(performance.now() - start) / 1000 });
	if (values.json) return console.log(JSON.stringify(result));
	console.log(`${chosen.name}${values.quick ? ' (the quick run: its figures are not to be quoted)' : ''}, seed ${seed}, ${result.seconds} s`);
	for (const [key, value] of Object.entries(data)) console.log(`  ${key}: ${value}`);
	for (const figure of figures) console.log(`  ${row(figure)}`);
}

function row({ name: what, value, low, high, n, unit, target }: Figure): string {
	const interval = low === null || high === null ? '' : ` [${low.toFixed(1)}, ${high.toFixed(1)}]`;
	const reached = reaches(value, target);
	return `${what.padEnd(28)} ${value.toFixed(1).padStart(8)} ${unit}${interval} (n = ${n})${reached === undefined ? '' : `; target ${target}: ${reached ? 'reached' : 'MISSED'}`}`;
}
