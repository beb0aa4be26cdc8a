import type { ReaderIdentity } from '../formats/detectors/provenance.ts';
import type { ReaderKind } from '../formats/reader.ts';
import type { LanguageModel } from './language-model.ts';

export interface EmbedOptions {
	/** What the texts are: some encoders put another prompt before a query than before what may answer it. Absent: neither. */
	readonly as?: 'query' | 'document' | undefined;
	readonly signal: AbortSignal;
	readonly onProgress: (done: number, total: number) => void;
	/** Numbers of the texts of which the end was not read, once where there are any; an encoder that reads all never calls it. */
	readonly onCut?: ((cut: readonly number[], maxTokens: number) => void) | undefined;
}

/** An encoder as analysis sees it; whoever opens readers implements it. */
export interface Encoder {
	readonly identity: Extract<ReaderIdentity, { kind: 'encoder' }>;
	/** Numbers of one embedding. */
	readonly dimensions: number;
	/** What it cannot see, in a sentence for whoever reads what was found by it; absent where there is nothing to say. */
	readonly cannotSee?: string | undefined;
	/** What people should know of how it embeds, a sentence each, such as what it was fitted to. */
	readonly notes?: readonly string[] | undefined;
	/** What it is kept in beside a profile that it made, by whose hash it is known; absent: it is no file of ours. */
	readonly file?: (() => { readonly name: string; readonly bytes: Uint8Array }) | undefined;
	/** `[n, d]`: embeddings of the texts, in their order, a row each of length 1. */
	embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array>;
}

/** Every kind of reader. */
export interface Readers {
	readonly 'language-model': LanguageModel;
	readonly encoder: Encoder;
}

/** Readers of some kinds: those that were asked for, and no others. */
export type OpenReaders<R extends ReaderKind = ReaderKind> = Pick<Readers, R>;

/** Whether readers of all these kinds are open. */
export function areOpen<R extends ReaderKind>(
	readers: Partial<Readers>,
	kinds: readonly R[],
): readers is OpenReaders<R> & Partial<Readers> {
	return kinds.every((kind) => readers[kind] !== undefined);
}
