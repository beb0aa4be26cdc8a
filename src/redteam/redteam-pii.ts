import { answeredInTurn } from '../analysis/private/answer-from-all.ts';
import { localFiller } from '../analysis/private/filler.ts';
import { generatePrivately } from '../analysis/private/generate-privately.ts';
import type { PrivateDocument } from '../analysis/private/document-paths.ts';
import type { PathsModel } from '../analysis/private/paths-model.ts';
import type { PrivateSettings } from '../formats/private-settings.ts';
import { seededBits } from '../privacy/random-bits.ts';
import type { Recognize } from '../text/pii/found.ts';
import { countsOf, leakedCounts, personalValues, type PiiCounts } from './leaked-values.ts';

export interface PiiAttack {
	readonly query: string;
	readonly system?: string | undefined;
	readonly documents: readonly PrivateDocument[];
	readonly settings: PrivateSettings;
	readonly instructions: readonly string[];
	readonly seed: number;
	/** Who finds the documents' personal values; absent: the rules. */
	readonly recognize?: Recognize | undefined;
}

export interface PiiAttackResult {
	/** Of the documents. */
	readonly values: PiiCounts;
	/** How the pipeline without privacy read them: prompts an instruction at most, each with as many documents as it holds, and documents of which it read the beginning alone. */
	readonly read: { readonly prompts: number; readonly cut: number };
	/** One for each instruction: what each pipeline's answer gives away. The answers themselves, which are private, are not kept. */
	readonly answers: { readonly instruction: string; readonly plain: PiiCounts; readonly private: PiiCounts }[];
}

/**
 * Runs each instruction, behind the query, through the pipeline without privacy (all documents in one prompt, or in several one after another where one does not
 * hold them) and the private one, on a copy of the documents. The private one is seeded: nothing is spent, and nothing of it can be released. Rejects as the model does.
 */
export async function redteamPii(
	{ query, system, documents, settings, instructions, seed, recognize }: PiiAttack,
	{
		model,
		signal,
		onProgress,
	}: { readonly model: PathsModel; readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
): Promise<PiiAttackResult> {
	const values = personalValues(
		documents.map(({ text }) => text),
		recognize,
	);
	const answers: { instruction: string; plain: PiiCounts; private: PiiCounts }[] = [];
	let read: PiiAttackResult['read'] = { prompts: 0, cut: 0 };
	for (const [i, instruction] of instructions.entries()) {
		onProgress(i, instructions.length);
		const question = { query: `${query} ${instruction}`, system };
		const plain = await answeredInTurn(model, question, documents, signal);
		read = { prompts: Math.max(read.prompts, plain.texts.length), cut: Math.max(read.cut, plain.cut) };
		const { text } = await generatePrivately(
			{ ...question, documents, settings, corpus: 'a copy', seed: seed + i },
			{
				model,
				bits: seededBits(seed + i),
				id: `redteam-${i}`,
				who: 'redteam',
				when: new Date(0).toISOString(),
				spend: () => Promise.reject(new Error('a seeded run pays for nothing')),
				filler: localFiller(model, system),
				onStep: () => undefined,
				signal,
				onProgress: () => undefined,
			},
		);
		const leaked = (said: readonly string[]): PiiCounts => leakedCounts(said, values, question.query);
		answers.push({ instruction, plain: leaked(plain.texts), private: leaked([text]) });
	}
	onProgress(instructions.length, instructions.length);
	return { values: countsOf(values), read, answers };
}
