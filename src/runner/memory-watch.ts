import { errorNumbers } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import { mebibytes } from '../wording/mebibytes.ts';
import type { ModelStep } from '../protocol/model-process.ts';
import { modelSteps } from './model-steps.ts';
import type { MemoryReader } from './process-memory.ts';

const MiB = 2 ** 20;
/** What a process may hold that has hardly begun, whatever the limit: jobs for which that is too much are refused beforehand, with a number. */
const least = 256 * MiB;
/** Time between two reports, milliseconds. */
const toldEvery = 2000;
/** A process without work is looked at so many times more seldom. */
const idle = 20;

export interface MemoryWatchOptions {
	readonly reader: MemoryReader;
	readonly pid: number;
	/** Bytes. */
	readonly limit: () => number;
	/** What it does now; `undefined`: nothing. */
	readonly step: () => ModelStep | undefined;
	/** Every few seconds. */
	readonly onMemory: (bytes: number) => void;
	readonly onLimit: (error: UserError) => void;
}

/** Reads a process's memory from outside, for it may be blocked, until `stop`. What it takes and gives back between two readings is not seen. */
export class MemoryWatch {
	readonly #options: MemoryWatchOptions;
	#timer: NodeJS.Timeout | undefined;
	#stopped = false;
	/** Readings that an idle process is still spared. */
	#skipped = 0;
	#told = -Infinity;

	constructor(options: MemoryWatchOptions) {
		this.#options = options;
		this.#wait();
	}

	stop(): void {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}

	#wait(): void {
		this.#timer = setTimeout(() => {
			void this.#look();
		}, this.#options.reader.pace).unref();
	}

	async #look(): Promise<void> {
		const { reader, pid, limit, step, onMemory, onLimit } = this.#options;
		const now = step();
		if (now === undefined && this.#skipped++ < idle) return this.#wait();
		this.#skipped = 0;
		const bytes = await reader.read(pid);
		if (this.#stopped) return;
		this.#wait();
		if (bytes === undefined) return;
		if (performance.now() - this.#told >= toldEvery) {
			this.#told = performance.now();
			onMemory(bytes);
		}
		if (bytes > Math.max(limit(), least)) onLimit(tooMuch(bytes, limit(), now));
	}
}

function tooMuch(bytes: number, limit: number, step: ModelStep = 'running'): UserError {
	const { doing, smaller } = modelSteps[step];
	return new UserError(
		errorNumbers.memoryLimitExceeded,
		`The model process took ${mebibytes(bytes)} of memory while ${doing}, and was ended; the limit is ${mebibytes(limit)}.`,
		{
			hint: `Raise the memory limit (ragAssay.memoryLimit, --memory-limit), or ${smaller}.`,
		},
	);
}
