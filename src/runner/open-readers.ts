import { areOpen, type OpenReaders, type Readers } from '../analysis/readers.ts';
import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { ReaderIdentity } from '../formats/detectors/provenance.ts';
import type { ReaderKind } from '../formats/reader.ts';
import type { ModelService } from './model-service.ts';

/** Who opens readers, and until when. */
export interface OpenOptions {
	/** Whose turn their work is. */
	readonly owner: string;
	readonly signal: AbortSignal;
	/** What opening them is doing. */
	readonly onOpening?: ((message: string) => void) | undefined;
}

/** Opens readers of these kinds and no others. Rejects with a `UserError` where one cannot be had, or with the signal's reason. */
export interface ReaderOpener {
	<R extends ReaderKind>(kinds: readonly R[], options: OpenOptions): Promise<OpenReaders<R>>;
	/** Those that can be had at all. */
	readonly available: readonly ReaderKind[];
}

/** The product's readers: the one language model of the settings. It has no encoder yet. */
export function productReaders(models: Pick<ModelService, 'openModel'>): ReaderOpener {
	const open = async <R extends ReaderKind>(kinds: readonly R[], options: OpenOptions): Promise<OpenReaders<R>> => {
		const opened: { -readonly [K in keyof Readers]?: Readers[K] } = {};
		// The cheapest refusal first: a language model may take minutes.
		if (kinds.some((kind) => kind === 'encoder')) throw noEncoder();
		for (const kind of new Set<ReaderKind>(kinds)) {
			// oxlint-disable-next-line no-await-in-loop -- one after the other: they share the machine's memory
			if (kind === 'language-model') opened[kind] = await models.openModel(options.owner, options.signal, options.onOpening);
		}
		if (!areOpen(opened, kinds)) throw new RangeError(`not all are open of ${kinds.join(', ')}`);
		return opened;
	};
	return Object.assign(open, { available: ['language-model'] as const });
}

function noEncoder(): UserError {
	return new UserError(errorNumbers.noEncoder, 'This needs an encoder, and this version of RAG Assay has none yet.', {
		hint: 'Leave out the methods that embed texts.',
	});
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
