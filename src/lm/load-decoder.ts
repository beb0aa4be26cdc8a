import { placedDecoder } from './allocations/placed-decoder.ts';
import { InstrumentedModel } from './attribution/instrumented-model.ts';
import type { GraphStore } from './attribution/self-check-cache.ts';
import { cacheGrowth, type CacheGrowth } from './cache-check.ts';
import { DecoderModel } from './decoder-model.ts';
import { DecoderSession } from './decoder-session.ts';
import type { ExecutionProviderChoice } from './devices/execution-provider-choice.ts';
import { anyPiece, firstPieceOf, type FirstPiece } from './first-chunk.ts';
import { fixedPieces, quantizesByRange } from './chunk-size.ts';
import { layoutFor } from './layout.ts';
import { fallbackWindow, loadModelConfig } from './model-config.ts';
import { readingDifference } from './chunking-error.ts';
import type { ReadingDifference } from '../model-io/requests.ts';
import { contentHash } from './safety/content-hash.ts';
import type { ModelFiles } from './safety/model-folder.ts';
import { requireUnchanged } from './safety/unchanged-files.ts';
import { loadTokenizer } from './tokenizer.ts';

const MiB = 2 ** 20;

export interface LoadOptions {
	/** From `checkModelFolder`. */
	readonly files: ModelFiles;
	readonly device: ExecutionProviderChoice;
	/** For people: a repository id, or the folder's name. */
	readonly name: string;
	/** Content hash, where it is known already; it is computed otherwise. */
	readonly sha256?: string | undefined;
	/** Where instrumented graphs and what is known about them are kept. */
	readonly graphStore?: GraphStore | undefined;
	/** Bytes of logits held at once; 64 MiB. */
	readonly logitsBudget?: number | undefined;
	readonly signal?: AbortSignal | undefined;
	/** Bytes hashed, of all. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** Before each part that may block this thread for long; it waits for what is answered. */
	readonly onStep?: ((step: 'template' | 'files' | 'opening' | 'trial') => Promise<void>) | undefined;
}

/**
 * Loads a checked model: tokenizer, layout, content hash, then the graph.
 * @throws {UserError} RA205, RA401..RA404, RA409, RA412, RA504; the signal's reason while hashing.
 */
export async function loadDecoder(options: LoadOptions): Promise<DecoderModel> {
	const { files } = options;
	const config = await loadModelConfig(files);
	await options.onStep?.('template');
	const tokenizer = await loadTokenizer(files);
	const layout = layoutFor(tokenizer.template);
	await options.onStep?.('files');
	const sha256 =
		options.sha256 ??
		(await contentHash(files, {
			...(options.signal && { signal: options.signal }),
			...(options.onProgress && { onProgress: options.onProgress }),
		}));
	options.signal?.throwIfAborted();
	await options.onStep?.('opening');
	const { provider: device, parts } = placedDecoder(files, options.device);
	const session = await DecoderSession.open(files.graph.path, device, config, parts);
	const dynamic = quantizesByRange(files.outline.operators);
	const contextWindow = config.contextWindow ?? tokenizer.maximumLength ?? fallbackWindow;
	let growth: CacheGrowth;
	let firstPiece: FirstPiece;
	let readings: ReadingDifference | undefined;
	try {
		await options.onStep?.('trial');
		firstPiece = await firstPieceOf(files, config, contextWindow);
		growth = await cacheGrowth(session, { file: files.graph.path, dynamic, window: contextWindow, firstPiece });
		readings = dynamic ? await readingDifference(session, contextWindow) : undefined;
		await requireUnchanged(files);
	} catch (error) {
		await session.dispose();
		throw error;
	}
	session.largestLogits = 0;
	const identity = { name: options.name, sha256, device: device.device, dtype: files.dtype, layout: layout.hash, contextWindow, readings };
	const instrumented = new InstrumentedModel({ files, session, provider: device, config, sha256, store: options.graphStore });
	const logitsBudget = Math.min(options.logitsBudget ?? 64 * MiB, (device.allocationLimit ?? Infinity) / 2);
	const pieces = dynamic ? fixedPieces({ session, heads: config.heads, logitsBudget, byLength: firstPiece !== anyPiece }) : undefined;
	return new DecoderModel(
		identity,
		files,
		{ session, growth, firstPiece, pieces, logitsBudget },
		tokenizer,
		layout,
		config,
		instrumented,
		device,
	);
}
