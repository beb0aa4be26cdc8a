import type { TextRange } from './tagged-text.ts';

/*
 * Sentences that say that one thing is not known and another is: 'The contexts do not say when it opens, but the fee is 51 euros.'
 */

/** What joins the two halves. 'And' and a comma alone join clauses of their own only with a verb behind them. */
const joints =
	/(?:,|;| [-–—])? (?:but|however|though|although|yet|whereas|while|aber|jedoch|allerdings|mais|cependant|toutefois|pero|sin embargo|mas|porém|ma|però|tuttavia),? |, (?:and|und|et|y|e) |[,，;；] ?(?:但是?|不过|然而|而)|[;；] ?|(?<=ません|ない|ず)(?:が|けれど|けど)[、，]/giu;
/** Opens a half before a comma: 'While the contexts do not say when it opens, the fee is 51 euros.' */
const leading =
	/^(?:while|although|though|even though|whereas|obwohl|zwar|bien que|même si|aunque|si bien|embora|sebbene|anche se|虽然|尽管)(?![\p{L}\p{N}])|^(?:虽然|尽管)/iu;
const comma = /[,，] ?/gu;

/** Signs of a value: a digit, a number in words, or a name behind a verb. */
const value =
	/\p{Nd}|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million)\b|\b(?:is|was|are|were) \p{Lu}\p{Ll}/u;
/** Marks of a source are no values. */
const sourceMark = /\[[^\]\n]*(?:\]|$)|\([^)\n]*(?:\)|$)|【[^】\n]*(?:】|$)/gu;
const verb =
	/\b(?:is|are|was|were|be|has|have|had|costs?|charges?|amounts?|opens?|opened|closes?|closed|begins?|began|starts?|started|ends?|ended|takes?|took|lasts?|lasted|runs?|ran|says?|said|states?|stated|mentions?|mentioned|shows?|lists?|gives?|indicates?|notes?|does|did|do|will|would|must|can|may|weighs?|lives?|lived|died|won|paid|pays?|holds?|held|rose|fell|reached|sold|bought|built|made|came|went|got|stands?|stood|contains?|employs?|employed|covers?)\b/iu;
/** What is no claim about the subject: a question that stays open, and advice. */
const noClaim =
	/^(?:whether|if|that|who|whom|whose|what|when|where|which|how|why|nor|or|you|i|we|please|only|not|ob|dass|wer|was|wann|wo|sie können|ich|wir|si|que|qui|quand|où|vous|je|nous|usted|puede|você|se|che|chi|quando|您|你|我|请)(?![\p{L}\p{N}])|^(?:您|你|我|请|可以|如果)/iu;

/** Returns the ranges of a sentence's clauses, cut where one may say something else than the next. One range: the sentence is not cut. */
export function clausesOf(sentence: string): TextRange[] {
	const placed = (pattern: RegExp) =>
		Array.from(sentence.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length, found }));
	const cuts = [...placed(joints), ...(leading.test(sentence) ? placed(comma) : [])];
	if (cuts.length === 0) return [{ start: 0, end: sentence.length }];
	const clauses: TextRange[] = [];
	let start = 0;
	for (const { start: at, end, found } of cuts.toSorted((a, b) => a.start - b.start)) {
		// 'The fee, and the pool'
		if (at < start || (/^, (?:and|und|et|y|e) $/iu.test(found) && !verb.test(sentence.slice(end)))) continue;
		if (at > start) clauses.push({ start, end: at });
		start = end;
	}
	if (start < sentence.length) clauses.push({ start, end: sentence.length });
	return clauses;
}

/** Returns whether a clause beside a refusal claims a value of its own. */
export function claimsValue(clause: string): boolean {
	const bare = clause.replaceAll(sourceMark, ' ').trim();
	return value.test(bare) && !noClaim.test(bare);
}
