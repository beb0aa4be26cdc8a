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
	const compared = new Set<string>();
	const left = new Map<string, string[]>();
	const leave = (title: string, why: string): void => {
		left.set(why, [...(left.get(why) ?? []), title]);
	};
	for (const id of new Set([...is.keys(), ...was.keys()])) {
		const [old, fresh] = [was.get(id), is.get(id)];
		const title = titleOf(id);
		if (old === undefined || fresh === undefined)
			leave(title, `only ${old === undefined ? 'this calibration' : 'the saved profile'} has such a classifier.`);
		else if (old.learned === undefined || fresh.learned === undefined)
			leave(
				title,
				`${old.learned === undefined ? 'the saved profile' : 'this calibration'} was made by an earlier version, which did not keep what a classifier goes by. Calibrate again to compare.`,
			);
		// Responses may be judged by the classifier of their sentences: that pair stands there once.
		else if (!compared.has(`${old.sha256} ${fresh.sha256}`)) {
			compared.add(`${old.sha256} ${fresh.sha256}`);
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
	return { learned, learnedLeft: [...left].map(([why, titles]) => `${titles.join('; ')}: ${why}`) };
}

function classifiersOf({ detectors }: Profile<Detector>): Map<string, Named> {
	const isClassifier = (one: ProfileDetector<Detector>): one is Named & ProfileDetector<Detector> => classifierFormat.is(one);
	return new Map(detectors.filter(isClassifier).map((one) => [`${one.method} ${one.level}`, one]));
}

function modelOf({ from }: Named): string | null {
	return from.readers.find(({ kind }) => kind === 'language-model')?.name ?? null;
}
