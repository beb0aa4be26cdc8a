import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { requireBytes } from '../../files/read-file.ts';
import { modelFile, sizeLimits } from '../../files/file-kind.ts';
import type { PlainFile } from '../../onnx/graph-files.ts';

/**
 * A JSON file of a model folder whose top level is an object; a byte order mark before it is passed over.
 * @throws {UserError} RA205 when it is not, RA204 when it cannot be read (any more).
 */
export async function readJsonFile(file: Pick<PlainFile, 'path' | 'realPath'>): Promise<Readonly<Record<string, unknown>>> {
	const refuse = (why: string, cause?: unknown) =>
		new UserError(errorNumbers.malformedModelJson, `This file should hold a JSON object, and ${why}.`, {
			place: { file: file.path },
			hint: 'Download the model again; a page of a web site may have been saved in its place.',
			cause,
		});
	let value: unknown;
	try {
		value = JSON.parse(await readTextFile(file, sizeLimits.tokenizer));
	} catch (cause) {
		if (cause instanceof SyntaxError) throw refuse('it cannot be read as JSON', cause);
		throw cause;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('holds something else');
	return Object.fromEntries(Object.entries(value));
}

/** The text of a file of a model folder without its byte order mark. @throws {UserError} RA204 when it cannot be read (any more), RA205 when it is no UTF-8. */
export async function readTextFile({ path, realPath }: Pick<PlainFile, 'path' | 'realPath'>, max: number): Promise<string> {
	const bytes = await requireBytes(realPath, modelFile(max));
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch (cause) {
		if (!(cause instanceof TypeError)) throw cause;
		throw new UserError(errorNumbers.malformedModelJson, 'This file should be text in UTF-8, and it cannot be read as that.', {
			place: { file: path },
			hint: 'Download the model again.',
			cause,
		});
	}
}
