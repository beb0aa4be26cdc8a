/** Screening of queries for membership inference (Mirabel), for your own stack: docs/query-screening.md. */

/** Ways to a threshold of the largest similarity: docs/methods/mirabel.md. */
export type ScreeningRule = 'empirical' | 'skew' | 'gumbel' | 'exact';

/** Mean and scatter of a corpus of unit embeddings. */
export interface CorpusMoments {
	readonly dimensions: number;
	/** Documents. */
	readonly n: number;
	readonly mean: Float64Array;
	/** Upper triangle by rows. */
	readonly scatter: Float64Array;
	/** A document that was added to the corpus: O(d²). @throws RangeError for another width, or a number that is not finite */
	add(embedding: Float32Array): void;
	/** A document that was deleted from it: O(d²). @throws RangeError as `add`, and where it shows that the corpus never had it */
	delete(embedding: Float32Array): void;
	/** Of the similarities of a query to all documents but its nearest, whose similarity is `sMax`. @throws RangeError below 3 documents */
	leavingOut(query: Float32Array, sMax: number): { readonly mean: number; readonly std: number };
}

export declare const CorpusMoments: {
	/** Makes moments of no document. Then `add` each document. You need this if your embedder is behind an API, because RAG Assay cannot write its moments file. @throws RangeError unless `dimensions` is a positive whole number */
	readonly empty: (dimensions: number) => CorpusMoments;
};

/**
 * The threshold of the rule `empirical`, from benign queries: at most a share `rho` of queries like those has a larger z.
 * @param zs `(sMax − mean) / std` of each benign query, with `leavingOut(query, sMax)`; for the score `room`, that times `(1 − mean) / (1 − sMax)`
 * @returns `z`: `null` where there are fewer queries than it `needs`
 * @throws RangeError for NaN, and unless `0 < rho < 1`
 */
export declare function empiricalZ(zs: readonly number[], rho: number): { readonly z: number | null; readonly needs: number };

/**
 * Embeds a query as the built-in embedder `lexical` does, at length 1.
 * @param file the bytes of the `*.rag-assay-lexical` that `rag-assay queries moments` writes beside the moments
 * @throws TypeError for another file, or one that is not whole
 */
export declare function lexicalEmbedder(file: Uint8Array): (text: string) => Float32Array;

/** What screening needs of a corpus: a moments file (`rag-assay queries moments`). */
export interface ScreeningMoments {
	readonly encoder: { readonly name: string; readonly sha256: string };
	readonly moments: CorpusMoments;
	/** Unit embeddings of some documents, `[count, d]`; stays as it is when documents come and go. */
	readonly sample: Float32Array;
	readonly seed: number;
	readonly threshold: {
		readonly rule: ScreeningRule;
		readonly rho: number;
		readonly z: number | null;
		readonly score?: 'z' | 'room' | undefined;
		readonly queries: number;
	};
}

/** A document as your search returns it. */
export interface Found {
	readonly id: string;
	/** Cosine. */
	readonly similarity: number;
}

export interface Screened<Document> {
	readonly screened: true;
	/** Whether one document is closer than chance explains. */
	readonly flagged: boolean;
	/** Id of that document; `null`: not flagged. */
	readonly hide: string | null;
	/** What to answer with: k documents, without that one. */
	readonly kept: readonly Document[];
	/** Nearest document, and its similarity. */
	readonly target: string;
	readonly max: number;
	/** Of the similarities of all other documents. */
	readonly mean: number;
	readonly std: number;
	readonly z: number;
	readonly threshold: number;
	/** By every rule; `null`: cannot be had. */
	readonly thresholds: Readonly<Record<ScreeningRule, number | null>>;
	/** Of the sample, where the rule asks for it. */
	readonly skewness: { readonly value: number; readonly standardError: number } | null;
}

/** No verdict, and why. */
export interface NotScreened<Document> {
	readonly screened: false;
	readonly reason: 'too-few-documents' | 'alike' | 'no-threshold';
	/** For people. */
	readonly says: string;
	readonly flagged: false;
	readonly hide: null;
	/** The first k. */
	readonly kept: readonly Document[];
}

export type QueryScreening<Document extends Found = Found> = Screened<Document> | NotScreened<Document>;

/** As much of `ScreeningMoments` as screening reads. */
export interface ScreenedCorpus {
	readonly moments: Pick<CorpusMoments, 'n' | 'leavingOut'>;
	readonly sample: Float32Array;
	readonly threshold: { readonly rule: ScreeningRule; readonly rho: number; readonly z: number | null; readonly score?: 'z' | 'room' };
}

