import type { ReaderIdentity } from '../formats/detectors/provenance.ts';
import type { ReaderKind } from '../formats/reader.ts';
import type { LanguageModel } from './language-model.ts';

/** An encoder as analysis sees it; whoever opens readers implements it. */
export interface Encoder {
	readonly identity: Extract<ReaderIdentity, { kind: 'encoder' }>;
	/** Numbers of one embedding. */
	readonly dimensions: number;
	/** `[n, d]`: embeddings of the texts, in their order, a row each. */
	embed(
		texts: readonly string[],
		options: { readonly signal: AbortSignal; readonly onProgress: (done: number, total: number) => void },
	): Promise<Float32Array>;
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
