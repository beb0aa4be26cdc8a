import type { AnyDetector } from '../../../../../src/formats/detectors/detector.ts';
import type { Finding } from '../../../../../src/formats/analysis-record.ts';
import { emptySidecar, isIgnored, textSha256, type Sidecar } from '../../../../../src/formats/sidecar.ts';
import type { SubjectPlace } from '../../../../../src/formats/subject.ts';
import type { CalibrationFamily } from '../../../../../src/analysis/calibration/calibration-family.ts';
import { subjectOf } from '../../../../../src/analysis/calibration/calibration-item.ts';
import type { Measured } from '../../../../../src/analysis/calibration/measure.ts';

/** What a detector says against a subject that has no analysis of its own, such as an entry of a memory or a query: a finding, wherever its subject stands. */
export type SubjectFinding = Omit<Finding, 'start' | 'end'> & {
	/** `null`: in no text file. */
	readonly place: SubjectPlace | null;
};

/** Those that stand in a file, as editors list them. */
export function findingsIn(file: string, found: readonly SubjectFinding[]): Finding[] {
	return found.flatMap(({ place, ...finding }) => (place?.file === file ? [{ ...finding, start: place.start, end: place.end }] : []));
}

/**
 * What detectors flag of these subjects, subject by subject in their order. Each detector is asked by the method that wrote it, about its own kind of subject;
 * traces have findings of their own (`analysis-record.ts`), and methods of traces say nothing here. What the sidecar ignores is marked so.
 */
export function subjectFindings<D extends AnyDetector>(
	{ methods }: Pick<CalibrationFamily<D>, 'methods'>,
	detectors: readonly D[],
	items: readonly Measured[],
	sidecar: Sidecar = emptySidecar,
): SubjectFinding[] {
	const judges = detectors.flatMap((detector) => {
		const method = methods.find(({ name, format }) => name === detector.method && format.is(detector));
		return method === undefined || method.judging === null ? [] : [{ detector, method: method.name, judging: method.judging }];
	});
	return items.flatMap((item) => {
		const { kind, id, place } = subjectOf(item);
		const subject = { kind, id };
		return judges.flatMap(({ detector, method, judging }): SubjectFinding[] => {
			const said = judging.judge(detector, item);
			if (said === null || !said.flagged) return [];
			const { message, score, threshold } = said;
			const { code } = judging;
			const ignored = item.subject !== 'trace' && isIgnored(sidecar, { subject, code, textSha256: textSha256(item.text) });
			return [{ subject, place, code, severity: 'warning', method, message, score, threshold, ignored }];
		});
	});
}
