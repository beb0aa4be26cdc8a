import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { systemReason, UserError } from '../../errors.ts';
import { fileKind } from '../../formats/file-names.ts';
import { labelledTextsKind } from '../../formats/labelled-texts.ts';
import { isAbsent } from '../../files/absent-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { ChangedMeanwhile } from '../../files/durable-file.ts';
import { readHead } from '../../files/read-file.ts';
import { replaceSeen, seenAt, type SeenFile } from '../../files/seen-file.ts';
import { tryToWrite } from '../../files/try-to-write.ts';
import { unreadable } from '../../files/unreadable.ts';

/** What a calibration writes, and how such a file begins. */
const outputs = {
	profile: { begins: /^\s*\{\s*"schema"\s*:\s*"rag-assay\/profile@/, is: 'a profile' },
	shard: { begins: /^\{"schema":"rag-assay\/calibration-shard@/, is: 'a shard\u2019s measurements' },
} as const;

/** Of a file, enough to tell what it is, bytes. */
const headLength = 1024;

/**
 * Looks, before hours of work, at where its outcome goes: what is there may be replaced by its own kind only, and an empty file by anything; no file is written that would be
 * read as data; and there can be written at all.
 * @returns what lies there, which is to be there still when the outcome is written (`replaceOutput`)
 * Rejects with RA704 for an input, for another file, for a name of data, and for what is no file; with RA506 where it cannot be read, RA507 where not written.
 */
export async function requireWritable(file: string, kind: keyof typeof outputs, inputs: readonly string[]): Promise<SeenFile> {
	if (inputs.some((input) => resolve(input) === resolve(file)))
		throw notReplaced(file, 'This is one of the inputs, which are not overwritten.');
	const { begins, is } = outputs[kind];
	// Before it is looked into: what changes in between has changed.
	const seen = await lookedAt(file);
	const head = await headOf(file);
	if (head !== undefined && head !== '' && (head === null || !begins.test(head)))
		throw notReplaced(file, `There is something here already that is not ${is}, and it is not overwritten.`);
	if (fileKind(file) !== null || labelledTextsKind(file) !== null)
		throw notReplaced(
			file,
			`Files of this name are read as traces or data sets, and this one is to be ${is}.`,
			'Name another file with --out, such as \u2018bank.assay-profile.json\u2019.',
		);
	await tryToWrite(file).catch((cause: unknown) => {
		throw cannotWrite(file, cause);
	});
	return seen;
}

async function lookedAt(file: string): Promise<SeenFile> {
	try {
		return await seenAt(file);
	} catch (cause) {
		throw unreadable(file, fileKinds.output, cause);
	}
}

/**
 * Writes an outcome where it was to go, for its owner alone or with `mode`, whole or not at all. Rejects with RA704 where another program has written there since it
 * was `seen`, and then that stays; with RA507 where it cannot be written.
 */
export async function replaceOutput(file: string, bytes: Uint8Array | string, seen: SeenFile, mode?: 'usual'): Promise<void> {
	try {
		await replaceSeen(file, bytes, seen, mode === undefined ? {} : { mode });
	} catch (cause) {
		throw cause instanceof ChangedMeanwhile ? writtenMeanwhile(file) : cannotWrite(file, cause);
	}
}

/** RA704, for what another program has put where an outcome was to go. */
export function writtenMeanwhile(file: string): UserError {
	return notReplaced(file, 'Another program has written this file meanwhile, and it is not overwritten.');
}

/** RA507, told of the file that somebody named and not of the draft that it is written as. */
export function cannotWrite(file: string, cause: unknown, hint = 'Name a file in a folder that exists and is writable.'): UserError {
	return new UserError(errorNumbers.unwritableFile, `This file cannot be written: ${systemReason(cause)}.`, {
		place: { file },
		hint,
		cause,
	});
}

function notReplaced(file: string, message: string, hint = 'Name another file with --out, or remove this one first.'): UserError {
	return new UserError(errorNumbers.refusedOutputFile, message, { place: { file }, hint });
}

/** How a file begins; `undefined`: there is none, `null`: it is a folder or a device. */
async function headOf(file: string): Promise<string | null | undefined> {
	try {
		if (!(await stat(file)).isFile()) return null;
	} catch (cause) {
		if (isAbsent(cause)) return undefined;
		throw unreadable(file, fileKinds.output, cause);
	}
	return (await readHead(file, headLength, fileKinds.output))?.toString('utf8');
}
