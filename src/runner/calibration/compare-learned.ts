import { learnedSideBySide } from '../../analysis/calibration/learned-side-by-side.ts';
import type { Detector } from '../../analysis/calibration/methods.ts';
import { classifierFormat, type ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { Profile, ProfileDetector } from '../../formats/profile.ts';
import type { LearnedComparison } from '../../protocol/calibration.ts';

type Named = ProfileDetector<ClassifierDetector>;

/**
 * Lays the classifiers of two profiles side by side, each with that of its method and level. They may be of different models: that is what
 * the paper compares.
 * @param titleOf of a detector, by its id
 */
export function compareLearned(
	before: Profile<Detector>,
	after: Profile<Detector>,
	titleOf: (id: string) => string,
): { learned: LearnedComparison[]; learnedLeft: string[] } {
	const [was, is] = [classifiersOf(before), classifiersOf(after)];
	const learned: LearnedComparison[] = [];
	const left: string[] = [];
	for (const id of new Set([...is.keys(), ...was.keys()])) {
		const [old, fresh] = [was.get(id), is.get(id)];
		const title = titleOf(id);
		if (old === undefined || fresh === undefined)
			left.push(`${title}: only ${old === undefined ? 'this calibration' : 'the saved profile'} has such a classifier.`);
		else if (old.learned === undefined || fresh.learned === undefined)
			left.push(
				`${title}: ${old.learned === undefined ? 'the saved profile' : 'this calibration'} was made by an earlier version, which did not keep what a classifier goes by. Calibrate it again to compare.`,
			);
		else {
			const { sources, parts, features } = learnedSideBySide(old.learned, fresh.learned);
			learned.push({
				id,
				title,
				models: { before: modelOf(old), after: modelOf(fresh) },
				sources: [...sources],
				parts: [...parts],
				features: [...features],
			});
		}
	}
	return { learned, learnedLeft: left };
}

function classifiersOf({ detectors }: Profile<Detector>): Map<string, Named> {
	const isClassifier = (one: ProfileDetector<Detector>): one is Named & ProfileDetector<Detector> => classifierFormat.is(one);
	return new Map(detectors.filter(isClassifier).map((one) => [`${one.method} ${one.level}`, one]));
}

function modelOf({ from }: Named): string | null {
	return from.readers.find(({ kind }) => kind === 'language-model')?.name ?? null;
}
