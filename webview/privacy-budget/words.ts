import type { BudgetSplit } from '../../src/formats/private-settings.ts';
import type { DecoderOutlook, PrivatePlan } from '../../src/protocol/private.ts';
import { listInWords, plural } from '../../src/wording/phrases.ts';
import { epsilonInWords, oddsInWords } from '../../src/wording/numbers.ts';
import { decimal, percent } from '../shared/words.ts';

/** How the panel writes numbers, and what its charts show in words. */

/** What all documents about a person can do together. */
export function groupInWords(epsilon: number, delta: number): string {
	return delta >= 1 ? 'do anything: there is no promise, because δ is 1 or more' : `make an answer ${oddsInWords(epsilon)}`;
}

/** How ε is shared, as it is at present. */
export function splitInWords({ decode, filter, refill }: BudgetSplit): string {
	const parts = [
		[decode, 'for the answer'],
		[filter, 'for cutting'],
		[refill, 'for keywords'],
	] as const;
	const spent = parts.filter(([share]) => share > 0);
	return spent.length === 1 && spent[0]?.[0] === 1
		? `At present: all ${spent[0][1]}.`
		: `At present: ${listInWords(spent.map(([share, what]) => `${decimal(share, decimalsOf(share, 2))} ${what}`))}.`;
}

/** What the private decisions of a way get; nothing where it makes none. Several cost less together than the sum of their ε. */
export function stepsInWords(
	{ steps, stepEpsilon, temperature }: DecoderOutlook,
	{ settings: { epsilon }, split: { decode, filter, refill } }: Pick<PrivatePlan, 'settings' | 'split'>,
): string {
	if (steps === 0) return '';
	const cost = `ε = ${epsilonInWords((epsilon * decode) / (decode + filter + refill))}`;
	const shared =
		steps === 1 ? `1 step, which costs ${cost}` : `${steps} steps of ε = ${epsilonInWords(stepEpsilon)}, which cost ${cost} together`;
	if (temperature === null) return shared;
	const flat = temperature > 1000 ? 'above 1,000' : decimal(temperature, temperature < 10 ? 1 : 0);
	return `${shared}; effective temperature ${flat}${temperature > 2 ? ': noise' : ''}`;
}

/** The curve of release probabilities in a sentence. */
export function curveInWords({ half, sure, releaseProbability }: DecoderOutlook): string {
	const documents = releaseProbability.length - 1;
	if (half === null) {
		const all = releaseProbability.at(-1) ?? 0;
		const what = documents === 1 ? 'the one document gives' : `all ${documents} documents give`;
		return `Even a sentence that ${what} is released in ${all < 0.0001 ? 'less than 0.01%' : `only ${shareInWords(all)}`} of cases.`;
	}
	const often = `A sentence that ${plural(half, 'document')} ${half === 1 ? 'gives' : 'give'} is released in at least half of all cases`;
	if (sure === half)
		return `A sentence that ${plural(sure, 'document')} ${sure === 1 ? 'gives' : 'give'} is nearly always released (95%). A sentence that fewer documents give seldom is.`;
	return sure === null
		? `${often}. Even if all ${documents} give it, it does not reach 95%.`
		: `${often}, and a sentence that ${sure} give is nearly always released (95%).`;
}

/** A probability so that what is nearly certain or impossible does not look as if it were. */
export function shareInWords(probability: number): string {
	if (probability === 0) return '0%';
	if (probability < 0.0001) return '< 0.01%';
	if (probability < 0.01) return percent(probability, 2);
	return probability < 1 && probability > 0.999 ? '> 99.9%' : percent(probability);
}

/** ε of several releases in a sentence. */
export function releasesInWords(releases: PrivatePlan['releases']): string {
	const [first, last] = [releases[0], releases.at(-1)];
	if (first === undefined || last === undefined || first === last) return '';
	const added = first.epsilon * last.count;
	const together = `${plural(last.count, 'answer')} like this one ${last.count === 1 ? 'promises' : 'promise'} ε = ${epsilonInWords(last.epsilon)} together`;
	return last.epsilon < added - 0.005
		? `${together}. The ledger counts their sum, which is ${epsilonInWords(added)}.`
		: `${together}, which is their sum.`;
}

/** Whether what is shown is what the settings have, for the line beside the buttons. */
export function savedInWords(access: 'full' | 'no-folder' | 'untrusted', unread: boolean, same: boolean): string {
	if (unread && same) return 'The settings have a value that is not valid yet.';
	if (unread) return 'Not saved: a value is not valid yet.';
	if (access === 'no-folder') return 'To save, open a folder first.';
	if (access === 'untrusted') return 'Restricted Mode: nothing is saved or spent until you trust this workspace.';
	return same ? 'Saved in the settings of this workspace.' : 'Not saved yet.';
}

function decimalsOf(value: number, max: number): number {
	const [, fraction = ''] = String(Number(value.toFixed(max))).split('.');
	return fraction.length;
}
