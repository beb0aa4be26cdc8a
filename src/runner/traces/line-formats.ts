import { stat } from 'node:fs/promises';
import { errorNumbers } from '../../error-numbers.ts';
import { hasCode, UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { encodingHead, otherEncoding, readHead } from '../../files/read-file.ts';
import { foreignHeadLength } from '../../formats/foreign/foreign-names.ts';
import { keptMapping, type KeptMapping } from '../../formats/foreign/kept-mappings.ts';
import { wholeLineFormatOf, type LineFormat, type UnknownContent } from '../../formats/foreign/registry.ts';
import type { RowMapping } from '../../formats/foreign/row-mapping.ts';
import { readTraceText } from '../lsp/open-documents.ts';

/** What was recognized of a file whose lines are read one by one. */
type Recognized = LineFormat | 'joined' | UnknownContent | null;

/** What the beginning of a file says of its lines. */
export interface LinesOfFile extends KeptMapping {
	readonly head: string;
	/** `null`: its answers are not on separate lines. */
	readonly found: LineFormat | UnknownContent | null;
}

/**
 * Recognizes by its beginning whether each line of a file holds whole answers.
 * @param named what the members of records are; absent: the list of mappings beside the file counts
 * @throws {UserError} RA143 for another encoding than UTF-8, and RA506 or RA513 if the file cannot be read.
 */
export async function recognizeLines(path: string, named?: RowMapping): Promise<LinesOfFile> {
	const bytes = await readHead(path, foreignHeadLength, fileKinds.largeFile);
	if (bytes === undefined) throw new UserError(errorNumbers.unreadableFile, 'This file no longer exists.', { place: { file: path } });
	const encoding = otherEncoding(bytes.subarray(0, encodingHead));
	if (encoding !== null)
		throw new UserError(errorNumbers.notUtf8, `This file is in ${encoding}. Only UTF-8 is read.`, {
			place: { file: path },
			hint: 'Save it in UTF-8.',
		});
	const kept = named === undefined ? await keptMapping(path, readTraceText) : { mapping: named };
	const head = bytes.toString('utf8');
	return { ...kept, head, found: wholeLineFormatOf({ document: path, text: head }, kept.mapping) };
}

/** How a file is refused whose lines cannot be read one by one. */
interface Refusals {
	/** Why no kept mapping is known, if the list of them is not as expected. */
	readonly broken: UserError | undefined;
	readonly notByLines: () => UserError;
	readonly unknown: (content: UnknownContent) => UserError;
}

/** Returns a format that was recognized. @throws {UserError} one of `refusals` for anything else */
export function requireLineFormat(found: Recognized, { broken, notByLines, unknown }: Refusals): LineFormat {
	if (found === null || found === 'joined') throw notByLines();
	if ('members' in found) throw broken ?? unknown(found);
	return found;
}

/** Resolves to the size of a file in bytes, and to 0 if there is none. Rejects as the file system does. */
export async function sizeOf(path: string): Promise<number> {
	try {
		return (await stat(path)).size;
	} catch (error) {
		if (hasCode(error, 'ENOENT', 'ENOTDIR')) return 0;
		throw error;
	}
}
