import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runner-client.ts';

/** A part of one of the project's data sets, as a data set of its own in `folder`: the first `train` and `test` answers of each side. */
export function partOfSet(name: string, folder: string, { train, test }: { readonly train: number; readonly test: number }): string {
	const from = join(root, 'examples/datasets', name);
	const lines = (file: string): string[] => readFileSync(join(from, file), 'utf8').trimEnd().split('\n');
	const side = (split: string, count: number): string[] =>
		lines('response.jsonl')
			.filter((line) => line.includes(`"split":"${split}"`))
			.slice(0, count);
	const chosen = [...side('train', train), ...side('test', test)];
	const sources = new Set(chosen.map((line) => (JSON.parse(line) as { source_id: string }).source_id));
	const to = join(folder, name);
	mkdirSync(to, { recursive: true });
	writeFileSync(join(to, 'response.jsonl'), chosen.map((line) => `${line}\n`).join(''));
	writeFileSync(
		join(to, 'source_info.jsonl'),
		lines('source_info.jsonl')
			.filter((line) => sources.has((JSON.parse(line) as { source_id: string }).source_id))
			.map((line) => `${line}\n`)
			.join(''),
	);
	return to;
}
