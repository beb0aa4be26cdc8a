import { isDuty, isOrder } from './mood.ts';

/** Past participles that no rule makes. */
const irregular: Readonly<Record<string, string>> = Object.fromEntries(
	"send sent|give given|make made|tell told|keep kept|leave left|put put|set set|read read|pay paid|take taken|hide hidden|forget forgotten|throw thrown|write written|speak spoken|say said|hand handed|withhold withheld|sell sold|buy bought|spend spent|let let|run run|shut shut|hold held|get got|swap swapped|stop stopped|drop dropped|skip skipped|wipe wiped|plug plugged|submit submitted|permit permitted|omit omitted|transmit transmitted|admit admitted|transfer transferred|refer referred|steal stolen|break broken|overwrite overwritten|override overridden|feed fed|lend lent|split split|cut cut|burn burned|lie lied|mislead misled|choose chosen|ship shipped|strip stripped|tip tipped|unset unset|see seen|show shown|draw drawn|bring brought|dump dumped|log logged|plan planned|scrap scrapped|scan scanned|bcc bcc'd|cc cc'd|undo undone|do done|begin begun|overpay overpaid|defer deferred|pin pinned|rob robbed|ban banned|blot blotted|teach taught|mean meant|find found|reset reset|sign signed|fit fitted|quit quit|bet bet|mirror mirrored|grab grabbed|slip slipped|trim trimmed|tag tagged|embed embedded|flag flagged|expel expelled|cancel cancelled|label labelled|blind blinded|shoot shot|drive driven|rewrite rewritten|lead led|sneak sneaked|wire wired"
		.split('|')
		.map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** `send` as `sent`, `copy` as `copied`. */
function participleOf(verb: string): string {
	const own = irregular[verb];
	if (own !== undefined) return own;
	if (verb.endsWith('e')) return `${verb}d`;
	return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** Where something is ordered, `[start, end)` in the text. */
export interface OrderedAct {
	readonly start: number;
	readonly end: number;
	/** `duty`: told as something that has to be done, so that what it is done to stands before it. */
	readonly mood: 'order' | 'duty';
}

interface Act {
	/** Index of the family that it belongs to. */
	readonly owner: number;
	readonly mood: OrderedAct['mood'];
	/** What follows the verb. */
	readonly rest: readonly string[];
	/** Words that may stand between: those of the object before a particle. */
	readonly gap: number;
}

const particles = new Set(['off', 'out', 'aside', 'over', 'down', 'away', 'on', 'up', 'back', 'along', 'around', 'through']);
const longestObject = 5;
/** Behind a verb's base form: it is a noun there, or something is said of what it does. */
const saidOf = new Set(['is', 'was', 'has', 'had']);
/** Behind a verb: nothing is to be done, or not before something else is ('Do not change files', 'Delete nothing without asking'). */
const denied = /^ (?:not|nothing\b[^.;!?\n]{0,60}? (?:without|unless|until|before))\b/iu;
/** Verbs that are adjectives as well, and nouns that no order acts on by themselves: 'Clear separation between …' is a heading. */
const adjectives = new Set([
	'clear',
	'clean',
	'open',
	'complete',
	'correct',
	'direct',
	'separate',
	'secure',
	'empty',
	'close',
	'express',
	'present',
]);
const abstract = /(?:tion|sion|ment|ity|ness|ance|ence|ship|ing)s?$/u;
const prepositions = new Set(['between', 'of', 'for', 'in', 'on', 'with', 'from', 'at', 'and', 'about', 'to']);
const word = /[a-z](?:[a-z'’-]*[a-z])?/gu;

/** Verbs of all families by their first word: a text is read once, however many families and verbs there are. */
export class ActIndex {
	readonly #byWord = new Map<string, Act[]>();

	/** @param acts of each family its verbs in their base form, by `|`; `null`: it has none */
	constructor(acts: readonly (string | null)[]) {
		for (const [owner, own] of acts.entries())
			for (const act of own?.split('|') ?? []) {
				const [verb, ...rest] = act.split(' ');
				const gap = rest.length === 1 && particles.has(rest[0]!) ? longestObject : 0;
				this.#add(verb!, { owner, mood: 'order', rest, gap });
				this.#add(participleOf(verb!), { owner, mood: 'duty', rest, gap });
			}
	}

	#add(head: string, act: Act): void {
		const known = this.#byWord.get(head);
		if (known === undefined) this.#byWord.set(head, [act]);
		else known.push(act);
	}

	/** What is ordered in `[from, to)`, by family. */
	in(text: string, from: number, to: number): ReadonlyMap<number, readonly OrderedAct[]> {
		const words = Array.from(text.slice(from, to).toLowerCase().matchAll(word), ({ 0: written, index }) => ({
			written,
			start: from + index,
			end: from + index + written.length,
		}));
		const found = new Map<number, OrderedAct[]>();
		for (const [i, { written, start }] of words.entries()) {
			const acts = this.#byWord.get(written);
			if (acts === undefined) continue;
			const isMeant = { order: isOrder(text, start), duty: isDuty(text, start) };
			for (const { owner, mood, rest, gap } of acts) {
				if (!isMeant[mood]) continue;
				const last = lastWord(words, i, rest, gap);
				if (last === undefined) continue;
				const end = words[last]!.end;
				if (
					mood === 'order' &&
					(saidOf.has(words[last + 1]?.written ?? '') || denied.test(text.slice(end, end + 80)) || isAdjective(words, i))
				)
					continue;
				const act = { start, end, mood };
				const own = found.get(owner);
				if (own === undefined) found.set(owner, [act]);
				else own.push(act);
			}
		}
		return found;
	}
}

/** Whether the word at `i` says how a noun is: nothing is done to what stands before a preposition or an end. */
function isAdjective(words: readonly { readonly written: string }[], i: number): boolean {
	const next = words[i + 2]?.written;
	return adjectives.has(words[i]!.written) && abstract.test(words[i + 1]?.written ?? '') && (next === undefined || prepositions.has(next));
}

/** Index of the last word of an act that begins at `i`. */
function lastWord(words: readonly { readonly written: string }[], i: number, rest: readonly string[], gap: number): number | undefined {
	for (let skipped = 0; skipped <= gap; skipped++) {
		const last = i + skipped + rest.length;
		if (rest.every((part, at) => words[i + skipped + 1 + at]?.written === part)) return last;
	}
	return undefined;
}
