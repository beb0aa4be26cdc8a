import { appendFile, chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { ItemNumbers } from '../../analysis/calibration/measure.ts';
import type { ReaderIdentity } from '../../formats/detectors/provenance.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { jsonHash } from '../json-hash.ts';
import type { Log } from '../log.ts';
import { readerKey } from '../open-readers.ts';
import { parsedJson } from '../../files/parsed-json.ts';

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
				`${lost.length === 1 ? 'a line' : `${lost.length} lines`} of kept measurements cannot be read; what is missing is measured again`,
			);
	}
}

/** The key of a line that cannot be read as a whole: it is written first. */
function keyOf(raw: string): string | undefined {
	return /^\{\s*"key":\s*"([^"]*)"/.exec(raw)?.[1];
}
