import { canonicalSentence, type PublicSpelling } from './canonical-sentence.ts';
import { factOf, askedBy, sayFact, type Fact } from './fact.ts';
import type { Ballot } from './sentence-vote.ts';

/**
 * What a document's own answer votes for when facts are counted: sentences that state the same value of the same count as one, however
 * they are worded; a sentence that states none counts by its canonical wording. Each is made from that sentence, the query and public
 * spellings alone, so that one document moves the votes of its own sentences and nothing else.
 */
export function factBallot(sentences: readonly string[], query: string, spelling: PublicSpelling): Ballot {
	const asked = askedBy(query);
	return sentences.flatMap((sentence) => {
		const form = canonicalSentence(sentence, spelling);
		if (form === '') return [];
		const fact = factOf(form, asked);
		return [fact === null ? keyOfWording(form) : keyOfFact(fact)];
	});
}

/** What was released, in words that are public or were themselves voted for. `saidWithoutDocuments`: canonical sentences of the model without any. */
export function sayReleased(key: string, query: string, saidWithoutDocuments: readonly string[]): string {
	const [first, ...rest] = key.split(unit);
	if (first === wording) return rest.join(unit);
	const asked = rest.slice(0, -1);
	return sayFact({ asked, value: rest.at(-1)! }, query, saidWithoutDocuments);
}

// A sign that no canonical sentence has.
const unit = '\u001f';
const wording = 'wording';

function keyOfWording(form: string): string {
	return `${wording}${unit}${form}`;
}

function keyOfFact({ asked, value }: Fact): string {
	return ['fact', ...asked, value].join(unit);
}
