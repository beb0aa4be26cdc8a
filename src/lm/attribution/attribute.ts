import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { sourceCount } from '../../model-io/attribution.ts';
import { mapBudget, mapCopies } from '../attention-budget.ts';
import { chunkTokens, progressOf } from '../prefill.ts';
import type { ReadOptions } from '../../model-io/requests.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import { finalColumns } from '../../onnx/emit/tail.ts';
import { noTarget, spadNames } from '../../onnx/emit/attribution.ts';
import { isShapeMismatch } from '../runtime-message.ts';
import type { SpadRows, SpadSession, SpadStep } from './spad-session.ts';

/** One teacher-forced response, to be attributed. */
export interface SpadRequest {
	/** Tokens that are fed: the prompt, and the response without its last token `[S]`. */
	readonly ids: readonly number[];
	/** Response tokens `[R]`; token `r` is predicted by the row at `first + r`. */
	readonly targets: readonly number[];
	/** `S - R` where it is absent: then nothing is fed behind the last row. */
	readonly first?: number | undefined;
	/** Source of each position `[S]`: 0 query, k >= 1 context k, -1 response. */
	readonly groups: Int32Array;
	/** Number of contexts K. */
	readonly contexts: number;
	/** Response tokens (indices into `targets`) for which shares by key position are wanted. */
	readonly asked?: readonly number[] | undefined;
	/** Whether the second reading is wanted for them, too. */
	readonly lens?: boolean | undefined;
}

/** The attribution of a response; arrays are row-major. Sources of a token add up to its probability. */
export interface SpadAttribution {
	readonly tokens: number;
	readonly contexts: number;
	/** `[R, 7]` in the order of `sourceNames`: parts of the probability, of either sign. */
	readonly sources: Float64Array;
	/** `[R, K]`: the contexts' parts of `rag`. */
	readonly byContext: Float64Array;
	/** Natural logarithm of the probability, entropy in nats, p1 − p2, logit1 − logit2, −ln Σ exp(logits): each `[R]`. */
	readonly logProbability: Float64Array;
	readonly entropy: Float64Array;
	readonly margin: Float64Array;
	readonly logitMargin: Float64Array;
	readonly energy: Float64Array;
	/** By layer: `attention` `[L, R, 4]` (query, rag, past, self), `feedForward` `[F, R]`, `probes` `[B + 1, R]` (h^0, then after each block). */
	readonly layers: { readonly attention: Float64Array; readonly feedForward: Float64Array; readonly probes: Float64Array };
	/** `[R]`: no source, share or part of a token is wrong by more than this, besides what float32 rounds; 0 but for a screened graph. */
	readonly errorBound: Float64Array;
	/** Probes of all tokens: all there are, those that took a product in 8 bits, and those that took an exact one. */
	readonly probed: { readonly all: number; readonly eightBits: number; readonly exact: number };
	/** For each asked response token, by key position `[first + r + 1]`: what attention to that position gave. Their sum is query + rag + past + self. */
	readonly keyShares: ReadonlyMap<number, Float32Array>;
	/** For each asked response token, if wanted: the second reading. */
	readonly lens: ReadonlyMap<number, LensSources>;
}

/** The second reading of one token (docs/methods/spad.md). */
interface LensSources {
	/** `[7]` in the order of `sourceNames`: parts of the probability, of either sign. They add up to it. */
	readonly sources: Float64Array;
	/** `[K]`: the contexts' parts of `rag`. */
	readonly byContext: Float64Array;
}

/** How a graph is run: on its cache a chunk of rows at a time, or the whole text anew for each chunk. */
export type SpadMode = 'cached' | 'whole';

export interface SpadRunOptions extends ReadOptions {
	readonly mode: SpadMode;
	/** Query heads of the model, for the size of attention maps. */
	readonly heads: number;
	/** Bytes of attention maps that may be held at once (of one layer); 256 MiB. */
	readonly budget?: number | undefined;
	/** Tokens of a piece, for a model whose numbers depend on where a text is cut: a cached run cuts it there and nowhere else. Absent: it does not matter. */
	readonly piece?: number | undefined;
	/** Told why, when a cached run failed and the whole text is fed anew. */
	readonly onRetry?: ((failure: UserError) => void) | undefined;
}

