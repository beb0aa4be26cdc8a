import type { CalibrationReport, DetectorReport, FollowedRun } from '../../src/protocol/calibration-panel.ts';
import { decimal, percent, withMinus } from '../shared/words.ts';
import { firstShown } from './first-shown.ts';

/** How the panel writes numbers: rates in per cent, scores as finely as their range asks for. */

export interface Interval {
	readonly value: number;
	readonly low: number;
	readonly high: number;
}

/** `93.2%`, or a dash where there is nothing to measure it on. */
export function rate(interval: Interval | null): string {
	return interval === null ? '\u2013' : percent(interval.value);
}

/** The 95% interval of a rate: `88.1 to 96.4%`. */
export function rateInterval(interval: Interval | null): string {
	return interval === null ? '' : `${percent(interval.low).replace('%', '')} to ${percent(interval.high)}`;
}

/** An area under a curve without its interval: `0.982`. */
export function areaAlone(interval: Interval | null): string {
	return interval === null ? '\u2013' : decimal(interval.value, 3);
}

/** An area under a curve: `0.982 (0.971 to 0.990)`. */
export function area(interval: Interval | null): string {
	return interval === null ? '\u2013' : `${decimal(interval.value, 3)} (${decimal(interval.low, 3)} to ${decimal(interval.high, 3)})`;
}

/** Writes scores of one detector alike, so that two that the threshold tells apart look different. */
export function scoreWriter({ histogram: { edges } }: Pick<DetectorReport, 'histogram'>): (score: number) => string {
	const span = Math.abs((edges.at(-1) ?? 1) - (edges[0] ?? 0));
	const decimals = span === 0 ? 3 : Math.min(8, Math.max(0, 3 - Math.floor(Math.log10(span))));
	return (score) => (Number.isFinite(score) ? decimal(score, decimals) : withMinus(String(score)));
}

/** Returns the title of a method, such as `Starter profile`, or of one of its detectors, such as `Starter profile (sentence)`. Others keep their name. */
export function methodTitle(name: string, methods: readonly { readonly name: string; readonly title: string }[]): string {
	const method = methods.find((one) => one.name === name) ?? methods.find((one) => name.startsWith(`${one.name} `));
	if (method === undefined) return name;
	return method.name === name ? method.title : `${method.title} (${name.slice(method.name.length + 1)})`;
}

/** Returns what a run found in a sentence, by the detector that is shown first, and what to do next. */
export function doneWords({ detectors, failures }: Pick<CalibrationReport, 'detectors' | 'failures'>): string {
	const problems = failures.length === 0 ? '' : ` (${count(failures.length, 'problem')})`;
	const first = firstShown({ detectors });
	if (first === undefined) return `Done${problems}. Nothing could be fitted.`;
	const { title, classes, levelNouns, point } = first;
	const found =
		point.truePositiveRate === null || point.falsePositiveRate === null
			? `${count(detectors.length, 'threshold')} fitted.`
			: `\u201c${title}\u201d flags ${rate(point.truePositiveRate)} of ${classes.positive} ${levelNouns.many}, and ${rate(point.falsePositiveRate)} of ${classes.negative} ones by mistake.`;
	return `Done${problems}. ${found} Save the profile to use it.`;
}

/** A noun at the beginning of a heading. */
export function capitalized(noun: string): string {
	return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** `1 second`, `2 seconds`. */
export function count(number: number, noun: string): string {
	return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
}

/** How long something still takes, as far as anyone can tell. */
export function timeLeft(seconds: number | null): string {
	if (seconds === null) return '';
	if (seconds < 50) return 'less than a minute left';
	const minutes = Math.round(seconds / 60);
	return minutes < 90 ? `about ${count(Math.max(1, minutes), 'minute')} left` : `about ${Math.round(minutes / 60)} hours left`;
}

/** How a run stands, in one line. */
export function runLine(state: FollowedRun['state']): string {
	switch (state.kind) {
		case 'measuring':
			return [
				state.total === 0
					? 'Preparing to read the data'
					: `Reading the data: ${state.done.toLocaleString('en')} of ${state.total.toLocaleString('en')}`,
				...rest(state),
			].join(' · ');
		case 'fitting':
			return [`Fitting: ${state.step}`, ...rest(state)].join(' · ');
		case 'done':
			return 'Done.';
		case 'cancelled':
			return `Canceled at ${state.done.toLocaleString('en')} of ${state.total.toLocaleString('en')}. Measurements are kept. If you continue, the run starts from there.`;
		case 'cancelled-fitting':
			return state.failed === 0
				? 'Canceled while fitting. All data were read, and measurements are kept. If you continue, the run starts with the fits.'
				: `Canceled while fitting. All data but ${state.failed.toLocaleString('en')} that failed were read, and measurements are kept. If you continue, the run tries those again and then fits.`;
		case 'failed':
			return `${state.error.message}${state.error.hint === undefined ? '' : ` ${state.error.hint}`} (${state.error.code})`;
		case 'lost':
			return 'Interrupted: the runner ended. Measurements are kept. If you continue, the run starts from there.';
	}
}

function rest({ failed, secondsLeft }: { readonly failed: number; readonly secondsLeft: number | null }): string[] {
	return [...(failed > 0 ? [`${failed} failed`] : []), ...(secondsLeft === null ? [] : [timeLeft(secondsLeft)])];
}
