import type { AnyDetector } from '../formats/detectors/detector.ts';
import type { SubjectKey, SubjectPlace } from '../formats/subject.ts';
import type { CalibrationFamily } from './calibration/calibration-family.ts';
import { subjectOf } from './calibration/calibration-item.ts';
import type { Measured } from './calibration/measure.ts';

/** What a detector says against a subject that has no analysis of its own: an entry of a memory, a query. */
export interface SubjectFinding {
	readonly subject: SubjectKey;
	/** Where it stands; `null`: in no text file. */
	readonly place: SubjectPlace | null;
	/** Such as `rag-assay/…`: the method's own. */
	readonly code: string;
	readonly method: string;
	/** For people, in a sentence. */
	readonly message: string;
	readonly score: number;
	readonly threshold: number;
}

/**
 * What detectors flag of these subjects, subject by subject in their order. Each detector is asked by the method that wrote it, about its own kind of subject;
 * traces have findings of their own (`analysis-record.ts`), and methods of traces say nothing here.
 */
export function subjectFindings<D extends AnyDetector>(
	{ methods }: Pick<CalibrationFamily<D>, 'methods'>,
	detectors: readonly D[],
	items: readonly Measured[],
): SubjectFinding[] {
	const judges = detectors.flatMap((detector) => {
		const method = methods.find(({ name, format }) => name === detector.method && format.is(detector));
		return method === undefined || method.judging === null ? [] : [{ detector, method: method.name, judging: method.judging }];
	});
	return items.flatMap((item) => {
		const { kind, id, place } = subjectOf(item);
		return judges.flatMap(({ detector, method, judging }): SubjectFinding[] => {
			const said = judging.judge(detector, item);
			if (said === null || !said.flagged) return [];
			const { message, score, threshold } = said;
			return [{ subject: { kind, id }, place, code: judging.code, method, message, score, threshold }];
		});
	});
}
