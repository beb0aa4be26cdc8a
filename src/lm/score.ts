import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { nextTokenStatistics, pairedStatistics, topIndices, type NextTokenStatistics } from '../statistics/next-token.ts';
import type { ScoreOptions } from '../model-io/requests.ts';
import type { Alternative, PathStatistics, ScoredResponse } from '../model-io/scores.ts';
import { progressOf, type Feeding } from './prefill.ts';
import type { FittedConversation } from './fit-context-window.ts';
import type { GeneratedRows } from './generated-rows.ts';
import type { ReadPrompt } from './hiding/read-prompt.ts';
import { blockOf, reducedAt, responseRows, type ResponseRows } from './response-rows.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface ScoringOptions extends Omit<ScoreOptions, 'also'> {
	/** Told each response token's logits on both paths, `[V]` each, good until it returns: for a reduction that is not among the scores. */
	readonly onRows?: (t: number, withContext: Float32Array, withoutContext: Float32Array) => void;
	/** Receives the prompt with the contexts as it was read, if the model has a cache. It is large. */
	readonly onPrompt?: (read: ReadPrompt) => void;
}

/**
 * Scores a response teacher-forced with and without its contexts (docs/methods/reading.md). Both paths go over the response together,
 * a block of rows at a time, through their caches where the model has one; a block's logits are reduced to statistics over the full vocabulary
 * and dropped, so that never more than `logitsBudget` bytes of them are held, but of a first piece that must not be smaller.
 * @param generated rows of the answer that the model wrote last: where it is the response, the path with contexts is not run again.
 * @throws {UserError} RA408 for logits that are no numbers, RA411 for a tokenizer that does not fit the model.
 * @throws the signal's reason, within one chunk.
 */
export async function scoreConversation(
	feeding: Feeding,
	tokenizer: Tokenizer,
	fitted: FittedConversation,
	options: ScoringOptions,
	generated?: GeneratedRows,
): Promise<ScoredResponse> {
	const { session } = feeding;
	const { conversation, responseTokens: count } = fitted;
	const ids = conversation.response.ids.slice(0, count);
	const [first, second] = [conversation.withContext.ids, conversation.withoutContext.ids];
	requireKnownTokens([...first, ...second, ...ids], session.vocabulary);
	const same = first.length === second.length && first.every((id, t) => id === second[t]);
	// The rows of a generated token are those of the text so far; the others' are those of the whole text, which may be treated otherwise.
	const known = feeding.firstPiece(first.length - 1 + count) <= first.length ? generated?.rowsFor(first, ids) : undefined;
	const prompts = [...(known === undefined ? [first] : []), ...(same ? [] : [second])];
	const passes = prompts.map((prompt) => prompt.length - 1 + count);
	const progress = progressOf(
		passes.reduce((sum, tokens) => sum + tokens, 0),
		options,
	);
	const step = blockOf(feeding, prompts.length, Math.max(0, ...passes));
	const fed = prompts.map((prompt) => responseRows(feeding, prompt, ids, step, progress));
	const paths: ResponseRows[] = known === undefined ? fed : [known, ...fed];

	const texts = new Map<number, string>();
	const [withContext, withoutContext] = [new PathBuilder(count), new PathBuilder(count)];
	const kl = new Float64Array(count);
	const scratch = [
		new Float32Array(session.logitBytes === 2 ? session.vocabulary : 0),
		new Float32Array(session.logitBytes === 2 ? session.vocabulary : 0),
	];
	for (let from = 0; from < count; from += step) {
		const to = Math.min(count, from + step);
		for (const path of paths) await path.advance(to);
		for (let t = from; t < to; t++) {
			const [p, q] = paths.map((path, i) => path.row(t, scratch[i]!));
			options.onRows?.(t, p!, q ?? p!);
			const reduced = reduce(p!, q ?? p!, ids[t]!, t);
			withContext.set(t, reduced.p, alternatives(p!, reduced.p, options.topK, tokenizer, texts));
			withoutContext.set(
				t,
				reduced.q,
				q === undefined ? withContext.alternatives[t]! : alternatives(q, reduced.q, options.topK, tokenizer, texts),
			);
			kl[t] = reduced.kl;
		}
	}
	const cache = paths[0]!.cache;
	if (cache !== undefined) options.onPrompt?.({ prompt: first, response: ids, cache, logProbability: withContext.logProbability });
	return {
		tokenIds: Uint32Array.from(ids),
		start: conversation.response.start.slice(0, count),
		end: conversation.response.end.slice(0, count),
		withContext,
		withoutContext,
		kl,
	};
}

/** Whether the model knows all of them. */
export function areKnownTokens(ids: readonly number[], vocabulary: number): boolean {
	return ids.every((id) => isKnownToken(id, vocabulary));
}

const isKnownToken = (id: number, vocabulary: number): boolean => Number.isInteger(id) && id >= 0 && id < vocabulary;

/** @throws {UserError} RA411 for a token that the model does not know, or whose number is none. */
export function requireKnownTokens(ids: readonly number[], vocabulary: number): void {
	const foreign = ids.find((id) => !isKnownToken(id, vocabulary));
	if (foreign === undefined) return;
	throw new UserError(
		errorNumbers.tokenOutsideVocabulary,
		`The tokenizer gives token ${foreign}, and the model knows ${vocabulary}: they do not belong together.`,
		{
			hint: 'Download or export the model again.',
		},
	);
}

function reduce(
	p: Float32Array,
	q: Float32Array,
	target: number,
	t: number,
): { p: NextTokenStatistics; q: NextTokenStatistics; kl: number } {
	return reducedAt(t, () => {
		if (p !== q) return pairedStatistics(p, q, target);
		const statistics = nextTokenStatistics(p, target);
		return { p: statistics, q: statistics, kl: 0 };
	});
}

function alternatives(
	row: Float32Array,
	{ logNormalizer }: NextTokenStatistics,
	topK: number,
	tokenizer: Tokenizer,
	texts: Map<number, string>,
): Alternative[] {
	return topIndices(row, topK).map((id) => {
		let text = texts.get(id);
		if (text === undefined) texts.set(id, (text = tokenizer.textOf(id)));
		return { id, text, logProbability: row[id]! - logNormalizer };
	});
}

/** Collects one path's statistics. */
class PathBuilder implements PathStatistics {
	readonly logProbability: Float64Array;
	readonly entropy: Float64Array;
	readonly rank: Uint32Array;
	readonly alternatives: Alternative[][] = [];

	constructor(tokens: number) {
		this.logProbability = new Float64Array(tokens);
		this.entropy = new Float64Array(tokens);
		this.rank = new Uint32Array(tokens);
	}

	set(t: number, statistics: NextTokenStatistics, candidates: Alternative[]): void {
		this.logProbability[t] = statistics.logProbability;
		this.entropy[t] = statistics.entropy;
		this.rank[t] = statistics.rank;
		this.alternatives[t] = candidates;
	}
}
