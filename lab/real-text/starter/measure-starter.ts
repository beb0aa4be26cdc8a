import { areaUnderCurve } from '../../../src/statistics/auc.ts';
import { pairsAmong } from '../../../src/statistics/area-interval.ts';
import { aucOf, clusterUnits } from '../../../src/statistics/bootstrap-statistics.ts';
import { bootstrapInterval } from '../../../src/statistics/bootstrap.ts';
import { quantile } from '../../../src/statistics/quantile.ts';
import { randomFor, shuffled } from '../../../src/statistics/random.ts';
import { starterFeatureNames, type StarterFeatureName } from '../../../src/methods/starter/starter-features.ts';
import {
	isJudgeable,
	logitOf,
	starterScore,
	starterThreshold,
	type StarterFit,
	type StarterForm,
} from '../../../src/methods/starter/starter-model.ts';
import { share, type Figure } from '../../figure.ts';
import { atLeast, atMost, type Target } from '../../target.ts';
import { crossFitted, fitted } from '../joined-scores.ts';
import { fitStarter, judgeable, mostFalseAlarms, valuesOf } from './fit-starter.ts';
import type { StarterRow } from './starter-rows.ts';

export interface StarterMeasureOptions {
	readonly seed: number;
	readonly resamples: number;
	/** Draws of shuffled labels. */
	readonly shuffles: number;
}

/** A form, by the name that tables give it, and the rows that it was fitted on: they may come from another model. */
export interface MeasuredForm {
	readonly name: string;
	readonly form: StarterForm;
	readonly from: readonly StarterRow[];
	/** Paraphrases that thresholds were chosen with. */
	readonly paraphrases: readonly StarterRow[];
}

const targets: Readonly<Record<string, Target>> = {
	'answer, BEGIN': atLeast(0.94),
	'sentence, BEGIN': atLeast(0.9),
	'answer, QAGS-CNN/DM': atLeast(0.82),
};

/**
 * Returns what forms say of each set, each time by the fit that has not seen the set's family: areas under the ROC curve with 95 % intervals by
 * a bootstrap over sources, the shares of supported and of unsupported texts that are flagged, and controls. Figures are named
 * 'LEVEL, SET, SCORE'.
 */
export function starterFigures(rows: readonly StarterRow[], forms: readonly MeasuredForm[], options: StarterMeasureOptions): Figure[] {
	const sets = [...new Set(rows.map(({ set }) => set))];
	const controls = new Map<string, readonly FormControls[]>();
	for (const family of new Set(rows.map((row) => row.family)))
		controls.set(
			family,
			forms.map((form) => controlsOf(form, family, options)),
		);
	return (['answer', 'sentence'] as const).flatMap((level) =>
		sets.flatMap((set) =>
			setFigures(
				`${level}, ${set}`,
				rows.filter((row) => row.level === level && row.set === set),
				forms,
				controls,
				options,
			),
		),
	);
}

function setFigures(
	prefix: string,
	rows: readonly StarterRow[],
	forms: readonly MeasuredForm[],
	controls: ReadonlyMap<string, readonly FormControls[]>,
	{ seed, resamples }: StarterMeasureOptions,
): Figure[] {
	const labels = rows.map(({ isUnsupported }) => Number(isUnsupported));
	const family = rows[0]?.family;
	if (new Set(labels).size < 2 || family === undefined) return [];
	const units = clusterUnits(rows.map(({ source }) => source));
	const cases = pairsAmong(units, labels);
	const area = (score: string, values: ArrayLike<number>, target: Target | null = null): Figure => {
		const random = randomFor(seed, `${prefix}, ${score}, interval`);
		const { value, low, high } = bootstrapInterval(units, aucOf(values, labels), { random, resamples, unvaried: { cases } });
		return { name: `${prefix}, ${score}`, value, low, high, n: rows.length, unit: '', target };
	};
	const supported = rows.filter(({ isUnsupported }) => !isUnsupported);
	const unsupported = rows.filter(({ isUnsupported }) => isUnsupported);
	const ofForms = forms.flatMap(({ name, form }, i) => {
		const { features } = form;
		const fit = form.fits.find(({ leftOut }) => leftOut === family);
		if (fit === undefined) return [];
		const { unseen, shuffledFits } = controls.get(family)![i]!;
		return [
			area(name, logitsOf(rows, fit, features), targets[prefix] ?? null),
			share(`${prefix}, ${name}: supported that are flagged`, supported, (row) => isFlagged(row, form), atMost(mostFalseAlarms)),
			share(`${prefix}, ${name}: unsupported that are flagged`, unsupported, (row) => isFlagged(row, form)),
			share(`${prefix}, ${name}: supported that are flagged, thresholds from the other families`, supported, (row) =>
				isFlagged(row, unseen),
			),
			shuffledFigure(`${prefix}, control: ${name} on shuffled labels`, rows, shuffledFits),
		];
	});
	const byForm = crossFitted(randomFor(seed, `${prefix}, form, folds`), rows, labels, ({ form }) => form);
	return [
		...ofForms,
		...starterFeatureNames.map((name) =>
			area(
				featureWords[name],
				rows.map(({ subject }) => subject.features[name]),
			),
		),
		...(byForm === undefined ? [] : [area('control: length and position', byForm)]),
	];
}

