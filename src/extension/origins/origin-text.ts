import type { Result } from '../../protocol/rpc.ts';
import type { Origins } from '../../protocol/requests.ts';
import { oneLineOf, plural } from '../../wording/phrases.ts';
import { roughPercentOf } from '../../wording/numbers.ts';

/** Characters of a text that the status bar shows. */
const maxStatusText = 32;

export type OriginsAnswer = NonNullable<Result<typeof Origins>>;

/** What the status bar says about where something came from. `label` is what a screen reader says. */
export interface OriginText {
	readonly text: string;
	readonly label: string;
	readonly tooltip: string;
}

/** For the end of a response that was too long for the model. */
const notScored: OriginText = {
	text: '$(circle-slash) Not scored',
	label: 'Origin unknown: this was not scored',
	tooltip:
		'The model\u2019s context window had no room for this end of the response. It was not scored, so RAG Assay does not know where it came from.',
};

/** Returns where the words in question came from. */
export function originText({ subject, origin, words, contexts, leftOut, wordForWord }: OriginsAnswer): OriginText {
	if (subject?.words === 0) return notScored;
	const asked = subject === null ? 'The response:' : `“${oneLineOf(subject.text, maxStatusText)}”${words === 1 ? '' : ':'}`;
	const isNamed = contexts.some((context) => context.words > 0);
	const elsewhere = isNamed ? '' : containedIn(wordForWord);
	return {
		text: `$(link) ${icons(words === 1 ? `${subject === null ? '' : `${oneLineOf(subject.text, maxStatusText)} `}${origin}` : origin)}${icons(elsewhere)}`,
		label: `${asked} ${origin}${elsewhere}`,
		tooltip: [
			`${asked} ${origin}.${elsewhere === '' ? '' : ` The same words are in ${listOf(wordForWord)}, but the model did not need them there.`}`,
			explained(leftOut),
		].join('\n\n'),
	};
}

/** Says what the figures are. */
function explained(leftOut: string | null): string {
	return leftOut === null
		? 'The numbers are the probability of the word with all contexts, and with a context hidden from the response.'
		: `The numbers are the probability of the word with all contexts, and without a context in the prompt. Contexts cannot be hidden, because ${leftOut.replace(/\.$/, '')}.`;
}

/** Returns ` (also in note-1)` for words that no context gave, but that contexts contain. Empty if none does. */
function containedIn(ids: readonly string[]): string {
	return ids.length === 0 ? '' : ` (also in ${listOf(ids)})`;
}

/** Returns IDs as a short list. */
export function listOf(ids: readonly string[]): string {
	const more = ids.length - 2;
	return `${ids
		.slice(0, 2)
		.map((id) => oneLineOf(id, maxStatusText))
		.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Returns what is shown after a context's heading: what hiding the context changes. Empty if there is nothing to say. */
export function headText({ words, without }: OriginsAnswer['contexts'][number], { subject, words: all }: OriginsAnswer): string {
	const asked = subject === null ? 'the response' : `“${oneLineOf(subject.text, maxStatusText)}”`;
	if (all !== 1)
		return words === 0
			? `no content word of ${asked} depends on this context`
			: `${words} of ${plural(all, 'content word')} of ${asked} ${words === 1 ? 'depends' : 'depend'} on this context`;
	if (without === null) return `${asked} does not depend on this context`;
	return words === 0
		? `not needed for ${asked} (${roughPercentOf(without)} without it)`
		: `${asked} comes from here, ${roughPercentOf(without)} without this context`;
}

/** A status bar makes pictures of `$(name)`. */
function icons(text: string): string {
	return text.replaceAll('$(', '$ (');
}
