import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { EmbedOptions, Encoder } from '../../analysis/readers.ts';
import { lexicalSample, type LexicalSample } from '../../embedding/lexical/fit-lexical.ts';
import { lexicalEncoder, type LexicalEncoder } from '../../embedding/lexical/lexical-encoder.ts';
import { lexicalBytes } from '../../embedding/lexical/lexical-file.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { embeddedTexts, type EmbeddedTexts, type EncoderDescription } from '../../model-io/encoders-and-classifiers.ts';
import type { RunnerContext } from '../context/runner-context.ts';
import { jsonHash } from '../../files/cache-files.ts';
import type { JobQueue } from './job-queue.ts';
import { fitLexicalInThread, lexicalBeside, readLexicalFile, type LexicalSource } from './lexical-worker-client.ts';
import type { ModelHost } from './model-host.ts';
import type { ModelTask } from './model-process.ts';
import { VectorCache } from './vector-cache.ts';

/** Texts, and characters of them, that the model process is sent at a time: between two lots others have their turn, and a cancel is near. */
const lot = { texts: 256, characters: 1_000_000 } as const;

interface QueuedEncoderOptions {
	readonly description: EncoderDescription;
	/** What the model process says of texts, when the queue says so. */
	readonly ask: (texts: readonly string[], as: EmbedOptions['as'], signal: AbortSignal) => Promise<EmbeddedTexts>;
	readonly cache: Pick<VectorCache, 'get' | 'put'>;
}

/** The encoder of the settings as analysis sees it: vectors come from the cache, or from the model process. */
class QueuedEncoder implements Encoder {
	readonly identity: Extract<ReaderIdentity, { kind: 'encoder' }>;
	readonly dimensions: number;
	readonly notes: readonly string[];
	readonly #options: QueuedEncoderOptions;

