import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { ItemNumbers, Measure } from '../../analysis/calibration/measure.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import type { Log } from '../log.ts';
import { MeasurementStore } from './measurement-store.ts';

/** What is kept of several measures, each with the readers that it uses: a measure without any is not measured again for another model. */
export class MeasurementStores {
	/** By the name of a measure. */
	readonly #stores: ReadonlyMap<string, MeasurementStore>;

	/** @param readers all that the measures use. */
	static async open(
		measures: readonly Measure[],
		readers: readonly ReaderIdentity[],
		{ folder, version, log, family }: { folder: string; version: string; log: Log; family: Pick<CalibrationFamily, 'itemNumbers'> },
	): Promise<MeasurementStores> {
		const opened = new Map<string, MeasurementStore>();
		const stores = new Map<string, MeasurementStore>();
		for (const measure of measures) {
			const used = readers.filter(({ kind }) => measure.readers.includes(kind));
			const kinds = used.map(({ kind }) => kind).join(' ');
			// oxlint-disable-next-line no-await-in-loop -- measures share stores
			const store = opened.get(kinds) ?? (await MeasurementStore.open(folder, used, version, log, family.itemNumbers));
			opened.set(kinds, store);
			stores.set(measure.name, store);
		}
		return new MeasurementStores(stores);
	}

	private constructor(stores: ReadonlyMap<string, MeasurementStore>) {
		this.#stores = stores;
	}

	get(key: string): ItemNumbers {
		return Object.fromEntries(
			[...this.#stores].flatMap(([name, store]) => {
				const { [name]: numbers } = store.get(key);
				return numbers === undefined ? [] : [[name, numbers]];
			}),
		);
	}

	/** On the disk when it resolves. */
	async add(key: string, numbers: ItemNumbers): Promise<void> {
		for (const store of new Set(this.#stores.values())) {
			const own = Object.entries(numbers).filter(([name]) => this.#stores.get(name) === store);
			// oxlint-disable-next-line no-await-in-loop -- a disk is written in order
			if (own.length > 0) await store.add(key, Object.fromEntries(own));
		}
	}
}