/** What is needed of a session. */
export type AttributingSession = Pick<SpadSession, 'step' | 'start' | 'takesCache' | 'pieceTokens'>;

/**
 * Attributes a response (docs/methods/spad.md), a chunk of rows at a time, so that memory is bounded whatever the length.
 * @throws {UserError} RA409 when the runtime fails, RA433 when the sources do not add up to the model's own probability.
 * @throws the signal's reason, within one chunk.
 */
export async function attributeResponse(
	session: AttributingSession,
	request: SpadRequest,
	options: SpadRunOptions,
): Promise<SpadAttribution> {
	let reached = 0;
	const onProgress = (done: number, total: number): void => {
		reached = done / total;
		options.onProgress(done, total);
	};
	try {
		return await attributeInMode(session, request, { ...options, onProgress });
	} catch (failure) {
		// A cache of a sliding window forgets keys once it is full, and then nothing fits together; the whole text at once still does.
		if (options.mode !== 'cached' || !(failure instanceof UserError) || !isMisfit(failure)) throw failure;
		options.onRetry?.(failure);
		// What is left of the progress is all that the second run has.
		const onward = (done: number, total: number): void =>
			options.onProgress(Math.min(total, Math.ceil(total * (reached + ((1 - reached) * done) / total))), total);
		try {
			return await attributeInMode(session, request, { ...options, mode: 'whole', onProgress: onward });
		} catch (again) {
			if (!(again instanceof UserError)) throw again;
			const { code, message, place, hint } = again;
			throw new UserError(code, message, {
				...(place === undefined ? {} : { place }),
				...(hint === undefined ? {} : { hint }),
				cause: new AggregateError([failure, again], 'in pieces, and then as a whole'),
			});
		}
	}
}

function isMisfit({ code, cause }: UserError): boolean {
	return code === errorNumbers.runtimeFailed && isShapeMismatch(cause);
}

/** `attributeResponse` in the given mode and no other. */
export async function attributeInMode(
	session: AttributingSession,
	request: SpadRequest,
	options: SpadRunOptions,
): Promise<SpadAttribution> {
	const { ids, targets, contexts } = request;
	const [all, count] = [ids.length, targets.length];
	const groups = contexts + 2;
	const membership = membershipOf(request);
	const { first = all - count } = request;
	const fits = Math.max(1, Math.floor((options.budget ?? mapBudget) / (options.heads * all * 4 * mapCopies)));
	const chunk = Math.min(chunkTokens, fits);
	const cached = options.mode === 'cached' && session.takesCache;
	const runs = !cached
		? wholeRuns(all, count, chunk)
		: options.piece === undefined
			? growingRuns(first, count, Math.min(session.pieceTokens, fits), chunk)
			: fixedRuns(all, first, count, options.piece);
	const progress = progressOf(cached ? runs.at(-1)!.end : all * runs.length, options);
	const result = new Collected(first, count, contexts, new Set(request.asked ?? []));
	const lens = request.lens === true;

	let cache: KeyValueCache = session.start();
	await progress(0);
	for (const [i, { end, from, to }] of runs.entries()) {
		const rows = Array.from({ length: to - from }, (_, row) => from + row);
		const fed = cached ? ids.slice(cache.length, end) : ids;
		const asked =
			rows.length === 0
				? noRow(end - 1)
				: {
						positions: rows.map((r) => first + r),
						targets: rows.map((r) => targets[r]!),
						asked: rows.flatMap((r, place) => (result.asked.has(r) ? [place] : [])),
					};
		const step = await session.step(
			fed,
			cached ? cache : session.start(),
			{ ...asked, lens: lens ? asked.asked : [], membership: membership.subarray(0, end * groups) },
			cached && i < runs.length - 1,
		);
		if (cached) cache = step.cache;
		if (rows.length > 0) result.add(step, rows, end, lens);
		await progress(fed.length);
	}
	return result.attribution();
}

