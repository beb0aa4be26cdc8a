import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { calibration } from '../../analysis/calibration/methods.ts';
import { UserError } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, requireText } from '../../files/read-file.ts';
import { classifierFormat } from '../../formats/detectors/classifier.ts';

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
	return about.isFile() && about.size <= fileKinds.profile.most ? requireText(path, fileKinds.profile) : '';
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
