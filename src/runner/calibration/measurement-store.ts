import { appendFile, chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { TraceNumbers } from '../../analysis/calibration/measure.ts';
import { calibration } from '../../analysis/calibration/methods.ts';
import type { ModelIdentity } from '../../reading/model-identity.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import { jsonHash } from '../json-hash.ts';
import type { Log } from '../log.ts';

const line = z.object({ key: z.string(), numbers: calibration.traceNumbers });

/**
 * What a model said of traces, a line each, readable by their owner only. Kept by what the model read, whatever the labels and the run:
 * a run that was interrupted goes on from here, and one with more labels asks the model nothing.
 */
export class MeasurementStore {
	readonly #file: string;
	readonly #known = new Map<string, TraceNumbers>();
	/** Whether the file ends in the middle of a line, because its writer was killed. */
	#torn = false;

	/** What is kept for this model, run like this, by this version of the product. A line that cannot be read is measured again. */
	static async open(
		folder: string,
		{ sha256, layout, device, dtype }: ModelIdentity,
		version: string,
		log: Log,
	): Promise<MeasurementStore> {
		const name = jsonHash([version, sha256, layout, device, dtype]).slice(0, 32);
		const store = new MeasurementStore(join(folder, 'measured', `${name}.jsonl`));
		await store.#load(log);
		return store;
	}

	private constructor(file: string) {
		this.#file = file;
	}

	get(key: string): TraceNumbers {
		return this.#known.get(key) ?? {};
	}

	/** On the disk when it resolves. */
	async add(key: string, numbers: TraceNumbers): Promise<void> {
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
			const read = line.safeParse(parsed(raw));
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

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
