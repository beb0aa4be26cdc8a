import type { ExecutionProviderChoice } from '../devices/execution-provider-choice.ts';
import { contentHash } from '../safety/content-hash.ts';
import type { ModelFiles } from '../safety/model-folder.ts';
import { loadTokenizer } from '../tokenizer.ts';
import type { ClassifierConfig } from './classifier-config.ts';
import { ClassifierSession } from './classifier-session.ts';
import { TokenClassifier } from './token-classifier.ts';

export interface LoadClassifierOptions {
	/** From `checkModelFolder`. */
	readonly files: ModelFiles;
	readonly config: ClassifierConfig;
	readonly device: ExecutionProviderChoice;
	readonly signal?: AbortSignal | undefined;
	/** Bytes hashed, of all. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** Before each part that may block this thread for long; it waits for what is answered. */
	readonly onStep?: ((step: 'text' | 'files' | 'opening' | 'trial') => Promise<void>) | undefined;
}

/**
 * Loads a checked token classifier: tokenizer, content hash, then the graph.
 * @throws {UserError} RA403, RA401, RA409, RA441; the signal's reason while hashing.
 */
export async function loadClassifier({
	files,
	config,
	device,
	signal,
	onProgress,
	onStep,
}: LoadClassifierOptions): Promise<{ readonly classifier: TokenClassifier; readonly sha256: string }> {
	await onStep?.('text');
	const tokenizer = await loadTokenizer(files);
	await onStep?.('files');
	const sha256 = await contentHash(files, { ...(signal && { signal }), ...(onProgress && { onProgress }) });
	signal?.throwIfAborted();
	await onStep?.('opening');
	const { before, behind } = tokenizer.around();
	const session = await ClassifierSession.open(files.graph.path, device, config.tags.length, {
		trial: [...before, ...tokenizer.tokenize('a', { special: false }).ids, ...behind],
		onTrial: async () => onStep?.('trial'),
	});
	return { classifier: new TokenClassifier(session, tokenizer, config), sha256 };
}
