import { writeFile } from 'node:fs/promises';
import { HeldTexts } from '../../files/held-texts.ts';
import { ReportFrame, type ReportOrigin } from '../../report/html-report.ts';
import type { ReportTrace } from '../../report/report-subject.ts';
import { traceHtml } from '../../report/trace-html.ts';
import { cannotWriteText } from './failures.ts';

/** Characters of traces that stay in memory; others lie on the disk. */
const heldInMemory = 2 ** 25;

/** The traces of an HTML report, until all of them are known and the page can be written. They need not fit into the memory. */
export class ReportDraft implements AsyncDisposable {
	readonly #frame = new ReportFrame();
	readonly #traces: HeldTexts;
	#count = 0;

	/** @param folder for what does not fit into the memory */
	constructor(folder: string) {
		this.#traces = new HeldTexts(folder, heldInMemory);
	}

	/** Returns whether it has no traces. */
	get isEmpty(): boolean {
		return this.#count === 0;
	}

	/** Adds the next trace. @throws {UserError} RA507 if the disk has no room. */
	async add(trace: ReportTrace): Promise<void> {
		await this.#traces.add(JSON.stringify(trace));
		this.#frame.add(trace);
		this.#count++;
	}

	/** Writes the page, a trace at a time. Rejects with RA507, and with the signal's reason. */
	async write(path: string, origin: ReportOrigin, signal: AbortSignal): Promise<void> {
		try {
			await writeFile(path, this.#pieces(origin, signal));
		} catch (cause) {
			signal.throwIfAborted();
			throw cannotWriteText(path, cause);
		}
	}

	async *#pieces(origin: ReportOrigin, signal: AbortSignal): AsyncGenerator<string> {
		yield this.#frame.head(origin);
		for (const [i, index] of this.#frame.order.entries()) {
			signal.throwIfAborted();
			// oxlint-disable-next-line no-await-in-loop -- one behind the other
			const trace: ReportTrace = JSON.parse(await this.#traces.get(index));
			yield `${i === 0 ? '' : '\n'}${traceHtml(trace, i)}`;
		}
		yield this.#frame.tail;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#traces[Symbol.asyncDispose]();
	}
}
