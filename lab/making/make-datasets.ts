/**
 * Writes labeled data sets by asking the demo model about the test world (lab/):
 *
 *     npx node lab/making/make-datasets.ts                                        the sets of examples/datasets/
 *     npx node lab/making/make-datasets.ts --full DIR [--train 3000] [--test 2000]    a large set of labeled answers
 *     npx node lab/making/make-datasets.ts --laid-out DIR                          the same and clean queries, over passages in rows and tables
 *     … --model FOLDER                                                             by another model of the same prompt format
 *
 * The same seeds, model and machine give the same bytes; the small set holds the first answers of the large one.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { LabeledAnswer } from '../datasets/labeled-answer.ts';
import { twinPlan, type PlannedAnswer } from '../datasets/planned-answer.ts';
import { cleanPlan, memorizedPlan } from '../datasets/query-plans.ts';
import { ragTruthSet } from '../datasets/ragtruth-set.ts';
import { sampleAnswers, type LeftOut } from '../datasets/sample-answers.ts';
import { memoryQueries } from '../repcs/memory-sets.ts';
import { trainedBanks } from '../world/banks/trained.ts';
import type { Side } from '../world/domain.ts';
import { datasetsReadme, type MadeSet } from './datasets-readme.ts';
import { demoFolder, say, withModel } from './demo-model.ts';

/** A set by its folder's name. */
interface WantedSet {
	readonly name: string;
	readonly counts: Readonly<Record<Side, number>>;
	readonly plan: (seed: number, side: Side) => Iterable<PlannedAnswer>;
	/** One a side; the seeds of memory.ts and of the training are others. */
	readonly seeds: Readonly<Record<Side, number>>;
}

const twins: WantedSet = { name: 'demo-world', counts: { train: 400, test: 200 }, plan: twinPlan, seeds: { train: 401, test: 402 } };
const queries: readonly WantedSet[] = [
	{ name: 'demo-world-clean', counts: { train: 300, test: 150 }, plan: cleanPlan, seeds: { train: 403, test: 404 } },
	// Every fact twice.
	{ name: 'demo-world-memorised', counts: { train: 150, test: 150 }, plan: memorizedPlan, seeds: { train: 405, test: 406 } },
];

/** What passages look like in a user's own files more often than prose. Only the profile is made by these. */
const laidOut: readonly WantedSet[] = [
	{
		name: 'laid-out',
		counts: { train: 2000, test: 1000 },
		plan: (seed, side) => twinPlan(seed, side, { banks: trainedBanks, evenByLength: true }),
		seeds: { train: 407, test: 408 },
	},
	{
		name: 'laid-out-clean',
		counts: { train: 600, test: 300 },
		plan: (seed, side) => memoryQueries(seed, 'clean', side, trainedBanks),
		seeds: { train: 409, test: 410 },
	},
];

async function make(wanted: WantedSet, folder: string, model: LanguageModel): Promise<MadeSet> {
	const sides: Record<Side, readonly LabeledAnswer[]> = { train: [], test: [] };
	const leftOut: LeftOut[] = [];
	for (const side of ['train', 'test'] as const) {
		const count = wanted.counts[side];
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const sampled = await sampleAnswers(model, wanted.plan(wanted.seeds[side], side), {
			count,
			signal: new AbortController().signal,
			onAnswer: (done) => {
				if (done % 250 === 0) say(`${wanted.name}, ${side}: ${done} of ${count}`);
			},
		});
		if (sampled.answers.length < count)
			throw new RangeError(`${wanted.name}, ${side}: the plan ends after ${sampled.answers.length} answers of ${count}`);
		sides[side] = sampled.answers;
		leftOut.push(sampled.leftOut);
	}
	const { sourceInfo, response } = ragTruthSet(sides, { model: model.identity.name, origin: 'demo world' });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'source_info.jsonl'), sourceInfo);
	await writeFile(join(folder, 'response.jsonl'), response);
	return { name: wanted.name, seeds: wanted.seeds, sides, leftOut };
}

const { values: options } = parseArgs({
	options: {
		full: { type: 'string' },
		'laid-out': { type: 'string' },
		train: { type: 'string' },
		test: { type: 'string' },
		model: { type: 'string' },
		to: { type: 'string' },
	},
});
await withModel({ model: options.model }, async ({ model }) => {
	const { full } = options;
	if (full !== undefined) {
		const made = await make(
			{ ...twins, counts: { train: Number(options.train ?? 3000), test: Number(options.test ?? 2000) } },
			full,
			model,
		);
		say(datasetsReadme([made], model.identity));
		return;
	}
	const folder = options['laid-out'] ?? options.to ?? join(demoFolder, '../../examples/datasets');
	const made: MadeSet[] = [];
	// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
	for (const wanted of options['laid-out'] === undefined ? [twins, ...queries] : laidOut)
		made.push(await make(wanted, join(folder, wanted.name), model));
	if (options['laid-out'] === undefined) await writeFile(join(folder, 'README.md'), datasetsReadme(made, model.identity));
	say(datasetsReadme(made, model.identity));
});
