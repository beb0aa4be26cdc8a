import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UserError } from '../../errors.ts';
import { isAbsent } from '../absent-file.ts';

/** What a calibration writes, and how such a file begins. */
const outputs = {
	profile: { begins: /^\s*\{\s*"schema"\s*:\s*"rag-assay\/profile@/, is: 'a profile' },
	shard: { begins: /^\{"schema":"rag-assay\/calibration-shard@/, is: 'a shard\u2019s measurements' },
} as const;

/** Of a file, enough to tell what it is, bytes. */
const headLength = 1024;

/**
 * Before hours of work: what is there may be replaced by its own kind only, and an empty file by anything.
 * Rejects with RA704 for an input, for another file, and for what is no file; with RA506 where it cannot be read.
 */
export async function requireReplaceable(file: string, kind: keyof typeof outputs, inputs: readonly string[]): Promise<void> {
	if (inputs.some((input) => resolve(input) === resolve(file))) throw notReplaced(file, 'This is one of the inputs, which are not overwritten.');
	const head = await headOf(file);
	if (head === undefined || head === '') return;
	const { begins, is } = outputs[kind];
	if (head === null || !begins.test(head)) throw notReplaced(file, `There is something here already that is not ${is}, and it is not overwritten.`);
}

function notReplaced(file: string, message: string): UserError {
	return new UserError('RA704', message, { place: { file }, hint: 'Name another file with --out, or remove this one first.' });
}

/** How a file begins; `undefined`: there is none, `null`: it is a folder or a device. */
async function headOf(file: string): Promise<string | null | undefined> {
	try {
		await using handle = await open(file, 'r');
		if (!(await handle.stat()).isFile()) return null;
		const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
		return buffer.toString('utf8', 0, bytesRead);
	} catch (cause) {
		if (isAbsent(cause)) return undefined;
		throw new UserError('RA506', `This file cannot be read: ${cause instanceof Error ? cause.message : String(cause)}.`, { place: { file }, hint: 'It would be overwritten: name another file with --out.', cause });
	}
}
