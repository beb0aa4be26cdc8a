import { calibration, type Detector } from '../../analysis/calibration/methods.ts';
import { classifierFormat, type ClassifierDetector } from '../../formats/detectors/classifier.ts';
import type { Profile } from '../../formats/profile.ts';

/** How classifiers of two profiles were judged and searched for otherwise, each in a sentence, where both profiles say so: many do not, and that is no difference. */
export function fittedDifferently(before: Profile<Detector>, after: Profile<Detector>): string[] {
	return after.detectors
		.filter((one) => classifierFormat.is(one))
		.flatMap((is) => {
			const was = before.detectors
				.filter((one) => classifierFormat.is(one))
				.find(({ method, level }) => method === is.method && level === is.level);
			if (was?.protocol === undefined || is.protocol === undefined) return [];
			return [
				...(was.protocol === is.protocol ? [] : [`Protocol of ${titleOf(is)}: ${was.protocol}, now ${is.protocol}.`]),
				...(was.draws === is.draws ? [] : [`Settings of ${titleOf(is)}: ${settingsOf(was)}, now ${settingsOf(is)}.`]),
			];
		});
}

function titleOf({ method, level }: ClassifierDetector): string {
	return calibration.fitNamed(`${method} ${level}`).title;
}

function settingsOf({ draws }: ClassifierDetector): string {
	return draws === undefined ? 'fixed' : `${draws} tried`;
}
