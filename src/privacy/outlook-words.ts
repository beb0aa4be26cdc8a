import { percentOf } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';
import type { DecoderOutlook } from './decoder-outlook.ts';
import { minEpsilon, type RunSettings } from './run-steps.ts';

export interface OutlookToSay extends Omit<DecoderOutlook, 'says'> {
	readonly documents: number;
	/** As `RunSettings`; ε is what decoding gets. */
	readonly settings: RunSettings;
	/** Documents that would have to agree for a release in half of all cases, where there are too few; `null`: more than anybody has. */
	readonly needed: number | null;
}

/** A probability below it is written as less than 0.1%. */
const hardlyEver = 1e-3;

/** What a decoder can give, the verdict first, in a sentence or two. */
export function outlookInWords(outlook: OutlookToSay): string {
	const { decoder, documents, settings } = outlook;
	if (documents === 0) return 'Without documents there is nothing to release.';
	if (outlook.steps === 0)
		return settings.epsilon === 0
			? 'Decoding has no share of ε, so nothing can be released.'
			: `Decoding gets ε = ${figure(settings.epsilon)}. Below ${minEpsilon}, nothing can be released.`;
	const budget = `With ${plural(documents, 'document')} and ε = ${figure(settings.epsilon)},`;
	switch (decoder) {
		case 'sentence-vote':
			return sentenceVote(outlook, budget);
		case 'public-list':
			return publicList(outlook, budget);
		case 'gated-votes':
			return gatedVotes(outlook, budget);
		case 'per-token':
			return perToken(outlook, budget);
	}
}

function sentenceVote(outlook: OutlookToSay, budget: string): string {
	const { sentences } = outlook.settings;
	if (outlook.half === null) {
		const needed = outlook.needed === null ? 'thousands of' : outlook.needed.toLocaleString('en');
		const advice = sentences > 1 ? 'Ask for fewer sentences, raise ε, or retrieve more documents.' : 'Raise ε, or retrieve more documents.';
		return `${budget} ${atBest(outlook)} For half of all cases, it takes ${needed} documents. ${advice}`;
	}
	if (sentences > 1)
		return `${budget} you get up to ${inLetters(sentences)} sentences, each${condition(outlook, 'agree on it', 'says it')}.`;
	if (outlook.sure === null || outlook.documents === 1)
		return `${budget} you get one sentence${condition(outlook, 'agree on it', 'says it')}.`;
	return `${budget} you get one sentence${condition(outlook, 'agree', 'says it')}.`;
}

/** What comes out in fewer than half of all cases: how often, and only what nobody will see is called nothing. */
function atBest({ documents, releaseProbability, settings: { sentences } }: OutlookToSay): string {
	const best = releaseProbability.at(-1) ?? 0;
	if (best < hardlyEver)
		return `you get no sentence in more than 99.9% of cases, ${documents === 1 ? 'whatever it says' : `even if ${allOf(documents)} agree on it`}.`;
	const agreed = documents === 1 ? 'it says it' : `${allOf(documents)} agree on it`;
	const what = sentences > 1 ? `each of up to ${inLetters(sentences)} sentences` : 'a sentence';
	return `you get ${what} in ${percentOf(best)} of cases at best: if ${agreed}.`;
}

function publicList(outlook: OutlookToSay, budget: string): string {
	const { list } = outlook.settings;
	if (list === undefined) return 'This decoder needs a list of possible answers.';
	if (outlook.half === null)
		return `${budget} you get mostly noise: of ${plural(list, 'public value')}, the one that ${everybody(outlook, 'name', 'names')} ${comesOut(outlook)}.`;
	return `${budget} you get one of ${plural(list, 'public value')}${condition(outlook, 'name it', 'names it')}.`;
}

function gatedVotes(outlook: OutlookToSay, budget: string): string {
	if (outlook.half === null)
		return `${budget} you get mostly noise: each step gets ε = ${figure(outlook.stepEpsilon)}, and an uncertain word that ${everybody(outlook, 'vote for', 'votes for')} ${comesOut(outlook)}.`;
	const words = outlook.steps === 1 ? 'one uncertain word' : `${inLetters(outlook.steps)} uncertain words, each`;
	const free = 'Words that the model is sure of without documents cost nothing.';
	return `${budget} you get ${words}${condition(outlook, 'vote for it', 'votes for it')}. ${free}`;
}

function perToken({ possible, steps, stepEpsilon, temperature }: OutlookToSay, budget: string): string {
	const share = `${budget} each of ${plural(steps, 'token')} gets ε = ${figure(stepEpsilon)}`;
	const warmth = `an effective temperature of ${figure(temperature ?? 0)}`;
	return possible ? `${share}: ${warmth}.` : `${share}. That is only noise: ${warmth}, and above 2 the text is unreadable.`;
}

/** ` if at least 6 of them name it`, and how often, where it is not nearly always. */
function condition({ sure, releaseProbability, documents }: OutlookToSay, agree: string, agrees: string): string {
	const who = documents === 1 ? `it ${agrees}` : `${agreeing(sure ?? documents, documents)} ${agree}`;
	return sure === null ? ` in ${percentOf(releaseProbability.at(-1) ?? 0)} of cases if ${who}` : ` if ${who}`;
}

function allOf(documents: number): string {
	return documents === 2 ? 'both of them' : `all ${documents} of them`;
}

function agreeing(n: number, documents: number): string {
	return n === documents ? allOf(documents) : `at least ${n} of them`;
}

function everybody({ documents }: OutlookToSay, agree: string, agrees: string): string {
	return documents === 1 ? `it ${agrees}` : `${allOf(documents)} ${agree}`;
}

function comesOut({ releaseProbability }: OutlookToSay): string {
	return `comes out in ${percentOf(releaseProbability.at(-1) ?? 0)} of cases`;
}

const letters = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function inLetters(count: number): string {
	return letters[count] ?? count.toLocaleString('en');
}

/** Three digits, none that says nothing. */
export function figure(value: number): string {
	return Number(value.toPrecision(3)).toString();
}
