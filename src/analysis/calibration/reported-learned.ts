import type { LearnedFeatures } from '../../formats/detectors/learned.ts';
import type { Learned } from '../../methods/spad/learned.ts';
import type { Level } from './levels.ts';

/** What a classifier goes by, as a report shows it: `learnedReport` in src/protocol/calibration.ts says what each member is. */
export interface ReportedLearned extends Pick<Learned, 'rows' | 'of'> {
	readonly rowNouns: Level['nouns'];
	readonly features: readonly (Omit<Learned['features'][number], 'points'> & {
		readonly points: { readonly rank: readonly number[]; readonly shap: readonly number[] };
	})[];
}

/** Writes what was learned for a report: the points in two lists, which take half the room. */
export function reportedLearned({ rows, of, features }: Learned, rowNouns: Level['nouns']): ReportedLearned {
	return {
		rows,
		of,
		rowNouns,
		features: features.map(({ points, ...feature }) => ({
			...feature,
			points: { rank: points.map(({ rank }) => rank), shap: points.map(({ shap }) => shap) },
		})),
	};
}

/** Writes what was learned for a profile, which travels: without points, a line or two a feature. */
export function keptLearned({ rows, features }: Learned): LearnedFeatures {
	return {
		rows,
		means: Object.fromEntries(features.map(({ name, mean }) => [name, mean])),
		directions: Object.fromEntries(features.flatMap(({ name, direction }) => (direction === null ? [] : [[name, direction]]))),
	};
}