/**
 * Returns the shares of right and of wrong sentences in other words than their contexts that a form flags. Figures are named
 * 'sentence, SET, SCORE'.
 */
export function paraphraseFigures(rows: readonly StarterRow[], { name, form }: Pick<MeasuredForm, 'name' | 'form'>): Figure[] {
	const sentences = rows.filter(({ level }) => level === 'sentence');
	return [...new Set(sentences.map(({ set }) => set))].flatMap((set) => {
		const prefix = `sentence, ${set}, ${name}`;
		const [supported, unsupported] = [false, true].map((is) => sentences.filter((row) => row.set === set && row.isUnsupported === is));
		return [
			...(supported!.length === 0
				? []
				: [share(`${prefix}: supported that are flagged`, supported!, (row) => isFlagged(row, form), atMost(mostFalseAlarms))]),
			...(unsupported!.length === 0 ? [] : [share(`${prefix}: unsupported that are flagged`, unsupported!, (row) => isFlagged(row, form))]),
		];
	});
}

function isFlagged({ subject, level }: StarterRow, by: StarterForm): boolean {
	return isJudgeable(subject) && starterScore(by, level, subject) > starterThreshold;
}

function logitsOf(rows: readonly StarterRow[], fit: Pick<StarterFit, 'intercept' | 'weights'>, features: readonly StarterFeatureName[]) {
	return rows.map((row) => logitOf(fit, valuesOf(row, features)));
}

/** What a form's figures on a family are compared with. */
interface FormControls {
	/** Neither its fits nor its thresholds have seen the family. */
	readonly unseen: StarterForm;
	/** Fitted on shuffled labels of the other families. */
	readonly shuffledFits: readonly ((row: StarterRow) => number)[];
}

/** Shuffled labels get weights of any sign: where none may be negative, what is known of the signs alone tells texts apart. */
function controlsOf(
	{ name, form: { features }, from, paraphrases }: MeasuredForm,
	family: string,
	{ seed, shuffles }: StarterMeasureOptions,
): FormControls {
	const random = randomFor(seed, `${family}, ${name}, shuffled`);
	const others = from.filter((row) => row.family !== family);
	const sentences = judgeable(others).filter(({ level }) => level === 'sentence');
	const labels = sentences.map(({ isUnsupported }) => Number(isUnsupported));
	return {
		unseen: fitStarter(others, features, paraphrases),
		shuffledFits: Array.from({ length: shuffles }, () => fitted(sentences, shuffled(random, labels), (row) => valuesOf(row, features))!),
	};
}

/** The mean area over fits on shuffled labels, and the range that 95 % of them lie in. */
function shuffledFigure(name: string, rows: readonly StarterRow[], fits: FormControls['shuffledFits']): Figure {
	const labels = rows.map(({ isUnsupported }) => Number(isUnsupported));
	const areas = fits.map((predict) => areaUnderCurve(rows.map(predict), labels)).toSorted((a, b) => a - b);
	const value = areas.reduce((sum, area) => sum + area, 0) / areas.length;
	return { name, value, low: quantile(areas, 0.025), high: quantile(areas, 0.975), n: rows.length, unit: '', target: null };
}

const featureWords: Readonly<Record<StarterFeatureName, string>> = {
	missingWords: 'missing words',
	missingPairs: 'missing word pairs',
	valueNotGiven: 'a value that is not given',
	valueContradicted: 'a value that is contradicted',
	elsewhere: 'words that the best context sentence does not have',
};
