import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { Measured } from '../../analysis/calibration/measure.ts';
import type { FitSettings, Fitted } from '../../analysis/calibration/method.ts';
import { errorNumbers } from '../../error-numbers.ts';
import type { UserError } from '../../errors.ts';
import type { AnyDetector } from '../../formats/detectors/detector.ts';
import { fromWire, type CrossingError } from '../../protocol/wire-error.ts';

/** What a thread is to fit. */
export interface FitTask {
	/** Of a `DetectorFit`. */
	readonly id: string;
	readonly items: readonly Measured[];
	readonly settings: FitSettings;
}

/** What it says; after `fitted` or `error` nothing more. */
export type FitAnswer<D extends AnyDetector = AnyDetector> =
	| { readonly type: 'progress' /** 0 to 1. */; readonly share: number }
	| { readonly type: 'fitted'; readonly fitted: Fitted<D> }
	| { readonly type: 'error'; readonly error: CrossingError };

export interface FitJob extends Omit<FitTask, 'id'> {
	/** Fits, by id; each draws its random numbers by its own name, so that their order decides nothing. */
	readonly ids: readonly string[];
}

export interface FitOptions<D extends AnyDetector = AnyDetector> {
	/** What is fitted is of it, and by it in the thread. */
	readonly family: CalibrationFamily<D>;
	/** Program of a thread: it fits what the family does (`serveFits`). */
	readonly program: string;
	readonly signal: AbortSignal;
	/** `share` of all work, 0 to 1; `running`: ids. */
	readonly onProgress: (share: number, running: readonly string[]) => void;
	/** Threads at once; by default as `fitThreads` says. */
	readonly threads?: number;
}

/** What became of a fit. */
export type FitOutcome<D extends AnyDetector = AnyDetector> =
	| { readonly id: string; readonly fitted: Fitted<D> }
	| { readonly id: string; readonly error: UserError };

/** As many as there are cores for this process, but one where there are more than two: that one answers the editor. */
export function fitThreads(cores: number = availableParallelism()): number {
	return cores > 2 ? cores - 1 : cores;
}

/**
 * Fits detectors in threads of their own, several at once, so that nobody waits for this process meanwhile. A fit that the data do not allow
 * is an outcome with its error; a defect rejects. Rejects with the signal's reason, and ends all threads, when aborted.
 */
export async function fitDetectors<D extends AnyDetector>(
	{ ids, items, settings }: FitJob,
	{ family, program, signal, onProgress, threads = fitThreads() }: FitOptions<D>,
): Promise<FitOutcome<D>[]> {
	signal.throwIfAborted();
	const weightOf = (id: string): number => family.fitNamed(id).weight;
	const shares = new Map<string, number>();
	const running = new Set<string>();
	const whole = ids.reduce((sum, id) => sum + weightOf(id), 0);
	const report = (): void =>
		onProgress(ids.reduce((sum, id) => sum + weightOf(id) * (shares.get(id) ?? 0), 0) / Math.max(whole, 1), [...running]);
	const outcomes = new Map<string, FitOutcome<D>>();
	// The longest first, so that none is left alone at the end.
	const waiting = ids.toSorted((a, b) => weightOf(b) - weightOf(a));
	const ended = new AbortController();
	const either = AbortSignal.any([signal, ended.signal]);
	const lane = async (): Promise<void> => {
		for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
			const own = id;
			running.add(own);
			report();
			outcomes.set(
				own,
				await inThread<D>({ id: own, items, settings }, program, either, (share) => {
					shares.set(own, share);
					report();
				}),
			);
			running.delete(own);
			shares.set(own, 1);
			report();
		}
	};
	try {
		await Promise.all(Array.from({ length: Math.min(threads, ids.length) }, lane));
	} catch (error) {
		ended.abort();
		signal.throwIfAborted();
		throw error;
	}
	return ids.map((id) => outcomes.get(id)!);
}

function inThread<D extends AnyDetector>(
	task: FitTask,
	program: string,
	signal: AbortSignal,
	onShare: (share: number) => void,
): Promise<FitOutcome<D>> {
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
		worker.on('message', (answer: FitAnswer<D>) => {
			switch (answer.type) {
				case 'progress':
					return onShare(answer.share);
				case 'fitted':
					return end(() => resolve({ id: task.id, fitted: answer.fitted }));
				case 'error': {
					const error = fromWire(answer.error);
					return end(() => (error.code === errorNumbers.defect ? reject(error) : resolve({ id: task.id, error })));
				}
			}
		});
		worker.on('error', (error) => end(() => reject(error)));
		// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, which has no origin
		worker.postMessage(task);
		worker.on('exit', (status) => end(() => reject(new Error(`the thread that fits ${task.id} ended with status ${status}`))));
	});
}