	constructor(options: QueuedEncoderOptions) {
		const { name, sha256, device, dtype, dimensions, assumesMean } = options.description;
		this.identity = { kind: 'encoder', name, sha256, device, dtype };
		this.dimensions = dimensions;
		this.notes = assumesMean
			? [
					`The folder of the encoder ${name} does not say how its tokens become one vector (1_Pooling/config.json). RAG Assay takes their mean.`,
				]
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

export interface EncodersOptions {
	readonly host: Pick<ModelHost, 'askKept'>;
	readonly queue: JobQueue;
	readonly context: Pick<RunnerContext, 'settings' | 'log' | 'paths' | 'modelStore' | 'embeddingsFolder'>;
}

export interface OpenEncoderOptions {
	/** Whose turn its work is. */
	readonly owner: string;
	readonly signal: AbortSignal;
	/** What opening it is doing. */
	readonly onOpening?: ((message: string) => void) | undefined;
	/** What `lexical` is fitted to, where that is the embedder. */
	readonly lexical?: LexicalSource | undefined;
}

/** The embedder that needs no model, by the name that settings and options have for it. */
const lexicalName = 'lexical';

/** Encoders by the settings in force: `lexical`, fitted in a thread, or one that the model process loads. */
export class Encoders {
	readonly #options: EncodersOptions;
	/** By the texts that it was fitted to: the last one, which is often asked for again. */
	#fitted: { readonly of: string; readonly encoder: Promise<LexicalEncoder> } | undefined;
	/** Of the encoder that was opened last. */
	#cache: { readonly folder: string; readonly vectors: VectorCache } | undefined;

	constructor(options: EncodersOptions) {
		this.#options = options;
	}

	/** What embeds under these settings, without opening it. In a workspace without trust that is `lexical`, whatever the settings name. */
	get name(): string {
		const { embedder, trusted } = this.#options.context.settings;
		return trusted ? embedder : lexicalName;
	}

	/**
	 * Opens the encoder of the settings. Rejects with RA661 where `lexical` has nothing to be fitted to, with a `UserError` where a model cannot be loaded,
	 * RA502 where it would take too much memory, or the signal's reason.
	 */
	async open(options: OpenEncoderOptions): Promise<Encoder> {
		const { name } = this;
		if (name !== lexicalName) return this.#loaded(name, options);
		const { embedder } = this.#options.context.settings;
		const encoder = await this.#lexical(options);
		const untrusted = 'This workspace is not trusted, so RAG Assay uses the built-in embedder, not the one in the settings.';
		return { ...encoder, notes: [...(encoder.notes ?? []), ...(embedder === lexicalName ? [] : [untrusted])] };
	}

	async #lexical({ lexical, signal, onOpening }: OpenEncoderOptions): Promise<Encoder> {
		if (lexical === undefined)
			throw new UserError(errorNumbers.noEncoder, "The built-in embedder 'lexical' has no texts to be fitted to.", {
				hint: 'Name an encoder with --embedder (ragAssay.embedder), or leave out the methods that embed texts.',
			});
		if ('file' in lexical) return noted(lexicalEncoder(await readLexicalFile(lexical.file)));
		onOpening?.('Reading texts for the built-in embedder');
		const sample = await lexicalSample(lexical.texts());
		signal.throwIfAborted();
		return noted(await this.#fittedTo(sample, signal, onOpening));
	}

	#fittedTo(sample: LexicalSample, signal: AbortSignal, onOpening: OpenEncoderOptions['onOpening']): Promise<LexicalEncoder> {
		const of = jsonHash([sample.texts, sample.of]);
		if (this.#fitted?.of === of) return this.#fitted.encoder;
		const say = (share: number): void =>
			onOpening?.(`Fitting the built-in embedder to ${sample.texts.length} texts (${Math.floor(100 * share)}%)`);
		say(0);
		const encoder = fitLexicalInThread(sample, { program: this.#options.context.paths.lexicalWorker, signal, onProgress: say }).then(
			(model) => lexicalEncoder(model),
		);
		const fitted = { of, encoder };
		this.#fitted = fitted;
		// One that was canceled is fitted again.
		encoder.catch(() => {
			if (this.#fitted === fitted) this.#fitted = undefined;
		});
		return encoder;
	}

	async #loaded(model: string, { owner, signal, onOpening }: OpenEncoderOptions): Promise<Encoder> {
		const ask = async (texts: readonly string[], as: 'query' | 'document' | undefined, waits: AbortSignal) => {
			const { queue, host } = this.#options;
			const hooks = {
				signal: waits,
				onProgress: (message: string, done: number, total: number) => onOpening?.(said(message, done, total)),
			};
			return embeddedTexts.parse(await queue.add(owner, waits, () => host.askKept(this.#task(model, texts, as), hooks)));
		};
		onOpening?.('Loading the encoder');
		const { encoder: description } = await ask([], undefined, signal);
		return new QueuedEncoder({ description, ask, cache: this.#vectorsOf(description) });
	}

	#task(model: string, texts: readonly string[], as: 'query' | 'document' | undefined): Extract<ModelTask, { type: 'embed' }> {
		const { embedderDtype, token, offline, memoryLimit } = this.#options.context.settings;
		return {
			type: 'embed',
			model,
			modelStore: this.#options.context.modelStore,
			offline,
			texts: [...texts],
			memoryLimit: memoryLimit * 1024 * 1024,
			...(embedderDtype === undefined ? {} : { dtype: embedderDtype }),
			...(token === undefined ? {} : { token }),
			...(as === undefined ? {} : { as }),
		};
	}

	#vectorsOf({ sha256, device, dtype }: EncoderDescription): VectorCache {
		const { paths, log, embeddingsFolder } = this.#options.context;
		const folder = join(embeddingsFolder, jsonHash([paths.version, sha256, device, dtype]).slice(0, 32));
		if (this.#cache?.folder !== folder) this.#cache = { folder, vectors: new VectorCache(folder, log) };
		return this.#cache.vectors;
	}
}

function said(message: string, done: number, total: number): string {
	return total === 0 ? message : `${message} (${Math.floor((100 * done) / total)}%)`;
}

/** With what it was fitted to, where that was not all there is. */
function noted(encoder: LexicalEncoder): Encoder {
	const { texts, of } = encoder.model.fitted;
	const all = `The built-in embedder was fitted to ${texts} different texts`;
	const { sha256 } = encoder.identity;
	const file = () => ({ name: lexicalBeside(sha256), bytes: lexicalBytes(encoder.model) });
	return { ...encoder, file, notes: [texts < of ? `${all}, a sample of ${of}.` : `${all}.`] };
}
