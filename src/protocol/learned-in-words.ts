import { clearDirection } from '../formats/detectors/learned.ts';
import { decimal } from '../wording/decimal.ts';
import { plural } from '../wording/plural.ts';
import type { DetectorReport, LearnedReport } from './calibration.ts';

/** Which way a feature speaks: `raises`: larger values speak for positive; `lowers`: against it; `mixed`: neither way alone. */
export type Leaning = 'raises' | 'lowers' | 'mixed';

/** Says which way a feature speaks, by the rank correlation of its values with its SHAP values. */
export function leaningOf(direction: number | null): Leaning {
	return direction === null || Math.abs(direction) < clearDirection ? 'mixed' : direction > 0 ? 'raises' : 'lowers';
}

export const leaningSigns: Readonly<Record<Leaning, string>> = { raises: '\u2191', lowers: '\u2193', mixed: '\u2195' };

/** Says what the signs mean, such as `↑ larger values speak for ungrounded, ↓ smaller ones do, ↕ it depends on the rest`. */
export function signsInWords({ positive }: DetectorReport['classes']): string {
	return `${leaningSigns.raises} larger values speak for ${positive}, ${leaningSigns.lowers} smaller ones do, ${leaningSigns.mixed} it depends on the rest`;
}

/** Says of what the SHAP values are, such as `240 sentences that trained it`, or of how many of these. */
export function learnedFrom({ rows, of, rowNouns: { one, many } }: Pick<LearnedReport, 'rows' | 'of' | 'rowNouns'>): string {
	const trained = plural(of, one, many);
	return rows < of ? `${rows.toLocaleString('en')} of the ${trained} that trained it` : `the ${trained} that trained it`;
}

/** How many features a line has. */
const inALine = 5;

/** Names what a classifier goes by in one line; `null` for a detector without a classifier, or a report from before this was kept. */
export function learnedLine({ learned, classes }: Pick<DetectorReport, 'learned' | 'classes'>): string | null {
	if (learned === undefined || learned === null) return null;
	const { features } = learned;
	if (features.length === 0) return 'The classifier goes by no feature: it says the same of everything.';
	const named = features
		.slice(0, inALine)
		.map(({ name, mean, direction }) => `${name} ${decimal(mean, 3)} ${leaningSigns[leaningOf(direction)]}`);
	const more = features.length - named.length;
	return `The classifier goes most by ${named.join(', ')}${more === 0 ? '' : `; ${plural(more, 'feature')} ${more === 1 ? 'weighs' : 'weigh'} less`}. Mean |SHAP| in log-odds, of ${learnedFrom(learned)}; ${signsInWords(classes)}.`;
}
