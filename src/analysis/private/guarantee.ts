import type { Guarantee } from '../../formats/release.ts';
import { groupGuarantee } from '../../privacy/group-privacy.ts';
import { plural } from '../../wording/phrases.ts';

/** Documents of one person that a release says the promise for. */
const groups = [2, 3, 5];

/** What (ε, δ) of a whole answer promises, and in sentences what it does not. */
export function guaranteeOf({ epsilon, delta }: { readonly epsilon: number; readonly delta: number }, documents: number): Guarantee {
	return {
		epsilon,
		delta,
		adjacency: 'the text of one document replaced by nothing',
		group: groups.filter((size) => size <= documents).map((size) => ({ documents: size, ...groupGuarantee(epsilon, delta, size) })),
		notCovered: notCovered(documents),
	};
}

function notCovered(documents: number): string[] {
	return [
		'Which documents were retrieved. Another document in the corpus may have changed that.',
		`How many documents there are, and how many of them repeat another: ${plural(documents, 'different document')}, and anybody may know. What follows from that number is public, too: what each step may spend, and how many documents must agree.`,
		'The query, the settings, the list and the vocabulary. They count as public.',
		'A person in several documents. The promise is for one document, and is weaker for several.',
		'How long the run took, and whether it ended early because the machine or the model\u2019s runtime failed: both can depend on how long the documents are.',
		'The runtime\u2019s arithmetic: that a document\u2019s numbers do not depend on the others in its batch is tried with each model, not proved.',
		'What the model itself learned when it was trained.',
	];
}
