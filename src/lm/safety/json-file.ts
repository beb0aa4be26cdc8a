import { readFile } from 'node:fs/promises';
import { UserError } from '../../errors.ts';
import type { PlainFile } from './plain-file.ts';

/**
 * A JSON file of a model folder whose top level is an object.
 * @throws {UserError} RA205 when it is not.
 */
export async function checkJsonFile(file: PlainFile): Promise<Readonly<Record<string, unknown>>> {
	const refuse = (why: string, cause?: unknown) => new UserError('RA205', `This file should hold a JSON object, and ${why}.`, {
		place: { file: file.path }, hint: 'Download the model again; a page of a web site may have been saved in its place.', cause,
	});
	let value: unknown;
	try {
		value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file.realPath)));
	} catch (cause) {
		if (cause instanceof SyntaxError || cause instanceof TypeError) throw refuse('it cannot be read as JSON', cause);
		throw cause;
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('holds something else');
	return Object.fromEntries(Object.entries(value));
}
