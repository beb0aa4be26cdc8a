import { setTimeout as wait } from 'node:timers/promises';
import type { FileKind } from './file-kind.ts';
import { LineReading } from './line-reading.ts';
import type { OpenedFile } from './open-file.ts';
import { nothingRead, type ContentPrint } from './content-print.ts';
import { RotationFolder, type Succession } from './rotation-folder.ts';
import type { MissedLines } from './rotation-plan.ts';

/** What happens to a file that programs write to. */
export type FileEvent =
	/** Whole lines that it has more, with their ends; only the last line of a file that was replaced or cut may have none. */
	| { readonly kind: 'lines'; readonly text: string }
	/** It was cut or written anew, or another file has its name now: what comes next is read from its beginning. */
	| { readonly kind: 'cut' | 'replaced' }
	/** Lines may have been written that were not read, before the `cut` or `replaced` that comes next. */
	| { readonly kind: 'missed'; readonly missed: MissedLines };

/**
 * Follows a file from its beginning, as `tail -F` does, until the signal aborts. Half a line waits for its end. While the file has no name, as between two that
 * rotate, the old one is read on.
 *
 * When another file with content has the name, the old one is read to its end once more before it is let go, its last line even without an end.
 * What rotation puts away between two looks is read beside it: the end of a copy that was made before the file was cut, and files that had the name in between.
 * Where that is not there any more, `missed` says so. Not heard: a program that writes to the old file after another has written to the new one.
 *
 * Rejects with the signal's reason, with `kind.code` where there is no file at first, and as `openFile`.
 * @param pace milliseconds between two looks
 */
export async function* followFile(
	path: string,
	kind: FileKind,
	{ signal, pace = 250 }: { readonly signal: AbortSignal; readonly pace?: number },
): AsyncGenerator<FileEvent> {
	const folder = new RotationFolder(path, kind);
	const readingOf = (file: OpenedFile, from?: ContentPrint): LineReading => new LineReading({ file, path, kind }, from);
	let file = await folder.open();
	let reading = readingOf(file);
	/** Whether anything of what the file has now was handed on: before that, older lines may lie beside it that nobody has read. */
	let isBegun = false;
	/** Is read when the held file has been read to its end once more. */
	let next: Succession | null = null;
	try {
		for (;;) {
			signal.throwIfAborted();
			const text = await reading.more();
			if (text === null) {
				await next?.[Symbol.asyncDispose]();
				next = null;
				await using found = await folder.older({ file, print: reading.print }, 'cut');
				found.settle();
				if (found.copy !== null) yield* toEnd(readingOf(found.copy, reading.print), signal);
				yield* found.missed.map(asEvent);
				for (const one of found.files) {
					yield { kind: 'cut' };
					yield* toEnd(readingOf(one), signal);
				}
				[reading, isBegun] = [readingOf(file), false];
				yield { kind: 'cut' };
				continue;
			}
			const rest = text === '' && next !== null ? await reading.rest() : '';
			if (!isBegun && (text !== '' || rest !== '')) {
				await using found = await folder.older({ file, print: nothingRead }, 'begin');
				found.settle();
				yield* found.missed.map(asEvent);
				if (found.files.length > 0) {
					await next?.[Symbol.asyncDispose]();
					next = null;
					for (const one of found.files) {
						yield* toEnd(readingOf(one), signal);
						yield { kind: 'cut' };
					}
					reading = readingOf(file);
					continue;
				}
				isBegun = true;
			}
			if (text !== '') {
				yield { kind: 'lines', text };
				continue;
			}
			if (next !== null) {
				next.settle();
				if (rest !== '') yield { kind: 'lines', text: rest };
				yield* next.missed.map(asEvent);
				for (const one of next.files) {
					yield { kind: 'replaced' };
					yield* toEnd(readingOf(one), signal);
				}
				await file[Symbol.asyncDispose]();
				file = next.last;
				next.keepLast();
				await next[Symbol.asyncDispose]();
				[reading, isBegun, next] = [readingOf(file), false, null];
				yield { kind: 'replaced' };
				continue;
			}
			if (await folder.hasTaken(file)) next = await folder.succession({ file, print: reading.print });
			if (next === null) await wait(pace, undefined, { signal }).catch(() => signal.throwIfAborted());
		}
	} finally {
		await file[Symbol.asyncDispose]();
		await next?.[Symbol.asyncDispose]();
	}
}

/** Reads a file to its end that nobody writes to any more. */
async function* toEnd(reading: LineReading, signal: AbortSignal): AsyncGenerator<FileEvent> {
	for (;;) {
		signal.throwIfAborted();
		const text = await reading.more();
		// It was overwritten, as a copy is by the next one.
		if (text === null) yield asEvent({ why: 'cut' });
		if (text === null || text === '') break;
		yield { kind: 'lines', text };
	}
	const rest = await reading.rest();
	if (rest !== '') yield { kind: 'lines', text: rest };
}

function asEvent(missed: MissedLines): FileEvent {
	return { kind: 'missed', missed };
}
