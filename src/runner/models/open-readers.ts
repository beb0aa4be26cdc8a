import { areOpen, type OpenReaders, type Readers } from '../../analysis/readers.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { readerKinds, type ReaderKind } from '../../formats/reader.ts';
import type { LexicalSource } from './lexical-worker-client.ts';
import type { ModelService } from './model-service.ts';

/** Who opens readers, and until when. */
interface OpenOptions {
	/** Whose turn their work is. */
	readonly owner: string;
	readonly signal: AbortSignal;
	/** What opening them is doing. */
	readonly onOpening?: ((message: string) => void) | undefined;
	/** What the embedder `lexical` is fitted to, where that is the encoder: without it there is none. */
	readonly lexical?: LexicalSource | undefined;
}

/** Opens readers of these kinds and no others. Rejects with a `UserError` where one cannot be had, or with the signal's reason. */
export interface ReaderOpener {
	<R extends ReaderKind>(kinds: readonly R[], options: OpenOptions): Promise<OpenReaders<R>>;
	/** Those that can be had at all. */
	readonly available: readonly ReaderKind[];
}

/** The product's readers: the one language model and the one encoder of the settings. */
export function productReaders(models: Pick<ModelService, 'openModel' | 'openEncoder'>): ReaderOpener {
	const open = async <R extends ReaderKind>(kinds: readonly R[], options: OpenOptions): Promise<OpenReaders<R>> => {
		const opened: { -readonly [K in keyof Readers]?: Readers[K] } = {};
		const asked = new Set<ReaderKind>(kinds);
		// The cheapest refusal first: a language model may take minutes.
		if (asked.has('encoder')) opened.encoder = await models.openEncoder(options);
		if (asked.has('language-model')) opened['language-model'] = await models.openModel(options.owner, options.signal, options.onOpening);
		if (!areOpen(opened, kinds)) throw new RangeError(`not all are open of ${kinds.join(', ')}`);
		return opened;
	};
	return Object.assign(open, { available: readerKinds });
}

/** What decides the numbers of opened readers, in the order of `kinds`. */
export function readerIdentities(open: Partial<Readers>, kinds: readonly ReaderKind[], runtime: string | undefined): ReaderIdentity[] {
	return kinds.map((kind): ReaderIdentity => {
		const reader = open[kind];
		if (reader === undefined) throw new RangeError(`no ${kind} was opened`);
		// The product's own readers run in the product's ONNX Runtime.
		const ran = runtime === undefined ? {} : { onnxruntime: runtime };
		const { identity } = reader;
		if ('kind' in identity) return { ...ran, ...identity };
		const { name, sha256, layout, device, dtype } = identity;
		return { kind: 'language-model', name, sha256, layout, device, dtype, ...ran };
	});
}

/** What of a reader decides its numbers, and where they may differ a little: what was measured by it is kept under this. */
export function readerKey(identity: ReaderIdentity): readonly (string | null)[] {
	const { kind, sha256, device = null, dtype = null } = identity;
	return [kind, sha256, kind === 'language-model' ? identity.layout : null, device, dtype];
}
