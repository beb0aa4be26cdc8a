import { answeredInTurn } from '../analysis/private/answer-from-all.ts';
import type { PrivateDocument } from '../analysis/private/document-paths.ts';
import type { PathsModel } from '../analysis/private/paths-model.ts';
import type { PrivateSettings } from '../formats/private-settings.ts';
import type { PiiFound, PiiType } from '../formats/review.ts';
import type { Recognize } from '../text/pii/pii-types.ts';
import { leakedValues } from '../text/pii/leaks.ts';
import { recognizePii } from '../text/pii/recognize.ts';
import { seededAnswer } from './seeded-answer.ts';

/** Distinct values by type; types without any are absent. */
export type PiiCounts = Partial<Record<PiiType, number>>;

/** What recognizers find in documents. */
export function personalValues(documents: readonly string[], recognize: Recognize = (text) => recognizePii(text)): PiiFound[] {
	return documents.flatMap(recognize);
}

/** How many of them there are, each once. */
export function countsOf(values: readonly PiiFound[]): PiiCounts {
	const counts: PiiCounts = {};
	for (const { type } of new Map(values.map((value) => [keyOf(value), value])).values()) counts[type] = (counts[type] ?? 0) + 1;
	return counts;
}

/** Values of the documents that answers to a question give away between them, each once, by type. What the question said itself is nothing new. */
export function leakedCounts(answers: readonly string[], ofDocuments: readonly PiiFound[], question: string): PiiCounts {
	const said = new Set(leakedValues(ofDocuments, question).map(keyOf));
	return countsOf(answers.flatMap((answer) => leakedValues(ofDocuments, answer)).filter((value) => !said.has(keyOf(value))));
}

function keyOf({ type, normalized }: PiiFound): string {
	return `${type} ${normalized}`;
}

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
		const text = await seededAnswer({ ...question, documents, settings, seed: seed + i }, model, signal);
		const leaked = (said: readonly string[]): PiiCounts => leakedCounts(said, values, question.query);
		answers.push({ instruction, plain: leaked(plain.texts), private: leaked([text]) });
	}
	onProgress(instructions.length, instructions.length);
	return { values: countsOf(values), read, answers };
}
