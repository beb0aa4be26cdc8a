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
		return `${budget} you get no sentence: ${needed} documents would have to agree on it. ${advice}`;
	}
	if (sentences > 1)
		return `${budget} you get up to ${inLetters(sentences)} sentences, each${condition(outlook, 'agree on it', 'says it')}.`;
	if (outlook.sure === null || outlook.documents === 1)
		return `${budget} you get one sentence${condition(outlook, 'agree on it', 'says it')}.`;
	return `${budget} you get one sentence${condition(outlook, 'agree', 'says it')}.`;
}

function publicList(outlook: OutlookToSay, budget: string): string {
	const { list } = outlook.settings;
	if (list === undefined) return 'A public list needs a list of possible answers.';
	if (outlook.half === null) return `${budget} you get no value: in a list of ${plural(list, 'value')}, ${drowned(outlook)}.`;
	return `${budget} you get one of ${plural(list, 'public value')}${condition(outlook, 'name it', 'names it')}.`;
}

function gatedVotes(outlook: OutlookToSay, budget: string): string {
	if (outlook.half === null)
		return `${budget} you get no uncertain word: each step gets ε = ${figure(outlook.stepEpsilon)}, and ${drowned(outlook)}.`;
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

function agreeing(n: number, documents: number): string {
	return n === documents ? `all ${documents} of them` : `at least ${n} of them`;
}

function drowned({ documents }: OutlookToSay): string {
	return `noise drowns ${documents === 1 ? 'its vote' : `the votes of all ${documents}`}`;
}

const letters = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function inLetters(count: number): string {
	return letters[count] ?? count.toLocaleString('en');
}

/** Three digits, none that says nothing. */
export function figure(value: number): string {
	return Number(value.toPrecision(3)).toString();
}
