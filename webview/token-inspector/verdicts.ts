import { notJudgedWords, sentenceVerdictWords } from '../../src/report/not-judged-words.ts';
import type { SpadVerdict } from '../../src/protocol/requests.ts';
import type { Detail } from '../../src/protocol/token-inspector.ts';
import { element, section } from '../shared/elements.ts';
import { decimal, visible } from '../shared/words.ts';
import { barTable } from './bar-table.ts';
import { partOf } from './words.ts';

const classifierNames: Readonly<Record<SpadVerdict['classifier'], string>> = { spad: 'SPAD', 'spad+': 'SPAD+' };

/** Why the classifiers judge the token's sentence and its response as they do; without a classifier, that there is none. */
export function verdicts({ sentence, response, attribution }: Detail): HTMLElement {
	const judged = [
		...(sentence === null ? [] : ofSentence(sentence)),
		...(response === null ? [] : [verdict('The whole response', response, undefined)]),
	];
	return section(
		'reasons',
		'Why the classifier says so',
		...(judged.length > 0
			? judged
			: [
					element(
						'p',
						{ class: 'quiet' },
						attribution.errorBound > 0
							? 'Nothing is judged. Classifiers need exact sources, and these are screened.'
							: 'No classifier fits this model, so nothing is judged. The sources above are the model\u2019s own numbers. To get a classifier, calibrate.',
					),
				]),
	);
}

function ofSentence({ verdict: found, spad, text }: NonNullable<Detail['sentence']>): HTMLElement[] {
	const words = found.kind === 'profile' || found.kind === 'supported' ? null : sentenceVerdictWords(found);
	if (words !== null) return [unfigured('Its sentence', words, text)];
	return spad === null ? [] : [verdict('Its sentence', spad, text)];
}

/** A verdict without a classifier's figures: where it must not judge, they would be read as one. */
function unfigured(subject: string, words: string, text: string | undefined): HTMLElement {
	return element(
		'div',
		{ class: 'verdict' },
		element('h3', {}, `${subject}: ${words}`),
		text === undefined ? null : element('blockquote', {}, visible(text.trim())),
	);
}

function verdict(
	subject: string,
	{ classifier, level, reads, probability, threshold, hallucinated, notJudged, reasons, counterReasons }: SpadVerdict,
	text: string | undefined,
): HTMLElement {
	if (hallucinated === null) return unfigured(subject, notJudgedWords({ notJudged }) ?? 'not judged', text);
	// The words have the values already; the names are those of the profile's files and of the exports.
	return element(
		'div',
		{ class: 'verdict' },
		element('h3', {}, `${subject}: ${hallucinated ? 'not supported by the contexts' : 'not flagged'}`),
		text === undefined ? null : element('blockquote', {}, visible(text.trim())),
		element(
			'p',
			{},
			`Probability that the contexts do not support it ${partOf(probability)}, flagged above ${partOf(threshold)}; ${classifierNames[classifier]}, ${reads === undefined ? `trained on ${level}s` : 'trained on sentences (this is the probability of the most suspicious sentence)'}.`,
		),
		reasonTable(
			subject,
			[...reasons, ...counterReasons].toSorted((a, b) =>
				hallucinated ? b.contribution - a.contribution : a.contribution - b.contribution,
			),
		),
	);
}

/** Reasons of both sides from one zero, so that they can be weighed: those that bear out the verdict first, by their bars. */
function reasonTable(subject: string, reasons: SpadVerdict['reasons']): HTMLElement {
	if (reasons.length === 0) return element('p', { class: 'quiet' }, 'This classifier gives no reasons.');
	return element(
		'div',
		{},
		element(
			'p',
			{ class: 'quiet' },
			'Red (above zero) points to a hallucination. Blue (below zero) points away from one. Weaker reasons are left out.',
		),
		logOdds(
			`${subject}: reasons`,
			reasons.filter(({ telling }) => telling),
		),
	);
}

function logOdds(caption: string, reasons: SpadVerdict['reasons']): HTMLElement {
	return barTable(
		`${caption}, in log-odds of a hallucination`,
		['Reason', 'Log-odds'],
		reasons.map(({ text: words, contribution, features }) => ({
			label: element('span', {}, words, element('span', { class: 'quiet features' }, features.map(({ name }) => name).join(' · '))),
			value: contribution,
			text: decimal(contribution),
			color: contribution < 0 ? 'var(--vscode-charts-blue)' : 'var(--vscode-charts-red)',
		})),
	);
}