/** One run: the text is fed up to `end`, and response tokens `from` to `to` are attributed. */
interface Run {
	readonly end: number;
	readonly from: number;
	readonly to: number;
}

function wholeRuns(all: number, count: number, chunk: number): Run[] {
	return Array.from({ length: Math.ceil(count / chunk) }, (_, i) => ({ end: all, from: i * chunk, to: Math.min(count, (i + 1) * chunk) }));
}

/** Each run behind the cache of those before; the end of the prompt goes with the first rows, where both fit. */
function growingRuns(first: number, count: number, piece: number, chunk: number): Run[] {
	const runs: Run[] = [];
	const alone = first + Math.min(chunk, count) - Math.max(piece, chunk);
	for (let end = 0; end < alone; ) {
		end = Math.min(first, end + piece);
		runs.push({ end, from: 0, to: 0 });
	}
	for (let from = 0; from < count; from += chunk) {
		const to = Math.min(count, from + chunk);
		runs.push({ end: first + to, from, to });
	}
	return runs;
}

/** Pieces of one size from the text's first token to the one that holds the last row, its end included: what is fed together decides the numbers. */
function fixedRuns(all: number, first: number, count: number, piece: number): Run[] {
	return Array.from({ length: Math.ceil((first + count) / piece) }, (_, i) => {
		const end = Math.min(all, (i + 1) * piece);
		const row = (position: number): number => Math.max(0, Math.min(count, position - first));
		return { end, from: row(i * piece), to: row(end) };
	});
}

/** Nothing is asked; a row is named, because a graph cannot do without. */
function noRow(position: number): Pick<SpadRows, 'positions' | 'targets' | 'asked'> {
	return { positions: [position], targets: [noTarget], asked: [] };
}

/** `[S, K + 2]`: query, past, contexts. */
function membershipOf({ ids, groups, contexts }: SpadRequest): Float32Array {
	const membership = new Float32Array(ids.length * (contexts + 2));
	groups.forEach((group, position) => {
		membership[position * (contexts + 2) + (group < 0 ? 1 : group === 0 ? 0 : group + 1)] = 1;
	});
	return membership;
}

class Collected {
	readonly asked: ReadonlySet<number>;
	readonly #first: number;
	readonly #count: number;
	readonly #contexts: number;
	readonly #sources: Float64Array;
	readonly #byContext: Float64Array;
	readonly #final: readonly Float64Array[];
	readonly #keyShares = new Map<number, Float32Array>();
	readonly #lens = new Map<number, LensSources>();
	readonly #errorBound: Float64Array;
	readonly #probed = { all: 0, eightBits: 0, exact: 0 };
	#layers: SpadAttribution['layers'] | undefined;

	constructor(first: number, count: number, contexts: number, asked: ReadonlySet<number>) {
		this.#first = first;
		this.#count = count;
		this.#contexts = contexts;
		this.asked = asked;
		this.#sources = new Float64Array(count * sourceCount);
		this.#byContext = new Float64Array(count * contexts);
		this.#errorBound = new Float64Array(count);
		this.#final = finalColumns.map(() => new Float64Array(count));
	}

