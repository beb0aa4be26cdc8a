import { dirname, join } from 'node:path';
import { readClassifier, type Classifier } from '../analysis/spad/classifier-file.ts';
import { fileKinds } from '../files/file-kind.ts';
import { requireBytes } from '../files/read-file.ts';
import { classifierFormat, type ClassifierDetector } from '../formats/detectors/classifier.ts';
import type { Profile } from '../formats/profile.ts';

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
			reading = requireBytes(path, fileKinds.classifier).then((bytes) => readClassifier(bytes, detector, path));
			this.#read.set(key, reading);
			// What was not there, or wrong, may be mended.
			reading.catch(() => {
				this.#read.delete(key);
			});
		}
		return { ...(await reading), detector };
	}
}
