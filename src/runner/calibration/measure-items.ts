import type { Measure, MeasuredTrace, TraceNumbers } from '../../analysis/calibration/measure.ts';
import type { LanguageModel } from '../../analysis/language-model.ts';
import { UserError } from '../../errors.ts';
import type { Failures } from '../files/failures.ts';
import type { MeasurementStore } from './measurement-store.ts';
import type { DataItem } from './read-data.ts';

export interface MeasureOptions {
	readonly model: LanguageModel;
	readonly store: Pick<MeasurementStore, 'get' | 'add'>;
	readonly wanted: readonly Measure[];
	readonly failures: Failures;
	readonly signal: AbortSignal;
	/** After each item; `failed` so far. `fresh`: this one was read by the model just now. */
	readonly onProgress: (progress: { done: number; failed: number; fresh: boolean }) => void;
}

export interface Measured {
	/** One an item, in their order; `null` for one that failed. */
	readonly traces: readonly (MeasuredTrace | null)[];
	/** Names of measures that this model does not give of any trace, and why. */
	readonly unavailable: ReadonlyMap<string, string>;
}

/** Errors after which the model reads no other trace either. */
export const modelGone: ReadonlySet<string> = new Set(['RA503', 'RA504', 'RA592']);

/**
 * What the model says of each item, from the store where it is there. A trace that the model cannot read is told in `failures` and does
 * not stop the others; the next run tries it again. Rejects with the signal's reason, or when the model itself is gone.
 */
export async function measureItems(
	items: readonly DataItem[],
	{ model, store, wanted, failures, signal, onProgress }: MeasureOptions,
): Promise<Measured> {
	const unavailable = new Map<string, string>();
	const traces: (MeasuredTrace | null)[] = [];
	let failed = 0;
	for (const { item, trace, key, place } of items) {
		signal.throwIfAborted();
		const kept = store.get(key);
		const missing = wanted.filter(({ name }) => kept[name] === undefined && !unavailable.has(name));
		const take = async (): Promise<TraceNumbers> => {
			const taken: Record<string, unknown> = {};
			for (const measure of missing) {
				try {
					taken[measure.name] = await measure.take(trace, model, signal);
				} catch (error) {
					if (!(error instanceof UserError) || !measure.unavailableAfter.has(error.code)) throw error;
					unavailable.set(measure.name, error.message);
				}
			}
			return taken;
		};
		let taken: TraceNumbers | undefined;
		try {
			// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
			taken = await take();
		} catch (error) {
			if (error instanceof UserError && modelGone.has(error.code)) throw error;
			// oxlint-disable-next-line no-await-in-loop -- it waits for nothing
			await failures.gather(() => Promise.reject(error), signal, place);
		}
		if (taken !== undefined && Object.keys(taken).length > 0) await store.add(key, taken);
		if (taken === undefined) failed++;
		traces.push(taken === undefined ? null : { ...item, numbers: pick({ ...kept, ...taken }, wanted) });
		onProgress({ done: traces.length, failed, fresh: missing.length > 0 });
	}
	return { traces, unavailable };
}

/** Those that were asked for, so that a run does not depend on what earlier ones have measured. */
function pick(numbers: TraceNumbers, wanted: readonly Measure[]): TraceNumbers {
	return Object.fromEntries(Object.entries(numbers).filter(([name]) => wanted.some((one) => one.name === name)));
}
