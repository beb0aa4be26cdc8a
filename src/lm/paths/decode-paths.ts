import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { progressOf, type Feeding } from '../prefill.ts';
import { sampleToken } from '../sample.ts';
import { TextStream } from '../text-stream.ts';
import type { Tokenizer } from '../tokenizer.ts';
import { openPaths, type Batching, type OpenPaths, type PublicParts } from './open-paths.ts';

export interface DecodeRequest extends PublicParts {
	/** `null`: a path that takes no part, whose place is kept. */
	readonly prompts: readonly (readonly number[] | null)[];
	/** Whether a prompt holds documents. One whose output is no distribution ends with nothing said: that it fails would tell of them. */
	readonly isPrivate: readonly boolean[];
	/** `null`: one after another. */
	readonly batching: Batching | null;
	readonly endTokens: ReadonlySet<number>;
	/** White space of the template that a generated answer begins with. */
	readonly lead: string;
	readonly signal: AbortSignal;
	/** Tokens fed, of all that are to be fed at most. */
	readonly onProgress: (done: number, total: number) => void;
}

export interface PathText {
	readonly text: string;
	readonly finish: 'stop' | 'length' | 'cancelled';
}

/** What comes next in a text that all paths write together; `redact`: it ends here, with its last sentence unfinished. */
export type JointChoice = { readonly kind: 'token'; readonly id: number } | { readonly kind: 'redact' };
/** Chooses by the rows `[V]` of all paths, in order, good until it returns; `null` of one that takes no part. @throws RangeError for rows that are no distributions. */
export type ChooseJointly = (rows: readonly (Float32Array | null)[]) => JointChoice;

export interface JointText {
	readonly text: string;
	readonly finish: PathText['finish'] | 'redacted';
	/** Of the text. */
	readonly tokens: number;
}

/**
 * Continues each prompt by its own likeliest tokens, ties the smaller number first. When the signal aborts, the paths that have not ended
 * come back as `cancelled`, with what there is of them.
 * @throws {UserError} RA408 for logits that are no numbers after a prompt without documents, RA409 when the runtime fails.
 */
export async function continueEach(feeding: Feeding, tokenizer: Tokenizer, request: DecodeRequest): Promise<PathText[]> {
	const { prompts, isPrivate, maxTokens, endTokens, signal } = request;
	const streams = prompts.map(() => streamOf(tokenizer, request));
	const ended = new Map<number, PathText>();
	for (const [path, ids] of prompts.entries()) if (ids === null) ended.set(path, { text: '', finish: 'stop' });
	const finished = (finish: PathText['finish']): PathText[] =>
		streams.map((stream, path) => ended.get(path) ?? { text: stream.end(false), finish });
	return whileWanted(
		signal,
		async () => {
			const { paths, progress } = await opened(feeding, request);
			for (let n = 0; n < maxTokens; n++) {
				const next = new Map<number, number>();
				for (const path of prompts.keys()) {
					if (ended.has(path)) continue;
					const row = paths.row(path);
					if (isPrivate[path]! && !isDistribution(row)) {
						ended.set(path, { text: '', finish: 'stop' });
						continue;
					}
					const id = choice(() => sampleToken(row, { temperature: 0, topP: 1 }, () => 0));
					if (endTokens.has(id)) ended.set(path, { text: streams[path]!.end(true), finish: 'stop' });
					else {
						streams[path]!.push(id);
						next.set(path, id);
					}
				}
				if (next.size === 0) break;
				// The last token's row is read by nobody.
				// oxlint-disable-next-line no-await-in-loop -- each token follows the one before
				if (n < maxTokens - 1) await paths.step(next);
				// oxlint-disable-next-line no-await-in-loop
				await progress(next.size);
			}
			return finished('length');
		},
		() => finished('cancelled'),
	);
}

/**
 * Continues all prompts by the same tokens. When the signal aborts, what there is comes back as `cancelled`.
 * @throws {UserError} as `continueEach`.
 */
export async function continueJointly(
	feeding: Feeding,
	tokenizer: Tokenizer,
	request: DecodeRequest,
	choose: ChooseJointly,
): Promise<JointText> {
	const { prompts, maxTokens, endTokens, signal } = request;
	const stream = streamOf(tokenizer, request);
	const read = [...prompts.keys()].filter((path) => prompts[path] !== null);
	let tokens = 0;
	const finished = (finish: JointText['finish'], whole = false): JointText => ({ text: stream.end(whole), finish, tokens });
	return whileWanted(
		signal,
		async () => {
			const { paths, progress } = await opened(feeding, request);
			for (; tokens < maxTokens; ) {
				const rows = prompts.map((ids, path) => ids && paths.row(path));
				const chosen = choice(() => choose(rows));
				if (chosen.kind === 'redact') return finished('redacted');
				if (endTokens.has(chosen.id)) return finished('stop', true);
				stream.push(chosen.id);
				tokens++;
				/* oxlint-disable no-await-in-loop -- each token follows the one before */
				if (tokens < maxTokens) await paths.step(new Map(read.map((path) => [path, chosen.id])));
				await progress(read.length);
				/* oxlint-enable no-await-in-loop */
			}
			return finished('length');
		},
		() => finished('cancelled'),
	);
}

async function opened(feeding: Feeding, request: DecodeRequest): Promise<{ paths: OpenPaths; progress: (fed: number) => Promise<void> }> {
	const { prompts, beginning, maxTokens } = request;
	const total = prompts.reduce((sum, ids) => sum + (ids === null ? 0 : ids.length + maxTokens), beginning.length);
	const progress = progressOf(total, request);
	return { paths: await openPaths(feeding, prompts, request, progress), progress };
}

function streamOf(tokenizer: Tokenizer, { lead }: DecodeRequest): TextStream {
	return new TextStream(
		(ids) => tokenizer.decode(ids),
		lead,
		() => undefined,
	);
}

async function whileWanted<T>(signal: AbortSignal, task: () => Promise<T>, cancelled: () => T): Promise<T> {
	try {
		return await task();
	} catch (error) {
		if (!signal.aborted || error instanceof UserError) throw error;
		return cancelled();
	}
}

/** Whether a token can be chosen by a row of logits `[V]`. */
export function isDistribution(row: Float32Array): boolean {
	let max = -Infinity;
	for (let v = 0; v < row.length; v++) {
		const x = row[v]!;
		if (x > max) max = x;
		else if (Number.isNaN(x)) return false;
	}
	return Number.isFinite(max);
}

function choice<T>(choose: () => T): T {
	try {
		return choose();
	} catch (cause) {
		if (!(cause instanceof RangeError)) throw cause;
		throw new UserError(errorNumbers.outputIsNoDistribution, `The model's output is no distribution: ${cause.message}.`, {
			hint: 'Half-precision weights overflow on some devices: try another device or dtype.',
			cause,
		});
	}
}
