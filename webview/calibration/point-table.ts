import type { DetectorReport, ThresholdPoint } from '../../src/protocol/calibration-panel.ts';
import { falsePositiveBand } from '../../src/protocol/calibration-text.ts';
import { element } from '../shared/elements.ts';
import { capitalized, rate, rateInterval, type Interval } from './words.ts';

/** What the threshold does, beside what the one that calibration chose does. */
export function ratesTable(detector: DetectorReport, point: ThresholdPoint): HTMLElement {
	const { classes, point: chosen, bandHalfHeight } = detector;
	const moved = point.threshold !== chosen.threshold;
	const row = (id: string, name: string, what: string, of: (one: ThresholdPoint) => Interval | null): HTMLElement =>
		element(
			'tr',
			{ id },
			element('th', { scope: 'row' }, name, element('span', { class: 'quiet what' }, what)),
			element('td', { class: 'number' }, rate(of(point))),
			element('td', { class: 'number' }, rateInterval(of(point))),
			moved ? element('td', { class: 'number quiet' }, rate(of(chosen))) : null,
		);
	return element(
		'table',
		{ class: 'grid', id: 'rates' },
		element('caption', { class: 'visually-hidden' }, 'What this threshold does'),
		element(
			'thead',
			{},
			element(
				'tr',
				{},
				element('th', { scope: 'col' }, 'At this threshold'),
				element('th', { scope: 'col', class: 'number' }, 'Rate'),
				element('th', { scope: 'col', class: 'number' }, '95% interval'),
				moved ? element('th', { scope: 'col', class: 'number' }, 'As calibrated') : null,
			),
		),
		element(
			'tbody',
			{},
			row(
				'true-positive-rate',
				'True-positive rate',
				`of what is ${classes.positive}, flagged`,
				({ truePositiveRate }) => truePositiveRate,
			),
			row(
				'false-positive-rate',
				'False-positive rate',
				`of what is ${classes.negative}, flagged`,
				({ falsePositiveRate }) => falsePositiveRate,
			),
			...(bandHalfHeight === undefined
				? []
				: [
						row(
							'false-positive-band',
							'The same, with its DKW band',
							'Dvoretzky\u2013Kiefer\u2013Wolfowitz: holds for all thresholds at once, even for one that you move',
							(one) => falsePositiveBand(detector, one),
						),
					]),
			row('precision', 'Precision', `of what is flagged, ${classes.positive}`, ({ precision }) => precision),
		),
	);
}

/** The confusion at the threshold. */
export function confusionTable(
	{ classes, levelNouns }: DetectorReport,
	{ truePositives, falsePositives, trueNegatives, falseNegatives }: ThresholdPoint,
): HTMLElement {
	const cell = (number: number, right: boolean): HTMLElement =>
		element('td', { class: 'number' }, String(number), element('span', { class: 'quiet what' }, right ? 'right' : 'wrong'));
	return element(
		'table',
		{ class: 'grid', id: 'confusion' },
		element('caption', { class: 'visually-hidden' }, 'Confusion at this threshold'),
		element(
			'thead',
			{},
			element(
				'tr',
				{},
				element('th', { scope: 'col' }, `${capitalized(levelNouns.many)} that are`),
				element('th', { scope: 'col', class: 'number' }, 'Flagged'),
				element('th', { scope: 'col', class: 'number' }, 'Not flagged'),
			),
		),
		element(
			'tbody',
			{},
			element('tr', {}, element('th', { scope: 'row' }, classes.positive), cell(truePositives, true), cell(falseNegatives, false)),
			element('tr', {}, element('th', { scope: 'row' }, classes.negative), cell(falsePositives, false), cell(trueNegatives, true)),
		),
	);
}

/** The same in one sentence, for who moves the threshold by ear. */
export function pointSentence({ classes }: DetectorReport, { truePositiveRate, falsePositiveRate }: ThresholdPoint, score: string): string {
	return `${score}: flags ${rate(truePositiveRate)} of what is ${classes.positive}, ${rate(falsePositiveRate)} of what is ${classes.negative}`;
}
