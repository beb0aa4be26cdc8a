import { resolve } from 'node:path';
import type * as z from 'zod';
import { nearestStandOut, type Corpus } from '../../analysis/queries/screened-query.ts';
import type { StandOutScore } from '../../methods/mirabel/thresholds.ts';
import type { ScreeningThreshold } from '../../analysis/queries/screening-rule.ts';
import type { Encoder } from '../../analysis/readers.ts';
import type { QueryScreenSummary, RetrievedDocument } from '../../formats/query-screen-record.ts';
import { matrix } from '../../methods/memsad/row-maxima.ts';
import { screenedText } from '../../methods/mirabel/mask-markers.ts';
import type { screenParams } from '../../protocol/queries.ts';
import type { MemoryStore } from '../../stores/memory/memory-store.ts';
import { EntryEmbedder, embedTexts } from '../memory/scan-encoder.ts';
import { TextSample, batchesOf } from '../memory/store-access.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import type { ModelService } from '../models/model-service.ts';
import type { BenignFile } from './benign-queries.ts';
import { lexicalOfMoments, momentsCorpus, thresholdOfMoments } from './corpus-moments.ts';
import { DocumentIndex } from './document-index.ts';
import { otherStoreRemarks, screeningProfile, thresholdOfStore } from './store-threshold.ts';

/** What queries are screened against, and by. */
export type ScreenAgainst = Pick<z.infer<typeof screenParams>, 'token' | 'rule' | 'rho' | 'moments'> & {
	/** Of `benignFile`. */
	readonly benign: BenignFile | null;
};

/** What opens an encoder, and the settings that say which. */
export interface ScreenerParts {
	readonly context: Pick<RunnerContext, 'settings' | 'memoryScanFolder'>;
	readonly models: Pick<ModelService, 'openEncoder'>;
}

export interface ScreenHooks {
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** A query's embedding with its nearest documents. */
interface EmbeddedQuery {
	readonly embedding: Float32Array;
	readonly found: readonly RetrievedDocument[];
}

/** A store made ready: queries are embedded, searched and judged by it until it is disposed. */
export interface Screener extends AsyncDisposable {
	readonly corpus: Corpus;
	readonly encoder: Encoder;
	readonly threshold: ScreeningThreshold;
	readonly store: QueryScreenSummary['store'];
	readonly remarks: QueryScreenSummary['remarks'];
	/** What of the store could not be read. */
	readonly problems: number;
	/** Some queries, in their order, with `k` documents each. */
	search(texts: readonly string[], k: number, signal: AbortSignal): Promise<EmbeddedQuery[]>;
}

/** Queries that are embedded and searched at once. */
export const queriesAtOnce = 64;

/**
 * Reads a store, or the moments of one that searches by itself, and finds the threshold.
 * Rejects with RA682 to RA685, as store, encoder, profile and files do, and with the signal's reason.
 */
export async function openScreener(
	store: MemoryStore,
	given: ScreenAgainst,
	{ context, models }: ScreenerParts,
	hooks: ScreenHooks,
): Promise<Screener> {
	const { signal, onProgress } = hooks;
	const { profile: named, trusted, embedder: chosen } = context.settings;
	// A profile that a workspace without trust names judges nothing.
	const profile = named === undefined || !trusted ? null : await screeningProfile(resolve(named));
	const moments = given.moments === undefined ? null : resolve(given.moments);
	const isLexical = chosen === undefined || chosen === 'lexical';
	const lexicalFile = !isLexical ? null : moments === null ? (profile?.lexicalFile ?? null) : await lexicalOfMoments(moments);
	const encoder = await models.openEncoder({
		owner: given.token,
		signal,
		onOpening: (message) => onProgress(message, 0, 0),
		lexical: lexicalFile === null ? { texts: () => textsOf(store, hooks) } : { file: lexicalFile },
	});
	const embedder = new EntryEmbedder(encoder, signal);
	const opened =
		moments === null
			? await DocumentIndex.build(store, embedder, { width: encoder.dimensions, folder: context.memoryScanFolder, signal, onProgress })
			: await momentsCorpus(moments, store, encoder, embedder, signal);
	const search = searching(encoder, opened);
	try {
		const threshold = await thresholdOfStore(
			{ ...given, profile, moments: moments === null ? null : await thresholdOfMoments(moments) },
			encoder,
			(queries, score) => benignScores(queries, score, { corpus: opened, search, hooks }),
		);
		const unlike = profile === null || threshold.calibration.from !== 'profile' ? [] : otherStoreRemarks(profile, opened.n);
		return {
			corpus: opened,
			encoder,
			threshold,
			store: { name: store.name, kind: store.kind, documents: opened.n },
			remarks: [
				...(await store.remarks()),
				...storedRemarks(store, embedder),
				...('remarks' in opened ? opened.remarks : []),
				...unlike,
				...verdictRemarks(threshold),
			],
			problems: 'problems' in opened ? opened.problems : 0,
			search,
			[Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
		};
	} catch (error) {
		await opened[Symbol.asyncDispose]();
		throw error;
	}
}

/** Texts that `lexical` is fitted to: a sample of the documents alone, so that the same store gives the same embedder whatever is asked. */
async function* textsOf(store: MemoryStore, { signal, onProgress }: ScreenHooks): AsyncGenerator<string> {
	const sample = new TextSample();
	const total = (await store.count()) ?? 0;
	let done = 0;
	for await (const { entries } of batchesOf(store, signal)) {
		for (const { text } of entries) sample.add(text);
		done += entries.length;
		onProgress('Reading the store', Math.min(done, total), total);
	}
	yield* sample.texts();
}

function searching(encoder: Encoder, corpus: Corpus): Screener['search'] {
	return async (texts, k, signal) => {
		const queries = matrix(await embedTexts(encoder, texts.map(screenedText), 'query', signal), encoder.dimensions);
		const found = await corpus.nearest(queries, k, signal);
		return found.map((documents, i) => ({
			embedding: queries.values.subarray(i * queries.width, (i + 1) * queries.width),
			found: documents,
		}));
	};
}

/** How far the nearest document of each benign query stands out; where it cannot be said, not at all. */
async function benignScores(
	texts: readonly string[],
	score: StandOutScore,
	{
		corpus,
		search,
		hooks: { signal, onProgress },
	}: { readonly corpus: Corpus; readonly search: Screener['search']; readonly hooks: ScreenHooks },
): Promise<number[]> {
	const scores: number[] = [];
	for (let from = 0; from < texts.length; from += queriesAtOnce) {
		onProgress('Screening benign queries', from, texts.length);
		// oxlint-disable-next-line no-await-in-loop -- some at a time
		for (const { embedding, found } of await search(texts.slice(from, from + queriesAtOnce), 1, signal))
			scores.push(nearestStandOut(embedding, found, corpus, score));
	}
	return scores;
}

function verdictRemarks({ hint }: ScreeningThreshold): QueryScreenSummary['remarks'] {
	return hint === null ? [] : [{ message: 'There is no verdict on single queries.', hint }];
}

function storedRemarks({ embeddings }: MemoryStore, embedder: EntryEmbedder): QueryScreenSummary['remarks'] {
	if (embeddings === null || embedder.usesStored !== false) return [];
	return [
		{
			message: `The store keeps embeddings of ${embeddings.dimensions} numbers${embeddings.encoder === null ? '' : ` by '${embeddings.encoder}'`}, which are not from this embedder, so the documents were embedded again.`,
			hint: 'Name the embedder that made them with --embedder (ragAssay.embedder): The real results of retrieval depend on it.',
		},
	];
}
