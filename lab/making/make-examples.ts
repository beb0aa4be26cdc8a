/**
 * Writes examples/traces/: questions of the test world, answered by the demo model and judged by its profile.
 *
 *     npx node lab/making/make-examples.ts [--only FILE,…] [--model FOLDER] [--profile FILE] [--out examples/traces]
 *
 * Each example says what its answer must be like (examples/); the first of a seeded stream of questions whose answer is so is taken. So the
 * answers are the model's own, and only chosen. Prints what came out, and rows for examples/README.md, whose last column is a draft.
 * Ends with 1 when something wanted was not found.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { AnalysisRecord } from '../../src/formats/analysis-record.ts';
import { demoFolder, say, withModel } from './demo-model.ts';
import { findExample, type Judge } from './examples/find-example.ts';
import { further } from './examples/further.ts';
import { tour } from './examples/tour.ts';
import type { ReadmeRow, Wanted } from './examples/wanted.ts';

const firstSeed = 7000;

/** A line of the report and a row of the README; `null` when nothing was found. */
interface Made {
	readonly line: string;
	readonly row: string;
}

async function make(example: Wanted, seed: number, out: string, judge: Judge): Promise<Made | null> {
	const found = await findExample(example, seed, judge);
	if (found === null) return null;
	const {
		answer: { situation, temperature, sentences, text },
		files,
		record,
	} = found;
	await write(files, out);
	const kind = `${situation.kind}${situation.withheld.length === 0 ? '' : ', withheld'}, T ${temperature}`;
	return {
		line: `| \`${example.file}\` | ${kind} | ${sentences.map((s) => s.verdict).join(' ')} | ${figures(record)} | ${situation.query} | ${text} |`,
		row: row(example, record),
	};
}

function figures(record: AnalysisRecord | null): string {
	return record === null
		? ''
		: record.sentences.map((s) => (s.entropyMean?.toFixed(3) ?? 'not read') + (s.verdict === 'ungrounded' ? ' flagged' : '')).join(', ');
}

function row({ file, answer, look }: ReadmeRow, record: AnalysisRecord | null): string {
	const count = record?.findings.filter(({ code }) => code === 'rag-assay/ungrounded').length ?? 0;
	const sentence = look.charAt(0).toUpperCase() + look.slice(1);
	return `| \`${file}\` | ${answer} | ${count === 0 ? look : count === 1 ? `**flagged**. ${sentence}` : `**flagged ${count}**. ${sentence}`} |`;
}

async function write(files: Readonly<Record<string, string>>, out: string): Promise<void> {
	for (const [file, text] of Object.entries(files)) {
		const path = join(out, file);
		// oxlint-disable-next-line no-await-in-loop -- one or two small files
		await mkdir(dirname(path), { recursive: true });
		// oxlint-disable-next-line no-await-in-loop
		await writeFile(path, text);
	}
}

const { values: options } = parseArgs({
	options: { only: { type: 'string' }, model: { type: 'string' }, profile: { type: 'string' }, out: { type: 'string' } },
});
const only = options.only?.split(',');
await withModel(options, async (opened) => {
	if (opened.profile === null) throw new RangeError('no profile fits the model: run make-profile.ts first');
	const rows: string[] = [];
	say('| file | kind | verdicts | mean entropies (nats) | question | answer |\n| --- | --- | --- | --- | --- | --- |');
	for (const [number, example] of [...tour, ...further].entries()) {
		if (only !== undefined && !only.includes(example.file)) continue;
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const made = await make(example, firstSeed + number, options.out ?? join(demoFolder, '../../examples/traces'), {
			...opened,
			signal: new AbortController().signal,
		});
		if (made === null) process.exitCode = 1;
		else rows.push(made.row);
		say(made?.line ?? `| \`${example.file}\` | **not found** | | | | |`);
	}
	say(`\nRows for examples/README.md:\n\n${rows.join('\n')}`);
});
