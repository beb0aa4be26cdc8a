import { roughPercentOf, withinBound } from '../../src/wording/numbers.ts';
import { tokenSources } from '../../src/formats/token-sources.ts';
import type { Detail, SecondReadingState } from '../../src/protocol/token-inspector.ts';
import { button } from '../shared/controls.ts';
import { element, section } from '../shared/elements.ts';
import { contextColor, variableOf } from '../shared/theme-colors.ts';
import { decimal, visible } from '../shared/words.ts';
import { barTable } from './bar-table.ts';
import { sourceColors, sourceSentences, sourceTitle } from './source-style.ts';
import { partOf, partOfSpeech, partWriter } from './words.ts';

/** The token in one line: its text, number, kind and probability. */
export function heading({ token, index, count, model, readWithout }: Detail, file: string): HTMLElement {
	return element(
		'header',
		{ class: 'token-head' },
		element('h1', {}, element('span', { class: 'visually-hidden' }, 'Token '), element('code', { id: 'token-text' }, visible(token.text))),
		element(
			'p',
			{ id: 'token-line' },
			`Probability ${probability(token.logprob)} · ${partOfSpeech(token.pos)} (${token.pos}) · token ${index + 1} of ${count}`,
		),
		element('p', { class: 'quiet' }, `${file}, read by ${model}`),
		readWithout === null ? null : element('p', { id: 'read-without' }, readWithout),
	);
}

/** The seven parts of the token's probability, as the paper reads them. */
export function sourcesSection({ sources, token, attribution }: Detail): HTMLElement {
	return section(
		'sources',
		'Seven sources',
		element(
			'p',
			{},
			'Each number is how much a part of the model changed the token\u2019s probability, which is read without the final norm.',
		),
		sourcesTable('The seven sources of the token\u2019s probability', sources),
		isMostlyFinalNorm(sources)
			? element(
					'p',
					{ id: 'mostly-final-norm' },
					'Most of this probability appears only at the final norm, so this reading hardly shows which text it came from. \u201CSecond reading\u201D, below, divides it among the texts.',
				)
			: null,
		element(
			'p',
			{ class: 'quiet' },
			`They add up to ${probability(
				Math.log(
					Math.max(
						0,
						sources.reduce((a, b) => a + b, 0),
					),
				),
			)}, the token\u2019s probability is ${probability(token.logprob)}.${howExact(attribution)}`,
		),
	);
}

/** Whether the first reading sees most of a probability only after the last layer, as it does of most models' sure words. */
function isMostlyFinalNorm(sources: readonly number[]): boolean {
	const total = sources.reduce((a, b) => a + b, 0);
	return total > 0 && (sources[tokenSources.indexOf('ln')] ?? 0) > total / 2;
}

function sourcesTable(caption: string, sources: readonly number[]): HTMLElement {
	const write = partWriter(sources);
	return barTable(
		caption,
		['Source', 'Part'],
		tokenSources.map((source, i) => ({
			label: sourceTitle(source),
			value: sources[i] ?? 0,
			text: write(sources[i] ?? 0),
			color: `var(${variableOf(sourceColors[source])})`,
		})),
	);
}

/** What each source means, a sentence each. */
export function sourceWords(): HTMLElement {
	return element(
		'details',
		{ id: 'source-words' },
		element('summary', {}, 'What the sources mean'),
		element(
			'dl',
			{},
			...tokenSources.flatMap((source) => [element('dt', {}, sourceTitle(source)), element('dd', {}, sourceSentences[source])]),
		),
	);
}

/** What the second reading found, or what it is waiting for. `retry` asks again. */
export function secondReading(state: SecondReadingState, retry: () => void): Node[] {
	const explained = element(
		'p',
		{},
		'The parts add up to the same probability. Here each estimate includes the final norm, and a text\u2019s part is what the model took from that text, not how much it attended to it.',
	);
	switch (state.kind) {
		case 'closed':
			return [explained];
		case 'reading':
			return [explained, element('p', { class: 'quiet', role: 'status' }, 'The model is reading again. The first time takes longer.')];
		case 'failed':
			return [explained, element('p', { role: 'alert' }, state.message), button('Try Again', { id: 'read-again', onClick: retry }).root];
		case 'read': {
			const { sources, contexts, notByValues } = state.reading;
			const write = partWriter(sources);
			return [
				explained,
				sourcesTable('The seven sources in the second reading', sources),
				contexts.length < 2
					? null
					: barTable(
							'The contexts in the second reading',
							['Context', 'Part'],
							contexts.map(({ id, index, part }) => ({ label: visible(id), value: part, text: write(part), color: contextColor(index) })),
						),
				notByValues === null
					? null
					: element('p', { class: 'quiet' }, `Attention is divided as in the first reading, because ${notByValues}.`),
				element(
					'p',
					{ class: 'quiet' },
					'With a real model, this reading finds the context of a copied word more often than the first reading does. \u201CWhere it came from\u201D finds it most often.',
				),
			].filter((node) => node !== null);
		}
	}
}

