import { tokenSourceNames, tokenSources } from '../../formats/token-sources.ts';
import type { Result } from '../../protocol/rpc.ts';
import type { Origins } from '../../protocol/requests.ts';
import { oneLineOf } from '../../wording/phrases.ts';

/** Characters of a text that the status bar shows. */
const maxStatusText = 32;

export type OriginsAnswer = NonNullable<Result<typeof Origins>>;

/** A context that gave less is not worth naming. */
export const minNamed = 0.005;

/** What the status bar says of where something came from; `label` is what a screen reader says. */
export interface OriginText {
	readonly text: string;
	readonly label: string;
	readonly tooltip: string;
}

/** Of the end of a response that was too long for the model. */
const notScored: OriginText = {
	text: '$(circle-slash) Not scored',
	label: 'Where this came from: not known, it was not scored',
	tooltip:
		'There was no room for this end of the response in the model\u2019s context window: it was not scored, and nothing is known of where it came from.',
};

/**
 * The strongest origin in words. Parts of a probability are written as in the hover: 0.42 of a token with the probability 0.91.
 * @param strongest the word that fed it most, as it stands in its context; undefined where its document is not open.
 */
export function originText({ subject, sources, lit, contexts, wordForWord }: OriginsAnswer, strongest: string | undefined): OriginText {
	if (subject?.tokens === 0) return notScored;
	const asked = subject === null ? 'the response' : `“${oneLineOf(subject.text, maxStatusText)}”`;
	const ofMean = subject !== null && subject.tokens === 1 ? '' : ', as a mean of its tokens';
	const [first] = contexts;
	const [word] = lit;
	const all = contexts.map(({ id, share }) => `${oneLineOf(id, maxStatusText)} ${part(share)}`).join(', ');
	const total = part(sources.reduce((sum, value) => sum + value, 0));
	const words = (text: string, what: string): OriginText => ({
		text: `$(link) ${text}`,
		label: `Where ${asked} came from: ${what}. Contexts: ${all === '' ? 'none' : all}.`,
		tooltip: `${capital(asked)} has the probability ${total}${ofMean}. Of that come from ${what}.\n\nBy context: ${all === '' ? 'none' : all}.`,
	});
	if (word !== undefined) {
		const [text, from] =
			strongest === undefined
				? [icons(oneLineOf(word.context, maxStatusText)), 'one word']
				: [
						`${icons(oneLineOf(word.context, maxStatusText))}: “${icons(oneLineOf(strongest, maxStatusText))}”`,
						`“${oneLineOf(strongest, maxStatusText)}”`,
					];
		return words(`${text} ${part(word.share)}`, `${from} in context ${oneLineOf(word.context, maxStatusText)} ${part(word.share)}`);
	}
	if (first !== undefined && first.share >= minNamed)
		return words(
			`${icons(oneLineOf(first.id, maxStatusText))} ${part(first.share)}`,
			`context ${oneLineOf(first.id, maxStatusText)} ${part(first.share)}`,
		);
	const largest = sources.reduce((best, value, s) => (value > sources[best]! ? s : best), 0);
	const status = standsIn(wordForWord);
	return words(
		`No context gave to it${status === '' ? '' : ` (${icons(status)})`}`,
		`no context to speak of; most comes from ${tokenSourceNames[tokenSources[largest]!]}, ${part(sources[largest]!)}${status === '' ? '' : `; its words ${status} anyway`}`,
	);
}

/** `stand in note-1`: where the words are that no context gave to; empty for nowhere. */
export function standsIn(ids: readonly string[]): string {
	const others = ids.length - 2;
	return ids.length === 0
		? ''
		: `stand in ${ids
				.slice(0, 2)
				.map((id) => oneLineOf(id, maxStatusText))
				.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** What stands behind a context's head: what it gave to the response, or to the text that is asked about. */
export function headText(share: number, { subject }: Pick<OriginsAnswer, 'subject'>): string {
	const asked = subject === null ? 'the response' : `“${oneLineOf(subject.text, maxStatusText)}”`;
	const amount = Math.abs(share).toFixed(2);
	if (Number(amount) === 0) return `gave next to nothing of ${asked}`;
	return share < 0 ? `took ${amount} from ${asked}` : `gave ${amount} of ${asked}`;
}

export function part(value: number): string {
	const text = Math.abs(value).toFixed(2);
	return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** A status bar makes pictures of `$(name)`. */
function icons(text: string): string {
	return text.replaceAll('$(', '$ (');
}

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}
