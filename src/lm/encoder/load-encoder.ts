import { createHash } from 'node:crypto';
import { notUnderstood, type EncoderSettings } from '../../embedding/encoder-settings.ts';
import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { contentHash } from '../safety/content-hash.ts';
import { requireUnchanged } from '../safety/unchanged-files.ts';
import { loadTokenizer } from '../tokenizer.ts';
import type { EncoderFolder } from './encoder-folder.ts';
import { EncoderSession } from './encoder-session.ts';
import { maxInputTokens, EncoderModel } from './encoder-model.ts';

export interface LoadEncoderOptions extends EncoderFolder {
	readonly device: ExecutionProviderChoice;
	readonly signal?: AbortSignal | undefined;
	/** Bytes hashed, of all. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** Before each part that may block this thread for long; it waits for what is answered. */
	readonly onStep?: ((step: 'text' | 'files' | 'opening' | 'trial') => Promise<void>) | undefined;
}

export interface LoadedEncoder {
	readonly encoder: EncoderModel;
	/** Of everything that decides its vectors: weights, tokenizer, pooling, prompts and how much of a text is read. */
	readonly sha256: string;
	readonly dimensions: number;
	/** Whether nobody says how its tokens become one vector, so that it is their mean. */
	readonly assumesMean: boolean;
}

/**
 * Loads a checked encoder: tokenizer, content hash, then the graph, which embeds a short text.
 * @throws {UserError} RA403, RA401, RA409, RA452, RA453, RA504; the signal's reason while hashing.
 */
export async function loadEncoder({
	files,
	settings,
	config,
	device,
	signal,
	onProgress,
	onStep,
}: LoadEncoderOptions): Promise<LoadedEncoder> {
	await onStep?.('text');
	const tokenizer = await loadTokenizer(files);
	await onStep?.('files');
	const content = await contentHash(files, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
	signal?.throwIfAborted();
	await onStep?.('opening');
	const session = await EncoderSession.open(files.graph.path, device, { pools: settings.pooling !== null && settings.needsGraph === null });
	try {
		if (settings.needsGraph !== null && session.output.of === 'tokens')
			throw notUnderstood(`after pooling comes ${settings.needsGraph}, which its graph has not`, files.directory);
		const encoder = new EncoderModel({
			session,
			tokenizer,
			settings,
			config,
			file: files.graph.path,
			alone: scalesByBatch(files.outline.operators),
		});
		await onStep?.('trial');
		const { rows } = await encoder.embed(['a']);
		await requireUnchanged(files);
		return {
			encoder,
			sha256: identityOf(content, settings, maxInputTokens(settings, config, tokenizer)),
			dimensions: rows.length,
			assumesMean: settings.pooling === null && session.output.of === 'tokens',
		};
	} catch (error) {
		await session.dispose();
		throw error;
	}
}

/** Graphs that choose the scale of their whole numbers by all that is fed at once give a text other numbers beside other texts. */
function scalesByBatch(operators: ReadonlySet<string>): boolean {
	return [...operators].some((operator) => /:DynamicQuantize/.test(operator));
}

function identityOf(
	content: string,
	{ pooling, prompts, defaultPrompt, poolsPrompt, lowerCase }: EncoderSettings,
	maxTokens: number | undefined,
): string {
	const decides = [pooling, prompts.query, prompts.document, defaultPrompt, poolsPrompt, lowerCase, maxTokens ?? null];
	return createHash('sha256')
		.update(`${content}\n${JSON.stringify(decides)}`)
		.digest('hex');
}
