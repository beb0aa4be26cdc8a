import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../src/errors.ts';
import { seededRandom, shuffled } from '../../src/statistics/random.ts';
import type { JudgedSet, JudgedText } from './judged-text.ts';
import { beginTexts } from './sets/begin.ts';
import { faithBenchTexts } from './sets/faithbench.ts';
import { hotpotQuestions, type HotpotQuestion } from './sets/hotpot.ts';
import { qagsTexts } from './sets/qags.ts';
import { refCheckerTexts } from './sets/refchecker.ts';
import { readSnapshot } from './snapshot.ts';

/** What is to be read of a public repository. */
interface Published {
	/** `OWNER/NAME` on GitHub. The clone is the folder `NAME`. */
	readonly repository: string;
	readonly files: readonly string[];
	/** What to do for files that the repository does not have. */
	readonly made?: string;
}

const beginRepository = 'google/BEGIN-dataset';
const begin = [
	{ name: 'BEGIN', files: ['wow/begin_dev_wow.tsv', 'wow/begin_test_wow.tsv'] },
	{ name: 'BEGIN CMU-DoG', files: ['cmu-dog/begin_dev_cmu.tsv'] },
	{ name: 'BEGIN TopicalChat', files: ['topicalchat/begin_dev_tc.tsv'] },
];
const qags = [
	{ name: 'QAGS-CNN/DM', part: 'cnndm' },
	{ name: 'QAGS-XSUM', part: 'xsum' },
];
const faithBench: Published = {
	repository: 'vectara/FaithBench',
	files: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16].map((number) => `data_for_release/batch_${number}.json`),
};
const hotpot: Published = {
	repository: 'RUCAIBox/HaluEval',
	files: ['generation/qa/qa_one-turn_data.json', 'generation/qa/qa_multi-turn_data.json'],
};
const models = ['alpaca_7B', 'chatgpt', 'claude2', 'davinci001', 'falcon_40B_instruct', 'gpt4', 'llama2_70b_chat'] as const;
const refChecker = [
	{ folder: 'accurate_context', name: 'dolly' },
	{ folder: 'noisy_context', name: 'msmarco' },
	{ folder: 'zero_context', name: 'nq' },
].map(({ folder, name }) => ({
	name,
	repository: 'amazon-science/RefChecker',
	files: [
		`benchmark/data/${folder}/${name}.json`,
		...models.map((model) => `benchmark/human_annotations_v1/${folder}/${name}_${model}_answers.json`),
	],
	made: 'The repository has the judgments and not the contexts. Its script benchmark/data/download_data.sh gets the contexts and writes this file.',
}));

interface MissingSet {
	readonly name: string;
	readonly reason: string;
}

/** What was found in a folder of clones. */
export interface FoundSets {
	readonly sets: readonly JudgedSet[];
	/** Sets that are not there, each with what is missing and where it is published, in sentences. */
	readonly missing: readonly MissingSet[];
}

/**
 * Reads the labeled sets from a folder of git clones. What is missing does not stop the rest.
 * @param wants whether a set of this name is wanted
 * @throws {UserError} RA658 if no set is there.
 */
export async function readSets(folder: string, wants: (name: string) => boolean = () => true): Promise<FoundSets> {
	const missing: MissingSet[] = [];
	const sets: JudgedSet[] = [];
	const add = async (
		{ name, family }: Pick<JudgedSet, 'name' | 'family'>,
		published: Published,
		read: (files: readonly string[]) => Promise<JudgedText[]> | JudgedText[],
	) => {
		if (!wants(name)) return;
		const files = await filesOf(folder, published);
		if (typeof files === 'string') missing.push({ name, reason: `${name} is not measured: ${files}` });
		else sets.push({ name, family, texts: await read(files) });
	};
	for (const { name, files } of begin) {
		// oxlint-disable-next-line no-await-in-loop -- files of one clone
		await add({ name, family: 'BEGIN' }, { repository: beginRepository, files }, beginTexts);
	}
	for (const { name, part } of qags) {
		const published = { repository: 'W4ngatang/qags', files: [`data/mturk_${part}.jsonl`] };
		// oxlint-disable-next-line no-await-in-loop -- files of one clone
		await add({ name, family: 'QAGS' }, published, ([file = '']) => qagsTexts(file, part));
	}
	await add({ name: 'FaithBench', family: 'FaithBench' }, faithBench, async (files) =>
		shuffled(seededRandom(1), await faithBenchTexts(files)),
	);
	for (const part of refChecker) {
		// oxlint-disable-next-line no-await-in-loop -- files of one clone
		await add({ name: `RefChecker ${part.name}`, family: 'RefChecker' }, part, async ([questions = '', ...answers]) => {
			const texts = await refCheckerTexts({
				name: part.name,
				questions,
				answers: new Map(models.map((model, i) => [model, answers[i]!])),
			});
			return shuffled(seededRandom(1), texts);
		});
	}
	if (sets.length === 0)
		throw new UserError('RA658', `There is no labeled set in this folder. ${missing.map(({ reason }) => reason).join(' ')}`, {
			place: { file: folder },
			hint: 'Name a folder of git clones with --data.',
		});
	return { sets, missing };
}

/** Reads questions of HotpotQA with their passages from a folder of git clones. @throws {UserError} RA658 if they are not there. */
export async function readHotpot(folder: string): Promise<HotpotQuestion[]> {
	const files = await filesOf(folder, hotpot);
	if (typeof files === 'string')
		throw new UserError('RA658', `Without the passages of HotpotQA nothing can be measured: ${files}`, { place: { file: folder } });
	return hotpotQuestions(files);
}

/** The texts of the files; a sentence if one is not there. */
async function filesOf(folder: string, { repository, files, made }: Published): Promise<string[] | string> {
	const name = repository.slice(repository.indexOf('/') + 1);
	const texts: string[] = [];
	for (const file of files) {
		// oxlint-disable-next-line no-await-in-loop -- a few files
		const text = await readSnapshot(join(folder, name), file);
		if (text === undefined)
			return `${file} is not in the clone ${name}. The set is published at https://github.com/${repository}.${made === undefined ? '' : ` ${made}`}`;
		texts.push(text);
	}
	return texts;
}

/**
 * Returns the folder of clones that a bench was given.
 * @param page the page of results that says what to clone
 * @throws {UserError} RA658 if none was named.
 */
export function namedData(data: string | undefined, page: string): string {
	if (data !== undefined) return data;
	throw new UserError('RA658', 'This bench measures on public data, which is not in this repository. None was named.', {
		place: { file: fileURLToPath(new URL(`../../docs/results/${page}`, import.meta.url)) },
		hint: 'Clone the repositories that this page names into a folder, and name the folder with --data.',
	});
}