function howExact({ errorBound, parallelLayers }: Detail['attribution']): string {
	const within = withinBound(errorBound);
	const screened = within === null ? '' : ` Screened: each is ${within} of the exact one.`;
	return parallelLayers === 0
		? screened
		: `${screened} In ${parallelLayers} layers, attention and feed-forward block read the same state. Attention counts first there.`;
}

/** Shows where the token's word came from, by hiding one context at a time. `reveal` receives a context's `index`. */
export function contextsSection({ contexts, word, attribution }: Detail, reveal: (index: number) => void): HTMLElement {
	const title = 'Where it came from';
	if (word === null) {
		const why =
			attribution.contexts.length === 0
				? 'This trace has no contexts.'
				: 'Unknown: the token is not part of a word, or the trace was analyzed without hiding contexts.';
		return section('contexts', title, element('p', { class: 'quiet' }, why));
	}
	const all = roughPercentOf(word.probability);
	return section(
		'contexts',
		title,
		element('p', { id: 'word-origin' }, `\u201C${visible(word.text)}\u201D ${word.origin}.`),
		barTable(
			'How much the probability of the word falls if a context is hidden',
			['Context', 'With \u2192 without it'],
			contexts.map(({ id, index, without }) => {
				// A link in looks, a button by role: it goes to an editor, not to an address.
				const link = element(
					'button',
					{ class: 'link', type: 'button', 'data-context': String(index), title: `Go to context ${visible(id)}` },
					visible(id),
				);
				link.addEventListener('click', () => {
					reveal(index);
				});
				return {
					label: link,
					value: without === null ? 0 : Math.max(0, word.probability - without),
					text: without === null ? 'hidden with others' : `${all} \u2192 ${roughPercentOf(without)}`,
					color: contextColor(index),
				};
			}),
			word.probability,
		),
		element(
			'p',
			{ class: 'quiet' },
			`The word has a probability of ${all} with all contexts, and ${roughPercentOf(word.none)} without any.`,
		),
	);
}

/** What else is known of the token. */
export function figuresSection({ token }: Detail): HTMLElement {
	const list = (alternatives: Detail['token']['alternatives']): HTMLElement =>
		element(
			'span',
			{},
			...(alternatives.length === 0
				? ['none']
				: alternatives.flatMap(({ text, logprob }, i) => [
						i === 0 ? null : ' · ',
						element('span', { class: 'whole' }, `\u201C${visible(text.trim() === '' ? text : text.trim())}\u201D ${probability(logprob)}`),
					])),
		);
	const rows: readonly (readonly [string, Node | string, Node | string])[] = [
		['Probability', probability(token.logprob), probability(token.logprobWithoutContext)],
		['Rank', String(token.rank), String(token.rankWithoutContext)],
		['Entropy, nats', decimal(token.entropy), decimal(token.entropyWithoutContext)],
		['Considered', list(token.alternatives), list(token.alternativesWithoutContext)],
	];
	return section(
		'figures',
		'With and without contexts',
		element(
			'div',
			{ class: 'scrolls', tabindex: '0', role: 'region', 'aria-label': 'Numbers with and without contexts' },
			element(
				'table',
				{ class: 'grid' },
				element(
					'thead',
					{},
					element('tr', {}, element('td'), element('th', { scope: 'col' }, 'With'), element('th', { scope: 'col' }, 'Without')),
				),
				element(
					'tbody',
					{},
					...rows.map(([name, given, without]) =>
						element(
							'tr',
							{},
							element('th', { scope: 'row' }, name),
							element('td', { 'data-head': 'with' }, given),
							element('td', { 'data-head': 'without' }, without),
						),
					),
				),
			),
		),
		element(
			'p',
			{},
			`Confidence gap ${decimal(token.cg)} nats · KL divergence ${decimal(token.kl)} nats${token.suspicion === null ? '' : ` · suspicion ${partOf(token.suspicion)}`}`,
		),
	);
}

/** A probability to three digits. */
function probability(logprob: number): string {
	const value = Math.exp(logprob);
	return partWriter([value])(value);
}
