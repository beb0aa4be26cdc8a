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
		...(sentence === null || sentence.spad === null ? [] : [verdict('Its sentence', sentence.spad, sentence.text)]),
		...(response === null ? [] : [verdict('The whole response', response, undefined)]),
	];
	return section('reasons', 'Why the classifier says so', ...(judged.length > 0 ? judged
		: [element('p', { class: 'quiet' }, attribution.errorBound > 0 ? 'Nothing is judged: classifiers need exact sources, and these are screened.' : 'No classifier fits this model, so nothing is judged: the sources above are the model\u2019s own numbers. Calibrating makes one.')]));
}

function verdict(subject: string, { classifier, level, probability, threshold, hallucinated, reasons, paper }: SpadVerdict, text: string | undefined): HTMLElement {
	const judgement = hallucinated ? 'not grounded' : 'grounded';
	// The words have the values already; the names are those of the profile's files and of the exports.
	return element('div', { class: 'verdict' },
		element('h3', {}, `${subject}: ${judgement}`),
		text === undefined ? null : element('blockquote', {}, visible(text.trim())),
		element('p', {}, `Probability of a hallucination ${partOf(probability)}, flagged above ${partOf(threshold)}; ${classifierNames[classifier]}, trained on ${level}s.`,
			paper === null ? '' : ` The paper\u2019s classifier says ${partOf(paper.probability)} (from ${partOf(paper.threshold)} on).`),
		reasons.length === 0 ? element('p', { class: 'quiet' }, 'Nothing stands out that speaks for a hallucination.') : barTable(
			`${subject}: reasons, in log-odds`, ['What speaks for a hallucination', 'Log-odds'],
			reasons.map(({ text: words, contribution, features }) => ({
				label: element('span', {}, words, element('span', { class: 'quiet features' }, features.map(({ name }) => name).join(' · '))),
				value: contribution, text: decimal(contribution),
				colour: contribution < 0 ? 'var(--vscode-charts-blue)' : 'var(--vscode-charts-red)',
			}))));
}
