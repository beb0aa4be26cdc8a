import type { Detector } from '../../../src/analysis/calibration/methods.ts';
import { classifierFormat, type ClassifierDetector } from '../../../src/formats/detectors/classifier.ts';
import { closedBookFormat, type ClosedBookDetector } from '../../../src/formats/detectors/closed-book.ts';
import type { Interval } from '../../../src/formats/detectors/figures.ts';
import { meanEntropyFormat, type MeanEntropyDetector } from '../../../src/formats/detectors/mean-entropy.ts';
import { repcsFormat, type RepcsDetector } from '../../../src/formats/detectors/repcs.ts';

/** The profile's detectors of ungrounded sentences and responses and what they do on the test side, as a table for the README. */
export function profileTable({ detectors }: { readonly detectors: readonly Detector[] }): string {
	const judges = detectors.filter(
		(detector): detector is MeanEntropyDetector | ClassifierDetector => meanEntropyFormat.is(detector) || classifierFormat.is(detector),
	);
	return [
		'| detector | AUC | ungrounded flagged | grounded flagged | precision | n | ungrounded |',
		'| --- | --- | --- | --- | --- | ---: | ---: |',
		...judges.map((detector) => {
			const { auc, operatingPoint: point, criterion } = detector;
			if (auc === null || point === null || point.on !== 'test' || criterion.kind === 'by-hand')
				throw new RangeError(`the ${detector.method} of a ${detector.level} was not measured on a test side`);
			const cells = [
				name(detector),
				...[auc, point.truePositiveRate, point.falsePositiveRate, point.precision].map(shown),
				...[point.n, point.positives].map((count) => count.toLocaleString('en')),
			];
			return `| ${cells.join(' | ')} |`;
		}),
	].join('\n');
}

/** The profile's detectors of answers from memory, and what they do on clean answers that were held out and on memorized ones, as a table for the README. */
export function memoryTable({ detectors }: { readonly detectors: readonly Detector[] }): string {
	const judges = detectors.filter(
		(detector): detector is RepcsDetector | ClosedBookDetector => repcsFormat.is(detector) || closedBookFormat.is(detector),
	);
	return [
		'| detector | promised, at most | clean flagged | n | memorized flagged | n | AUC |',
		'| --- | --- | --- | ---: | --- | ---: | --- |',
		...judges.map(({ method, criterion, heldOut, memorised }) => {
			if (criterion.kind !== 'conformal' || heldOut === null || memorised === null)
				throw new RangeError(`the ${method} was not measured on held-out clean answers and on memorized ones`);
			const cells = [
				memoryMethods[method],
				String(criterion.alpha),
				shown(heldOut.falsePositiveRate),
				heldOut.n.toLocaleString('en'),
				shown(memorised.truePositiveRate),
				memorised.n.toLocaleString('en'),
				shown(memorised.auc),
			];
			return `| ${cells.join(' | ')} |`;
		}),
	].join('\n');
}

const memoryMethods = { repcs: "RePCS, the paper's rule", 'closed-book': 'closed book' } as const;

const methods = {
	'mean-entropy': 'mean entropy (no attribution needed)',
	spad: "SPAD, the paper's 126 features",
	'spad+': 'SPAD+',
} as const;

function name({ method, level }: MeanEntropyDetector | ClassifierDetector): string {
	return `${methods[method]}, a ${level}`;
}

function shown({ value, low, high }: Interval): string {
	return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
}
