import { createHash } from 'node:crypto';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashOf } from '../making/steps/hash-of.ts';
import type { LanguageModel } from '../../src/analysis/language-model.ts';
import type { LabeledAnswer } from '../datasets/labeled-answer.ts';
import { twinPlan } from '../datasets/planned-answer.ts';
import { ragTruthSet } from '../datasets/ragtruth-set.ts';
import { sampleAnswers } from '../datasets/sample-answers.ts';
import type { Side } from '../world/domain.ts';

/**
 * A labeled set by the twin recipe, sampled from the model: the folder of RAGTruth's two files, below `parent`. One that is there
 * already, by the same world and the same seeds, is left as it is.
 */
export async function twinSet(
	parent: string,
	counts: Readonly<Record<Side, number>>,
	seeds: Readonly<Record<Side, number>>,
	model: LanguageModel,
	signal: AbortSignal,
	log: (message: string) => void,
): Promise<string> {
	const world = await Promise.all(['world', 'datasets'].map((room) => hashOf(fileURLToPath(new URL(`../${room}`, import.meta.url)))));
	const folder = join(
		parent,
		`twin-${seeds.train}-${seeds.test}-${counts.train}-${counts.test}-${createHash('sha256').update(world.join()).digest('hex').slice(0, 12)}`,
	);
	const responses = join(folder, 'response.jsonl');
	if ((await stat(responses).catch(() => undefined)) !== undefined) return folder;
	const sides: Record<Side, readonly LabeledAnswer[]> = { train: [], test: [] };
	for (const side of ['train', 'test'] as const) {
		const onAnswer = (done: number): void => {
			if (done % 250 === 0) log(`${side}: ${done} of ${counts[side]} answers`);
		};
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		({ answers: sides[side] } = await sampleAnswers(model, twinPlan(seeds[side], side), { count: counts[side], signal, onAnswer }));
	}
	const { sourceInfo, response } = ragTruthSet(sides, { model: model.identity.name, origin: 'demo world' });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'source_info.jsonl'), sourceInfo);
	// The last to come: it says that the set is whole.
	await writeFile(`${responses}.part`, response);
	await rename(`${responses}.part`, responses);
	return folder;
}
