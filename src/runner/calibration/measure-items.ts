import type { ItemNumbers, Measure, Measured } from '../../analysis/calibration/measure.ts';
import { areOpen, type OpenReaders, type Readers } from '../../analysis/readers.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import type { Failures } from '../traces/failures.ts';
import type { MeasurementStores } from './measurement-store.ts';
import type { DataItem } from './data-item.ts';

export interface MeasureOptions {
	/** At least those that the wanted measures use. */
	readonly readers: Partial<Readers>;
	readonly store: Pick<MeasurementStores, 'get' | 'add'>;
	readonly wanted: readonly Measure[];
	readonly failures: Failures;
	readonly signal: AbortSignal;
	/** After each item; `failed` so far. `fresh`: this one was read just now. */
	readonly onProgress: (progress: { done: number; failed: number; fresh: boolean }) => void;
}

export interface MeasuredItems {
	/** One an item, in their order; `null` for one that failed. */
	readonly items: readonly (Measured | null)[];
	/** Names of measures that these readers do not give of any item, and why. */
	readonly unavailable: ReadonlyMap<string, string>;
}

/** Errors after which the model reads nothing else either. */
export const modelGone: ReadonlySet<string> = new Set([
	errorNumbers.modelProcessNotStarted,
	errorNumbers.modelFilesChanged,
	errorNumbers.modelNotLoaded,
]);

/**
 * What the readers say of each item, from the store where it is there. An item that cannot be read is told in `failures` and does
 * not stop the others; the next run tries it again. Rejects with the signal's reason, or when the model itself is gone.
 */
export async function measureItems(
	items: readonly DataItem[],
	{ readers, store, wanted, failures, signal, onProgress }: MeasureOptions,
): Promise<MeasuredItems> {
	const unavailable = new Map<string, string>();
	const measured: (Measured | null)[] = [];
	let failed = 0;
	for (const { item, subject, key, place } of items) {
		signal.throwIfAborted();
		const kept = store.get(key);
		const own = wanted.filter(({ of }) => of === item.subject);
		const missing = own.filter(({ name }) => kept[name] === undefined && !unavailable.has(name));
		const take = async (): Promise<ItemNumbers> => {
			const taken: Record<string, unknown> = {};
			for (const measure of missing) {
				try {
					taken[measure.name] = await measure.take(subject, readersOf(measure, readers), signal);
				} catch (error) {
					if (!(error instanceof UserError) || !measure.unavailableAfter.has(error.code)) throw error;
					unavailable.set(measure.name, error.message);
				}
			}
			return taken;
		};
		let taken: ItemNumbers | undefined;
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
		measured.push(taken === undefined ? null : { ...item, numbers: pick({ ...kept, ...taken }, own) });
		onProgress({ done: measured.length, failed, fresh: missing.length > 0 });
	}
	return { items: measured, unavailable };
}

/** A measure's own readers, and no others that happen to be open. @throws RangeError for one that is not. */
function readersOf({ name, readers: kinds }: Measure, open: Partial<Readers>): OpenReaders {
	const own: Partial<Readers> = {};
	for (const kind of kinds) Object.assign(own, { [kind]: open[kind] });
	if (!areOpen(own, kinds)) throw new RangeError(`'${name}' needs ${kinds.join(', ')}, and not all of them are open`);
	return own;
}

/** Those that were asked for, so that a run does not depend on what earlier ones have measured. */
function pick(numbers: ItemNumbers, wanted: readonly Measure[]): ItemNumbers {
	return Object.fromEntries(Object.entries(numbers).filter(([name]) => wanted.some((one) => one.name === name)));
}
