import { errorNumbers } from '../../error-numbers.ts';
import { UserError, systemReason, type Place } from '../../errors.ts';
import type { WireError } from '../../protocol/requests.ts';
import { toWire, withoutStack } from '../../protocol/wire-error.ts';
import type { Log } from '../lsp/log.ts';

/** RA507, with what the system says. */
export function cannotWriteText(path: string, cause: unknown): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file: path },
		hint: 'Name a file in a folder that exists and is writable.',
		cause,
	});
}

/** Errors of one kind that are listed. Those behind them are counted: a file of a hundred thousand traces may have one in each. */
const mostOfAKind = 1000;

/** What went wrong in a job over many files, in the order in which it did. */
export class Failures {
	readonly #log: Log;
	readonly #errors: WireError[] = [];
	readonly #counts = new Map<string, number>();

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
			const count = (this.#counts.get(wire.code) ?? 0) + 1;
			this.#counts.set(wire.code, count);
			if (count <= mostOfAKind) this.#errors.push(withoutStack(wire));
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

	/** Of more than a thousand of a kind, the last one that is listed counts the others. */
	list(): WireError[] {
		return this.#errors.map((error, i) => {
			const more = (this.#counts.get(error.code) ?? 0) - mostOfAKind;
			if (more <= 0 || this.#errors.findLastIndex(({ code }) => code === error.code) !== i) return error;
			return { ...error, message: `${error.message} (And ${more.toLocaleString('en')} more such errors.)` };
		});
	}
}
