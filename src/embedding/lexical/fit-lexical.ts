import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { characterGrams, type GramCounts } from './character-grams.ts';
import { weightedGrams, type LexicalModel } from './lexical-model.ts';
import { rightSingularVectors } from './right-singular-vectors.ts';
import { sparseRows } from './sparse-rows.ts';

export interface FitLexicalOptions {
	/** Directions at most. */
	readonly directions?: number | undefined;
	/** Different n-grams at most; the most common stay. */
	readonly grams?: number | undefined;
	/** Texts at most; of more of them a sample is taken, by their hashes. */
	readonly texts?: number | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Share of the work that is done. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** What is fitted where nothing else is said. */
const lexicalDefaults = { directions: 256, grams: 16_384, texts: 4_096 } as const;

/** Of the start of the search for directions: any number, the same at every fit. */
const seed = 1;
/** Texts between two looks at the signal. */
const chunk = 256;

/** Texts that a model is fitted to, each once, and how many there were to take them from. */
export interface LexicalSample {
	readonly texts: readonly string[];
	readonly of: number;
}

/**
 * Fits `lexical` to the texts of a store: TF-IDF of their character n-grams, and the directions of a truncated singular value decomposition (Deerwester
 * et al. 1990). The same texts give the same model, in whatever order and however often each is there.
 * @throws the signal's reason.
 */
export async function fitLexical(texts: Iterable<string> | AsyncIterable<string>, options: FitLexicalOptions = {}): Promise<LexicalModel> {
	return fitLexicalSample(await lexicalSample(texts, options.texts), options);
}

/** The same for texts that `lexicalSample` has taken. */
export async function fitLexicalSample({ texts: sample, of }: LexicalSample, options: FitLexicalOptions = {}): Promise<LexicalModel> {
	const limits = { directions: options.directions ?? lexicalDefaults.directions, grams: options.grams ?? lexicalDefaults.grams };
	// Counting is about as much work as two rounds of the search.
	const steps = { counting: 2, all: 8 };
	const turn = async (done: number): Promise<void> => {
		options.onProgress?.(done, steps.all);
		await nextTurn();
		options.signal?.throwIfAborted();
	};
	const counted: GramCounts[] = [];
	for (const text of sample) {
		// oxlint-disable-next-line no-await-in-loop -- lets a cancel come in
		if (counted.length % chunk === 0) await turn((steps.counting * counted.length) / sample.length);
		counted.push(characterGrams(text));
	}
	const { grams, held } = commonest(counted, limits.grams);
	const rarity = Float64Array.from(grams, (gram) => Math.log((1 + sample.length) / (1 + held.get(gram)!)) + 1);
	const numbers = new Map(grams.map((gram, i) => [gram, i]));
	const rows = sparseRows(
		counted.map((counts) => weightedGrams(counts, numbers, rarity)),
		grams.length,
	);
	const { count, singularValues, vectors } = await rightSingularVectors(rows, limits.directions, {
		seed,
		onRound: (done, all) => turn(steps.counting + ((steps.all - steps.counting) * done) / all),
	});
	options.onProgress?.(steps.all, steps.all);
	return {
		fitted: { texts: sample.length, of },
		grams,
		rarity,
		directions: count,
		singularValues,
		components: Float32Array.from(vectors),
	};
}

/** Each different text once, in the order of their hashes, which nobody has chosen: of more than `max` the first. */
export async function lexicalSample(
	texts: Iterable<string> | AsyncIterable<string>,
	max: number = lexicalDefaults.texts,
): Promise<LexicalSample> {
	const byHash = new Map<string, string>();
	let of = 0;
	// Never many more than `max` are held, so that a store may be larger than the memory.
	const drop = (): void => {
		const kept = [...byHash.keys()].toSorted().slice(0, max);
		const keep = kept.map((hash) => [hash, byHash.get(hash)!] as const);
		byHash.clear();
		for (const [hash, text] of keep) byHash.set(hash, text);
	};
	for await (const text of texts) {
		of++;
		byHash.set(createHash('sha256').update(text).digest('hex'), text);
		if (byHash.size > 2 * max) drop();
	}
	drop();
	return { texts: [...byHash.values()], of };
}

/** The n-grams that most texts hold, and how many hold each; of those that as many hold the longer ones, which say more. */
function commonest(
	counted: readonly GramCounts[],
	max: number,
): { readonly grams: readonly string[]; readonly held: ReadonlyMap<string, number> } {
	const held = new Map<string, number>();
	for (const counts of counted) for (const gram of counts.keys()) held.set(gram, (held.get(gram) ?? 0) + 1);
	const inOrder = [...held.keys()].toSorted((a, b) => held.get(b)! - held.get(a)! || b.length - a.length || (a < b ? -1 : 1));
	return { grams: inOrder.slice(0, max).toSorted(), held };
}