/** A corpus with your search: `{ ...readMoments(json), k, search }`. */
export interface ScreenedIndex<Document extends Found = Found> extends ScreenedCorpus {
	/** How many documents a query is answered with. */
	readonly k: number;
	/** Nearest first, by cosine. */
	readonly search: (embedding: Float32Array, count: number) => readonly Document[] | Promise<readonly Document[]>;
}

/**
 * Screens a query: one search for k + 1 documents, and O(d²) whatever the corpus has (with the rule `skew`, O(count · d) of the sample too).
 * @param embedding of the query without mask markers (`stripMaskMarkers`), of length 1, by the encoder of the moments
 * @throws RangeError for an embedding of another width or length, and for what is no search by cosine
 */
export declare function screenQuery<Document extends Found>(
	embedding: Float32Array,
	index: ScreenedIndex<Document>,
): Promise<QueryScreening<Document>>;

/** `screenQuery` of what you have searched already: k + 1 documents, nearest first. @throws RangeError as it does */
export declare function screenFound<Document extends Found>(
	embedding: Float32Array,
	found: readonly Document[],
	corpus: ScreenedCorpus,
	k: number,
): QueryScreening<Document>;

/** Of a moments file's parsed JSON. @throws TypeError for what is none, with what to do */
export declare function readMoments(file: unknown): ScreeningMoments;

/** What to write back, as JSON, once documents were added or deleted. */
export declare function momentsFile(corpus: ScreeningMoments): object;

/** Removes `[MASK]` and similar markers from a query before it is embedded. May leave nothing. @throws TypeError for what is no text */
export declare function stripMaskMarkers(text: string): string;

/** A session's queries, the newest last, without repetitions (case, spaces and punctuation aside): asked again is asked once. The last of each stays. */
export declare function distinctTargets<Query extends { readonly text: string; readonly target: string | null }>(
	asked: readonly Query[],
): Query[];

/**
 * Whether a session asks for one document again and again.
 * @param targets nearest documents of the session's different queries, the newest last; `null`: all documents are equally near
 * @throws RangeError for no query
 */
export declare function sessionSignal(
	targets: readonly (string | null)[],
	window?: { readonly window: number; readonly least: number },
): { readonly times: number; readonly of: number; readonly least: number; readonly flagged: boolean };

/** What a gate in front of an agent's memory is made of: docs/memory.md. */
export interface MemoryGateParts {
	/** Unit embeddings of what the agent was asked lately, oldest first, with the trigger behind each where one is suspected. */
	readonly queries: readonly Float32Array[];
	/** Unit embeddings of entries that are known to be benign. */
	readonly benign: readonly Float32Array[];
	/** Deviations above the mean at which the threshold lies; 2 unless `rate` is given. */
	readonly kappa?: number;
	/** False-positive rate of the score, in place of `kappa`. Takes `1/rate − 1` benign entries. */
	readonly rate?: number;
	/** Share of the nearest query in the score, 0 to 1; 0.5 by default. The rest is the mean over all queries. */
	readonly alpha?: number;
}

export interface GateVerdict {
	/** Whether to store the entry: it is not unusually near to what is asked, and its words, if they were given, speak for no attack. */
	readonly accepted: boolean;
	readonly score: number;
	readonly threshold: number;
	/** Which query is nearest: its place in `queries`. */
	readonly nearest: number;
	/** A rejected entry stays rejected for its score under every change of its embedding shorter than this; `null`: the score does not reject it. */
	readonly radius: number | null;
	/** Names of the patterns that its words match, such as `forward`; empty without a text. */
	readonly patterns: readonly string[];
}

export interface MemoryGate {
	/** What is to be known of its scores, in sentences: below 150 queries or 60 entries, a threshold without `rate` may reject honest entries. */
	readonly remarks: readonly string[];
	readonly threshold: {
		readonly rule: 'mean-plus-deviations' | 'conformal' | 'robust';
		readonly threshold: number;
		/** Benign entries. */
		readonly n: number;
		/** Promised rate; `null`: none is promised. */
		readonly alpha: number | null;
	};
	/** Judges an entry before it is stored. @throws RangeError for an embedding of another width, or one whose length is not 1 */
	readonly check: (entry: { readonly embedding: Float32Array; readonly text?: string }) => GateVerdict;
}

/**
 * Makes a gate that judges entries before they are stored (MEMSAD, algorithm 1). It stores nothing.
 * @throws RangeError for no query, too few benign entries, embeddings of different widths or lengths, or both `kappa` and `rate`
 */
export declare function memoryGate(parts: MemoryGateParts): MemoryGate;
