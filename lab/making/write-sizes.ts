/**
 * Writes the table that compares sizes of the demo model into models/demo/README.md:
 *
 *     npm run -s bench -- demo-model --model FOLDER --json > SIZE.json               of each size; the chain (make.ts) leaves it in training/work/SIZE/bench-fp32.json
 *     npm run -s bench -- demo-model-sizes --model FOLDER --model FOLDER --json > costs.json
 *     npx node lab/making/write-sizes.ts costs.json small=SMALL.json large=LARGE.json
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchResult } from '../bench/bench.ts';
import { withTable } from '../bench/markdown-table.ts';
import { benchResult } from '../bench/result.ts';
import { demoFolder, say } from './demo-model.ts';
import { sizesTable } from './steps/sizes-table.ts';

async function resultOf(file: string): Promise<BenchResult> {
	return benchResult.parse(JSON.parse(await readFile(file, 'utf8')));
}

const [costs, ...sizes] = process.argv.slice(2);
if (costs === undefined || sizes.length === 0 || !sizes.every((size) => /^[^=]+=./.test(size))) {
	process.stderr.write('Expected: npx node lab/making/write-sizes.ts COSTS.json NAME=RESULT.json …\n');
	process.exitCode = 2;
} else {
	const measured = await Promise.all(
		sizes.map(async (size) => {
			const at = size.indexOf('=');
			return { name: size.slice(0, at), result: await resultOf(size.slice(at + 1)) };
		}),
	);
	const table = sizesTable(measured, await resultOf(costs));
	const readme = join(demoFolder, 'README.md');
	await writeFile(readme, withTable(await readFile(readme, 'utf8'), 'demo-model-sizes', table));
	say(table);
}