	/**
	 * @param end positions that this step's shares by key go over.
	 * @param lens whether the second reading was asked for.
	 */
	add({ outputs }: SpadStep, rows: readonly number[], end: number, lens: boolean): void {
		const take = (name: string): Float32Array => outputs.get(name) ?? new Float32Array();
		const n = rows.length;
		const columns = this.#contexts + 3;
		const [groups, attention, feedForward, probes, final, keys] = [
			spadNames.groups,
			spadNames.attention,
			spadNames.feedForward,
			spadNames.probes,
			spadNames.final,
			spadNames.keyShares,
		].map(take);
		const [layerCount, blocks, states] = [attention!.length / (n * columns), feedForward!.length / n, probes!.length / n];
		const count = this.#count;
		this.#layers ??= {
			attention: new Float64Array(layerCount * count * 4),
			feedForward: new Float64Array(blocks * count),
			probes: new Float64Array(states * count),
		};
		const screened = outputs.get(spadNames.bound);
		const [eightBits = 0, exact = probes!.length] = outputs.get(spadNames.products) ?? [];
		this.#probed.all += probes!.length;
		this.#probed.eightBits += eightBits;
		this.#probed.exact += exact;
		let place = 0;
		rows.forEach((r, i) => {
			const row = groups!.subarray(i * columns, (i + 1) * columns);
			let ffn = 0;
			for (let b = 0; b < blocks; b++) ffn += this.#layers!.feedForward[b * count + r] = feedForward![b * n + i]!;
			for (let l = 0; l < layerCount; l++)
				this.#layers!.attention.set(fourOf(attention!.subarray((l * n + i) * columns, (l * n + i + 1) * columns)), (l * count + r) * 4);
			for (let s = 0; s < states; s++) this.#layers!.probes[s * count + r] = probes![s * n + i]!;
			this.#final.forEach((column, c) => {
				column[r] = final![i * finalColumns.length + c]!;
			});
			const probability = Math.exp(this.#final[0]![r]!);
			const own = [...fourOf(row), ffn, probability - probes![(states - 1) * n + i]!, probes![i]!];
			mustAddUp(own, probability, r);
			this.#sources.set(own, r * sourceCount);
			this.#errorBound[r] = screened?.[i] ?? 0;
			this.#byContext.set(row.subarray(2, 2 + this.#contexts), r * this.#contexts);
			if (!this.asked.has(r)) return;
			if (lens)
				this.#lens.set(r, lensOf(take(spadNames.lens).subarray(place * (columns + 3), (place + 1) * (columns + 3)), probability, r));
			this.#keyShares.set(r, keys!.slice(place * end, place++ * end + this.#first + r + 1));
		});
	}

	attribution(): SpadAttribution {
		const [logProbability, entropy, margin, logitMargin, energy] = this.#final;
		return {
			tokens: this.#count,
			contexts: this.#contexts,
			sources: this.#sources,
			byContext: this.#byContext,
			keyShares: this.#keyShares,
			lens: this.#lens,
			errorBound: this.#errorBound,
			probed: this.#probed,
			logProbability: logProbability!,
			entropy: entropy!,
			margin: margin!,
			logitMargin: logitMargin!,
			energy: energy!,
			layers: this.#layers ?? { attention: new Float64Array(), feedForward: new Float64Array(), probes: new Float64Array() },
		};
	}
}

/** The second reading from a row of the graph's (`LogitLens.parts`). */
function lensOf(row: Float32Array, probability: number, r: number): LensSources {
	const [ffn = NaN, initial = NaN, last = NaN] = row.subarray(-3);
	const sources = Float64Array.of(...fourOf(row.subarray(0, -3)), ffn, probability - last, initial);
	mustAddUp([...sources], probability, r);
	return { sources, byContext: Float64Array.from(row.subarray(2, -4)) };
}

/** `query, past, contexts .., self` as `query, rag, past, self`. */
function fourOf(row: Float32Array): number[] {
	const rag = row.subarray(2, -1).reduce((sum, x) => sum + x, 0);
	return [row[0]!, rag, row[1]!, row.at(-1)!];
}

function mustAddUp(sources: readonly number[], probability: number, r: number): void {
	const sum = sources.reduce((a, b) => a + b, 0);
	if (!(Math.abs(sum - probability) <= 1e-4)) {
		throw new UserError(
			errorNumbers.sourcesDoNotAddUp,
			`The sources of response token ${r + 1} add up to ${sum}, and its probability is ${probability}.`,
			{
				hint: 'The device computes wrongly, or numbers overflow in half precision: try another device or dtype.',
			},
		);
	}
}
