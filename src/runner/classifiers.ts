import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readClassifier, type Classifier } from '../analysis/spad/classifier-file.ts';
import { systemReason, UserError } from '../errors.ts';
import { classifierFormat, type ClassifierDetector } from '../formats/detectors/classifier.ts';
import type { Profile } from '../formats/profile.ts';

/** Largest file of a classifier, bytes; 5,000 trees of depth 6 are some 50 MB. */
const maxBytes = 64 * 1024 * 1024;

/** Classifiers of profiles, each read once: what a profile names by its hash does not change. */
export class Classifiers {
	readonly #read = new Map<string, Promise<Classifier>>();

	/** Those of a profile that lies at `file`. Rejects with RA605 to RA608. */
	of(profile: Profile, file: string): Promise<Classifier[]> {
		const detectors = profile.detectors.filter(classifierFormat.is);
		return Promise.all(detectors.map((detector) => this.#one(detector, join(dirname(file), detector.file))));
	}

	/** The file at `path`, with the threshold of this very profile. */
	async #one(detector: ClassifierDetector, path: string): Promise<Classifier> {
		const key = JSON.stringify([path, detector.sha256, detector.method]);
		let reading = this.#read.get(key);
		if (reading === undefined) {
			reading = readBeside(path).then((bytes) => readClassifier(bytes, detector, path));
			this.#read.set(key, reading);
			// What was not there, or wrong, may be mended.
			reading.catch(() => { this.#read.delete(key); });
		}
		return { ...await reading, detector };
	}
}

async function readBeside(path: string): Promise<Buffer> {
	try {
		const { size } = await stat(path);
		if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are read`);
		return await readFile(path);
	} catch (cause) {
		throw new UserError('RA606', `A classifier that the profile names cannot be read: ${systemReason(cause)}.`, {
			place: { file: path }, hint: 'It lies beside the profile: copy it there, or name another profile.', cause,
		});
	}
}
