import type { Release } from '../formats/release.ts';
import { redacted } from './values.ts';

type Told = Pick<Release, 'text' | 'sentences'>;

/** A release's sentences as they stand in its text: of neighbors that were cut, only the first is there, and the others are empty. */
export function toldSentences({ sentences }: Pick<Told, 'sentences'>): string[] {
	return sentences.map(({ text }, i) => (text === redacted && sentences[i - 1]?.text === redacted ? '' : text));
}

/** Whether a release's text consists of its sentences, spaces aside: the ledger records the text alone. */
export function isOfItsSentences(release: Told): boolean {
	return spaced(toldSentences(release).join(' ')) === spaced(release.text);
}

function spaced(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
