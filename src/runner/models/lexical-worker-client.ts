import { Worker } from 'node:worker_threads';
import type { LexicalSample } from '../../embedding/lexical/fit-lexical.ts';
import { lexicalFileEnding, readLexical } from '../../embedding/lexical/lexical-file.ts';
import type { LexicalModel } from '../../embedding/lexical/lexical-model.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { requireBytes } from '../../files/read-file.ts';

/** What the thread says. */
export type LexicalAnswer =
	| { readonly type: 'progress'; readonly share: number }
	| { readonly type: 'fitted'; readonly model: LexicalModel };

interface FitOptions {
	/** Program of the thread. */
	readonly program: string;
	readonly signal: AbortSignal;
	/** `share` of the work, 0 to 1. */
	readonly onProgress: (share: number) => void;
}

/** Fits `lexical` in a thread of its own, so that nobody waits for this process meanwhile. Rejects with the signal's reason when aborted: the thread ends. */
export function fitLexicalInThread(sample: LexicalSample, { program, signal, onProgress }: FitOptions): Promise<LexicalModel> {
	return new Promise((resolve, reject) => {
		if (signal.aborted) return reject(signal.reason);
		// What it prints must never reach our standard output, which speaks LSP.
		const worker = new Worker(program, { stdout: true, stderr: true });
		const end = (settle: () => void): void => {
			signal.removeEventListener('abort', onAbort);
			void worker.terminate();
			settle();
		};
		const onAbort = (): void => end(() => reject(signal.reason));
		signal.addEventListener('abort', onAbort, { once: true });
		worker.on('message', (answer: LexicalAnswer) => {
			if (answer.type === 'progress') onProgress(answer.share);
			else end(() => resolve(answer.model));
		});
		worker.on('error', (error) => end(() => reject(error)));
		worker.on('exit', (status) => end(() => reject(new Error(`the thread that fits the embedder ended with status ${status}`))));
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, which has no origin
		worker.postMessage(sample);
	});
}

/** What `lexical` knows a store by: texts that it is fitted to, of which a sample is taken, or a file that an earlier fit has written. */
export type LexicalSource =
	| { readonly texts: () => Iterable<string> | AsyncIterable<string> }
	/** The file, by its path; `lexicalHash` of what is read tells whether it is the one that was meant. */
	| { readonly file: string };

/** Name of the model's file beside a profile that was calibrated with it, by its hash. */
export function lexicalBeside(sha256: string): string {
	return `${sha256.slice(0, 16)}${lexicalFileEnding}`;
}

/** Rejects with RA451 for a file that is none, and RA506 for one that cannot be read. */
export async function readLexicalFile(file: string): Promise<LexicalModel> {
	return readLexical(await requireBytes(file, fileKinds.lexical), file);
}
