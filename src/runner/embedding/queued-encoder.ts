import { createHash } from 'node:crypto';
import type { EmbedOptions, Encoder } from '../../analysis/readers.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import type { EmbeddedTexts, EncoderDescription } from '../../reading/embedded-texts.ts';
import type { VectorCache } from './vector-cache.ts';

/** Texts, and characters of them, that the model process is sent at a time: between two lots others have their turn, and a cancel is near. */
const lot = { texts: 256, characters: 1_000_000 } as const;

export interface QueuedEncoderOptions {
	readonly description: EncoderDescription;
	/** What the model process says of texts, when the queue says so. */
	readonly ask: (texts: readonly string[], as: EmbedOptions['as'], signal: AbortSignal) => Promise<EmbeddedTexts>;
	readonly cache: Pick<VectorCache, 'get' | 'put'>;
}

/** The encoder of the settings as analysis sees it: vectors come from the cache, or from the model process. */
export class QueuedEncoder implements Encoder {
	readonly identity: Extract<ReaderIdentity, { kind: 'encoder' }>;
	readonly dimensions: number;
	readonly notes: readonly string[];
	readonly #options: QueuedEncoderOptions;

	constructor(options: QueuedEncoderOptions) {
		const { name, sha256, device, dtype, dimensions, assumesMean } = options.description;
		this.identity = { kind: 'encoder', name, sha256, device, dtype };
		this.dimensions = dimensions;
		this.notes = assumesMean
			? [`The folder of the encoder ${name} does not say how its tokens become one vector (1_Pooling/config.json): their mean is taken.`]
			: [];
		this.#options = options;
	}

	/** Each different text once, those of like length together. Rejects with a `UserError`, or the signal's reason. */
	async embed(texts: readonly string[], { as, signal, onProgress, onCut }: EmbedOptions): Promise<Float32Array> {
		const places = new Map<string, number[]>();
		for (const [i, text] of texts.entries()) {
			const there = places.get(text);
			if (there === undefined) places.set(text, [i]);
			else there.push(i);
		}
		const rows = new Float32Array(texts.length * this.dimensions);
		let done = 0;
		const take = (text: string, row: Float32Array): void => {
			const at = places.get(text)!;
			for (const i of at) rows.set(row, i * this.dimensions);
			done += at.length;
		};
		const { cache, description, ask } = this.#options;
		const names = new Map([...places.keys()].map((text) => [text, nameOf(text, as)]));
		signal.throwIfAborted();
		const kept = await cache.get([...names.values()]);
		const missing: string[] = [];
		const cut: number[] = [];
		for (const [text, name] of names) {
			const { row, isCut } = kept.get(name) ?? {};
			if (row?.length !== this.dimensions) missing.push(text);
			else take(text, row);
			if (row?.length === this.dimensions && isCut === true) cut.push(...places.get(text)!);
		}
		onProgress(done, texts.length);
		for (const some of lotsOf(missing.toSorted((a, b) => b.length - a.length))) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one after the other: the model process has one turn at a time
			const found = await ask(some, as, signal);
			this.#expect(found, some.length);
			for (const [i, text] of some.entries()) take(text, found.rows.subarray(i * this.dimensions, (i + 1) * this.dimensions));
			for (const i of found.cut) cut.push(...places.get(some[i]!)!);
			// oxlint-disable-next-line no-await-in-loop -- as above
			await cache.put({
				names: some.map((text) => names.get(text)!),
				dimensions: this.dimensions,
				rows: found.rows,
				cut: Array.from(found.cut),
			});
			onProgress(done, texts.length);
		}
		if (cut.length > 0)
			onCut?.(
				cut.toSorted((a, b) => a - b),
				description.maxTokens ?? 0,
			);
		return rows;
	}

	#expect({ encoder, rows }: EmbeddedTexts, texts: number): void {
		if (encoder.sha256 !== this.identity.sha256)
			throw new UserError(errorNumbers.modelFilesChanged, `The encoder's files changed while it was in use: ${this.identity.name}.`, {
				hint: 'Start again.',
			});
		if (rows.length !== texts * this.dimensions) throw new RangeError(`${rows.length} numbers for ${texts} texts of ${this.dimensions}`);
	}
}

/** Of what is kept: the text as it was embedded, and as what. */
function nameOf(text: string, as: EmbedOptions['as']): string {
	return createHash('sha256')
		.update(`${as ?? ''}\n${text}`)
		.digest('hex')
		.slice(0, 32);
}

function lotsOf(texts: readonly string[]): string[][] {
	const lots: string[][] = [];
	let characters = 0;
	for (const text of texts) {
		const last = lots.at(-1);
		characters += text.length;
		if (last !== undefined && last.length < lot.texts && characters <= lot.characters) last.push(text);
		else {
			lots.push([text]);
			characters = text.length;
		}
	}
	return lots;
}
