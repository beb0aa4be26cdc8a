import type { DomainId } from '../world/domain.ts';
import type { Verdict } from '../world/label-answer.ts';
import type { SituationKind } from '../world/situation.ts';
import type { LabeledAnswer } from './labeled-answer.ts';

/** What a set's `tags` say of an answer, besides its labels. */
export interface AnswerTags {
	readonly domain: DomainId;
	readonly kind: SituationKind;
	readonly marks: readonly string[];
	/** One a sentence, in their order. */
	readonly verdicts: readonly Verdict[];
}

const domains: Readonly<Record<DomainId, true>> = { hospital: true, bank: true, network: true, company: true, records: true };
const kinds: Readonly<Record<SituationKind, true>> = {
	one: true,
	two: true,
	three: true,
	dense: true,
	personal: true,
	memory: true,
	'memory-two': true,
	contradiction: true,
	similar: true,
};
const verdicts: Readonly<Record<Verdict, true>> = {
	supported: true,
	refusal: true,
	'needless-refusal': true,
	'off-topic': true,
	memory: true,
	misattributed: true,
	fabricated: true,
	unreadable: true,
};

/** Domain and kind, then the plan's marks, then a verdict for each sentence: `bank, two, withheld, supported, refusal`. */
export function tagsOf({ situation, marks, sentences }: Pick<LabeledAnswer, 'situation' | 'marks' | 'sentences'>): string[] {
	const written = [situation.entity.domain.id, situation.kind, ...marks, ...sentences.map((s) => s.verdict)];
	if (marks.some((mark) => mark in verdicts)) throw new RangeError(`a mark is called like a verdict: ${marks.join(', ')}`);
	return written;
}

/** @throws RangeError for tags that `tagsOf` has not written. */
export function readTags(tags: readonly string[]): AnswerTags {
	const [domain, kind, ...rest] = tags;
	if (!isKey(domains, domain) || !isKey(kinds, kind)) throw new RangeError(`not the tags of a labeled answer: ${tags.join(', ')}`);
	const found = rest.filter((tag) => isKey(verdicts, tag));
	const marks = rest.slice(0, rest.length - found.length);
	if (found.length === 0 || marks.some((mark) => isKey(verdicts, mark)))
		throw new RangeError(`not the tags of a labeled answer: ${tags.join(', ')}`);
	return { domain, kind, marks, verdicts: found };
}

function isKey<K extends string>(record: Readonly<Record<K, true>>, key: string | undefined): key is K {
	return key !== undefined && Object.hasOwn(record, key);
}
