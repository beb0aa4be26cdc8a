import { appendFile, chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import type { ItemNumbers, Measure } from '../../analysis/calibration/measure.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { parsedJson, readText } from '../../files/read-file.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import type { Log } from '../lsp/log.ts';
import { jsonHash } from '../../files/cache-files.ts';
import { readerKey } from '../models/open-readers.ts';

/**
 * What readers said of subjects, a line each, readable by their owner only. Kept by what was read, whatever the labels and the run:
 * a run that was interrupted goes on from here, and one with more labels asks the readers nothing.
 */
export class MeasurementStore {
	readonly #file: string;
	readonly #line: z.ZodType<{ key: string; numbers: ItemNumbers }>;
	readonly #known = new Map<string, ItemNumbers>();
	/** Whether the file ends in the middle of a line, because its writer was killed. */
	#torn = false;

	/**
	 * What is kept for these readers, run like this, by this version of the product; without any the version alone decides. A line that cannot be read is
	 * measured again.
	 */
	static async open(
		folder: string,
		readers: readonly ReaderIdentity[],
		version: string,
		log: Log,
		numbers: z.ZodType<ItemNumbers>,
	): Promise<MeasurementStore> {
		const name = jsonHash([version, readers.map(readerKey)]).slice(0, 32);
		const store = new MeasurementStore(join(folder, 'measured', `${name}.jsonl`), numbers);
		await store.#load(log);
		return store;
	}

	private constructor(file: string, numbers: z.ZodType<ItemNumbers>) {
		this.#file = file;
		this.#line = z.object({ key: z.string(), numbers });
	}

	get(key: string): ItemNumbers {
		return this.#known.get(key) ?? {};
	}

	/** On the disk when it resolves. */
	async add(key: string, numbers: ItemNumbers): Promise<void> {
		this.#known.set(key, { ...this.get(key), ...numbers });
		await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
		// In one piece and at the end, so that two writers do not mix.
		await appendFile(this.#file, `${this.#torn ? '\n' : ''}${JSON.stringify({ key, numbers })}\n`, { mode: 0o600 });
		this.#torn = false;
	}

	async #load(log: Log): Promise<void> {
		const text = await readText(this.#file, fileKinds.calibrationRecord);
		if (text === undefined) return;
		await chmod(this.#file, 0o600);
		this.#torn = text !== '' && !text.endsWith('\n');
		const damaged: string[] = [];
		for (const raw of text.split('\n')) {
			if (raw === '') continue;
			const read = this.#line.safeParse(parsedJson(raw));
			if (read.success) this.#known.set(read.data.key, { ...this.get(read.data.key), ...read.data.numbers });
			else damaged.push(raw);
		}
		// What was measured again stands behind it, and what tells no key is of no trace that can be named.
		const lost = damaged.filter((raw) => !this.#known.has(keyOf(raw) ?? ''));
		if (lost.length > 0)
			log.warn(
				`${lost.length === 1 ? 'a line' : `${lost.length} lines`} of saved measurements cannot be read; RAG Assay measures what is missing again`,
			);
	}
}

/** The key of a line that cannot be read as a whole: it is written first. */
function keyOf(raw: string): string | undefined {
	return /^\{\s*"key":\s*"([^"]*)"/.exec(raw)?.[1];
}

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
