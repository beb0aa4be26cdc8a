import { readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError, systemReason } from '../../errors.ts';
import { ChangedMeanwhile } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes, readHead, readText, requireText } from '../../files/read-file.ts';
import { replaceSeen, requireSeen, seenAt, type SeenFile } from '../../files/change-file.ts';
import { isAbsent, tryToWrite, unreadable } from '../../files/unreadable.ts';
import { classifierFormat } from '../../formats/detectors/classifier.ts';
import { fileKind } from '../../formats/file-names.ts';
import { labeledTextsKind } from '../../formats/labeled-texts.ts';
import { isProfileFile, profileEnd } from '../../formats/profile-name.ts';
import type { Profile } from '../../formats/profile.ts';
import { writeWhole } from '../../files/cache-files.ts';
import { tryThreshold, type Moved, type RunResult } from './results.ts';

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
		throw notReplaced(file, 'This is one of the inputs. RAG Assay does not overwrite inputs.');
	const { begins, is } = outputs[kind];
	// Before it is looked into: what changes in between has changed.
	const seen = await lookedAt(file);
	const head = await headOf(file);
	if (head !== undefined && head !== '' && (head === null || !begins.test(head)))
		throw notReplaced(file, `This path exists and is not ${is}, so RAG Assay does not overwrite it.`);
	if (fileKind(file) !== null || labeledTextsKind(file) !== null)
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
function writtenMeanwhile(file: string): UserError {
	return notReplaced(file, 'Another program has written this file meanwhile, so RAG Assay does not overwrite it.');
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

/** The classifiers that the profile at `file` names, and the rows that answers are compared with; none where there is no profile that can be read. */
export async function classifiersNamedBy(file: string): Promise<readonly string[]> {
	try {
		const text = await readText(file, fileKinds.profile);
		if (text === undefined) return [];
		const { detectors, reference } = calibration.profiles.read(text, file);
		return [
			...detectors.filter(classifierFormat.is).map((detector) => detector.file),
			...(reference === undefined ? [] : [reference.file]),
		];
	} catch (error) {
		// What another version wrote may be replaced; nothing is said of what it named.
		if (error instanceof UserError) return [];
		throw error;
	}
}

/**
 * Of the classifiers `before` that a profile in `folder` named until it was replaced, the paths of those that are still there and that no file of
 * the folder names any more: a profile may be called anything, and need not be one that this version reads. None where a file cannot be read, which may name them.
 */
export async function unusedClassifiers(folder: string, before: readonly string[]): Promise<string[]> {
	const names = before.length === 0 ? [] : ((await orNull(readdir(folder))) ?? []);
	let left = names.filter((name) => before.includes(name));
	for (const name of names.filter((one) => !before.includes(one))) {
		if (left.length === 0) break;
		// oxlint-disable-next-line no-await-in-loop -- most often the first ones name all
		const text = await orNull(profileText(join(folder, name)));
		if (text === null) return [];
		left = left.filter((one) => !text.includes(JSON.stringify(one)));
	}
	return left.map((name) => join(folder, name));
}

/** Empty for what is no file, or too long for a profile. */
async function profileText(path: string): Promise<string> {
	const about = await stat(path);
	return about.isFile() && about.size <= fileKinds.profile.max ? requireText(path, fileKinds.profile) : '';
}

/** `null` where the disk refuses: nothing hangs on this but a hint, and the profile is saved whatever else lies there. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Error && 'code' in error) return null;
		throw error;
	}
}

/** @throws UserError RA657 for a name that no editor takes for a profile. */
export function requireProfileName(file: string): void {
	if (isProfileFile(file)) return;
	throw new UserError(errorNumbers.misnamedProfileFile, `A profile's name ends in '${profileEnd}'.`, {
		place: { file },
		hint: `Such as 'bank${profileEnd}'.`,
	});
}

/** The run's profile with thresholds that a person has moved. @throws UserError RA656 for an id that the run does not have. */
export function movedProfile(result: RunResult, moved: readonly Moved[]): Profile<Detector> {
	const before = result.profile.detectors;
	const detectors = moved.reduce<readonly Detector[]>(
		(all, { id, threshold }) => calibration.withThreshold(all, id, tryThreshold(result, id, threshold)),
		before,
	);
	return { ...result.profile, detectors: detectors.map((detector, i) => ({ ...detector, from: before[i]!.from })) };
}

/** What saving has done. */
export interface SavedProfile {
	/** Paths, the profile's last. */
	readonly written: string[];
	/** Paths of classifiers that the profile which was there named, and that no profile beside it names any more: they can be deleted. */
	readonly unused: string[];
}

/**
 * Writes a profile and, before it, its classifiers beside it, each file whole or not at all. They are named by their hash: one that is
 * there is the same, and what another profile uses stays. Rejects with RA507, told of the profile, which somebody named.
 * @param seen what lay there before long work: where it is something else by now, nothing is written, RA704. Absent: somebody has just chosen the file
 */
export async function writeProfile(
	file: string,
	{ files, ...result }: RunResult,
	moved: readonly Moved[],
	now: Date,
	seen?: SeenFile,
): Promise<SavedProfile> {
	if (seen !== undefined) await requireUnchanged(file, seen);
	const before = await classifiersNamedBy(file);
	const profile = { ...movedProfile({ files, ...result }, moved), created: now.toISOString().slice(0, 10) };
	const written: string[] = [];
	for (const { name, bytes } of [
		...files.map((one) => ({ name: join(dirname(file), one.name), bytes: Buffer.from(one.text, one.encoding ?? 'utf8') })),
		{ name: file, bytes: Buffer.from(calibration.profiles.format(profile)) },
	]) {
		// oxlint-disable-next-line no-await-in-loop -- the profile must not be there before what it names
		if (name === file && seen !== undefined) await replaceOutput(file, bytes, seen, 'usual');
		else await write(name, bytes, file);
		written.push(name);
	}
	return {
		written,
		unused: await unusedClassifiers(
			dirname(file),
			before.filter((name) => files.every((one) => one.name !== name)),
		),
	};
}

/** Before the classifiers are written. @throws UserError RA704 */
async function requireUnchanged(file: string, seen: SeenFile): Promise<void> {
	try {
		await requireSeen(file, seen);
	} catch (cause) {
		throw cause instanceof ChangedMeanwhile ? writtenMeanwhile(file) : cannotWrite(file, cause);
	}
}

/** `asked`: the file that somebody named. */
async function write(path: string, bytes: Buffer, asked: string): Promise<void> {
	try {
		const there = await readBytes(path, fileKinds.classifier);
		if (there === undefined || !there.equals(bytes)) await writeWhole(path, bytes, { flush: true });
	} catch (cause) {
		throw cannotWrite(asked, cause instanceof UserError ? cause.cause : cause);
	}
}
