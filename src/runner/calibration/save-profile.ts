import { dirname, join } from 'node:path';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import { isProfileFile, profileEnd } from '../../formats/profile-name.ts';
import type { Profile } from '../../formats/profile.ts';
import { ChangedMeanwhile } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readBytes } from '../../files/read-file.ts';
import { requireSeen, type SeenFile } from '../../files/seen-file.ts';
import { writeWhole } from '../write-whole.ts';
import { cannotWrite, replaceOutput, writtenMeanwhile } from './output-file.ts';
import type { RunResult } from './run-result.ts';
import { tryThreshold, type Moved } from './threshold-trial.ts';
import { classifiersNamedBy, unusedClassifiers } from './unused-classifiers.ts';

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
