import { isOf } from '../../analysis/calibration/shown-thresholds.ts';
import { isClassifier, type Detector, type OperatingPoint, type Profile } from '../../formats/profile.ts';

/** What a threshold was asked to be, and how it was judged. */
export interface Asked {
	/** In words, alike where the same was asked: what the data gave (sizes, ranks) is not in it. */
	readonly criterion: string;
	/** What its figures are of; `null` where nothing was judged. */
	readonly judged: string | null;
}

/** How the data and the product differ that made two profiles, each in a sentence. */
export function madeDifferently(before: Profile, after: Profile): string[] {
	const [was, is] = [before.versions?.product, after.versions?.product];
	return [
		...(before.dataset.sha256 === after.dataset.sha256 ? [] : [`Data: ${dataInWords(before)}, now ${dataInWords(after)}.`]),
		...(was === is ? [] : [`Version: ${was ?? 'not written down'}, now ${is ?? 'not written down'}.`]),
	];
}

/** Of the threshold that a report calls `id`; undefined where the profile has none. */
export function askedOf({ detectors }: Pick<Profile, 'detectors'>, id: string): Asked | undefined {
	const detector = detectors.find((one) => isOf(one, id));
	if (detector === undefined) return undefined;
	const { criterion, operatingPoint } = chosen(detector, id);
	return { criterion: criterionInWords(criterion), judged: operatingPoint === null ? null : judgedInWords(operatingPoint, isClassifier(detector)) };
}

type Criterion = Exclude<Detector, { method: 'confidence-gap' }>['criterion'];

function chosen(detector: Detector, id: string): { criterion: Criterion; operatingPoint: OperatingPoint | null } {
	switch (detector.method) {
		case 'confidence-gap': return id.endsWith(' low') ? detector.low : detector.high;
		// Its figures are those of clean answers held out, whatever is asked.
		case 'repcs': return { criterion: detector.criterion, operatingPoint: null };
		case 'mean-entropy':
		case 'spad':
		case 'spad+': return detector;
	}
}

/** A profile does not say whether turns were those of protocol II or III. */
function judgedInWords({ on }: OperatingPoint, byProtocol: boolean): string {
	return on === 'test' ? `on the test side${byProtocol ? ' (protocol I)' : ''}` : `in turns${byProtocol ? ' (protocol II or III)' : ''}`;
}

function criterionInWords(criterion: Criterion): string {
	const { kind } = criterion;
	if (kind === 'conformal') return `α = ${criterion.alpha}`;
	if (kind === 'quantile') return `the quantile at ${criterion.probability}`;
	return kind === 'f1' ? 'the largest F1' : 'a threshold set by hand';
}

function dataInWords({ dataset: { name, sha256, traces, sentences } }: Profile): string {
	return `'${name}' (${sha256.slice(0, 12)}; ${traces.toLocaleString('en')} traces, ${sentences.toLocaleString('en')} sentences)`;
}
