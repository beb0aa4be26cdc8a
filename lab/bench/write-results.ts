/**
 * Writes what benches have answered (`--json`) as full tables, `docs/results/NAME.tables.md`, and fills the main tables of all pages in
 * `docs/results/` from them. Without a result it only fills these, which you need after you chose other rows for a page:
 *
 *     npm run -s bench -- NAME --json > result.json
 *     npx node lab/bench/write-results.ts result.json …
 */
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { closedBookTables } from '../repcs/bench-closed-book-tables.ts';
import { detectionTables } from './detection-tables.ts';
import type { BenchResult } from './bench.ts';
import { fewLabelTables } from '../calibration/bench-tables.ts';
import { markdownTable } from './markdown-table.ts';
import { memsadTables } from '../memsad/bench-tables.ts';
import { honestFlagsTable } from '../memsad/public/honest-flags.ts';
import { pearlTables } from '../pearl/bench-tables.ts';
import { piiTables } from '../pii/bench-tables.ts';
import { realOriginsTables, realTextTables } from '../real-text/bench-tables.ts';
import { repcsTables } from '../repcs/bench-tables.ts';
import { benchResult } from './result.ts';
import { tablesPage, withMainTables } from './results-pages.ts';

const folder = fileURLToPath(new URL('../../docs/results/', import.meta.url));
const tables: Readonly<Record<string, (result: BenchResult) => string>> = {
	'spad-detection': detectionTables,
	calibration: fewLabelTables,
	repcs: repcsTables,
	'closed-book': closedBookTables,
	pii: piiTables,
	'real-text': realTextTables,
	starter: realTextTables,
	'real-origins': realOriginsTables,
	pearl: pearlTables,
	memsad: memsadTables,
	'memsad-public': (result) => `${memsadTables(result)}\n\n${honestFlagsTable()}`,
	mirabel: memsadTables,
};

/** Benches of public sets, whose clones are in a folder. Their pages say which. */
const ofClones: ReadonlySet<string> = new Set(['starter', 'likeness', 'support', 'real-text', 'public-files', 'memsad-public']);

/** Returns the command, the data, the seed and the time of a result, and below them its tables. */
function section(result: BenchResult): string {
	const { name, seed, quick, data, seconds } = result;
	const facts = Object.entries({
		command: `npm run bench -- ${name} --seed ${seed}${ofClones.has(name) ? ' --data DIR' : ''}${quick ? ' --quick' : ''}`,
		...data,
		time: `${Math.round(seconds / 60)} min`,
	});
	return [
		...facts.map(([key, value]) => `- ${key}: ${key === 'command' ? `\`${value}\`` : value}`),
		'',
		(tables[name] ?? markdownTable)(result),
	].join('\n');
}

for (const file of process.argv.slice(2)) {
	// oxlint-disable-next-line no-await-in-loop -- a few small files
	const result = benchResult.parse(JSON.parse(await readFile(file, 'utf8')));
	// oxlint-disable-next-line no-await-in-loop -- a few small files
	await writeFile(`${folder}${result.name}.tables.md`, tablesPage(result.name, section(result)));
}
for await (const file of glob('*.tables.md', { cwd: folder })) {
	const page = `${folder}${file.replace('.tables.md', '.md')}`;
	await writeFile(page, withMainTables(await readFile(page, 'utf8'), await readFile(`${folder}${file}`, 'utf8')));
}
