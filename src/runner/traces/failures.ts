import { writeFile } from 'node:fs/promises';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError, systemReason, type Place } from '../../errors.ts';
import type { WireError } from '../../protocol/requests.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import type { Log } from '../lsp/log.ts';

/** Writes a file that a user named. Rejects with RA507. */
export async function writeTextFile(path: string, text: string): Promise<void> {
	try {
		await writeFile(path, text);
	} catch (cause) {
		throw cannotWriteText(path, cause);
	}
}

/** RA507, with what the system says. */
export function cannotWriteText(path: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file: path },
		hint: 'Name a file in a folder that exists and is writable.',
		cause,
	});
}

/** What went wrong in a job over many files, in the order in which it did. */
export class Failures {
	readonly #log: Log;
	readonly #errors: WireError[] = [];

	constructor(log: Log) {
		this.#log = log;
	}

	add(...errors: readonly unknown[]): void {
		for (const error of errors) {
			const wire = toWire(error);
			// A list of mappings is read for each file of its folder.
			if (
				wire.code === errorNumbers.malformedMappings &&
				this.#errors.some(({ code, place }) => code === wire.code && place?.file === wire.place?.file)
			)
				continue;
			if (wire.stack !== undefined) this.#log.error(wire.stack);
			this.#errors.push(withoutStack(wire));
		}
	}

	/** The work's result, or `undefined` when it failed; an error without a place gets `place`. Rejects only when it was aborted. */
	async gather<T>(task: () => Promise<T>, signal: AbortSignal, place?: () => Place): Promise<T | undefined> {
		try {
			return await task();
		} catch (error) {
			signal.throwIfAborted();
			// What a model's refusal is about is known here only.
			const placed =
				place !== undefined && error instanceof UserError && error.place === undefined
					? new UserError(error.code, error.message, {
							place: place(),
							...(error.hint === undefined ? {} : { hint: error.hint }),
							cause: error,
						})
					: error;
			this.add(placed);
			return undefined;
		}
	}

	list(): WireError[] {
		return [...this.#errors];
	}
}
