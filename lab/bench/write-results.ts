/**
 * Puts what benches have answered (`--json`) into docs/results.md, each between its two comments:
 *
 *     npm run -s bench -- NAME --json > result.json
 *     npx node lab/bench/write-results.ts result.json …
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { closedBookTables } from './closed-book-tables.ts';
import { detectionTables } from './detection-tables.ts';
import type { BenchResult } from './bench.ts';
import { fewLabelTables } from './few-label-tables.ts';
import { markdownTable, withTable } from './markdown-table.ts';
import { memsadTables } from './memsad-tables.ts';
import { pearlTables } from './pearl-tables.ts';
import { piiTables } from './pii-tables.ts';
import { repcsTables } from './repcs-tables.ts';
import { benchResult } from './result.ts';

const page = fileURLToPath(new URL('../../docs/results.md', import.meta.url));
const tables: Readonly<Record<string, (result: BenchResult) => string>> = {
	'spad-detection': detectionTables,
	calibration: fewLabelTables,
	repcs: repcsTables,
	'closed-book': closedBookTables,
	pii: piiTables,
	pearl: pearlTables,
	memsad: memsadTables,
	mirabel: memsadTables,
};

function section(result: BenchResult): string {
	const { name, seed, quick, data, seconds } = result;
	const facts = Object.entries({
		command: `npm run bench -- ${name} --seed ${seed}${quick ? ' --quick' : ''}`,
		...data,
		time: `${Math.round(seconds / 60)} min`,
	});
	return [
		'',
		...facts.map(([key, value]) => `- ${key}: ${key === 'command' ? `\`${value}\`` : value}`),
		'',
		(tables[name] ?? markdownTable)(result),
		'',
	].join('\n');
}

let text = await readFile(page, 'utf8');
for (const file of process.argv.slice(2)) {
	// oxlint-disable-next-line no-await-in-loop -- a few small files
	const result = benchResult.parse(JSON.parse(await readFile(file, 'utf8')));
	text = withTable(text, result.name, section(result));
}
await writeFile(page, text);
