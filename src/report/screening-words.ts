import type { ScreeningRule, QueryScreenRecord, QueryScreenSummary } from '../formats/query-screen-record.ts';
import { decimal } from '../wording/numbers.ts';
import { plural } from '../wording/phrases.ts';

/** The verdict: how many queries fish for one document. @param judged whether a threshold decides; where none does there is no verdict but by sessions */
export function queryVerdict({
	queries,
	flagged,
	judged,
}: Pick<QueryScreenSummary, 'queries' | 'flagged'> & { readonly judged: boolean }): string {
	if (queries === 0) return 'There is no query to screen.';
	if (!judged) {
		const bySession =
			flagged === 0
				? ''
				: ` By their sessions, ${flagged.toLocaleString('en')} ${flagged === 1 ? 'fishes' : 'each fish'} for one document.`;
		return `No verdict on ${queries === 1 ? 'the query' : plural(queries, 'single query', 'single queries')}.${bySession}`;
	}
	if (queries === 1) return `The query ${flagged === 0 ? 'does not fish' : 'fishes'} for one document.`;
	if (flagged === 0) return `None of ${plural(queries, 'query', 'queries')} fishes for one document.`;
	return `${flagged.toLocaleString('en')} of ${plural(queries, 'query', 'queries')} ${flagged === 1 ? 'fishes' : 'each fish'} for one document.`;
}

/** What a screening rests on, in sentences; names and remarks stand in them as they came. */
export function screeningGrounds({ store, encoder, calibration, sessions, ignored, problems, remarks }: QueryScreenSummary): string[] {
	return [
		`Compared with ${plural(store.documents, 'document')} of ${store.name}, embedded by ${encoder.name}.`,
		calibration.says,
		...(sessions === null
			? ['The log has no sessions, so RAG Assay cannot see who repeatedly asks for one document.']
			: [
					`${sessions.flagged.toLocaleString('en')} of ${plural(sessions.all, 'session')} ${sessions.flagged === 1 ? 'has' : 'have'} such a query.`,
				]),
		...(encoder.cannotSee === null ? [] : [encoder.cannotSee]),
		...(ignored === 0 ? [] : [`${plural(ignored, 'query', 'queries')} with findings ${ignored === 1 ? 'is' : 'are'} marked benign.`]),
		...(problems === 0 ? [] : [`${plural(problems, 'part', 'parts')} of the log or the store could not be read.`]),
		...remarks.map(({ message, hint }) => `${message} ${hint}`),
	];
}

/** Each rule's name, what its threshold is, and why there may be none. */
export const ruleWords: Readonly<Record<ScreeningRule, { readonly name: string; readonly what: string; readonly missing: string }>> = {
	empirical: {
		name: 'Empirical',
		what: 'Benign queries stay below it, except for the share that may be flagged',
		missing: 'Needs benign queries, or a profile made with benign queries',
	},
	skew: {
		name: 'Skew-corrected',
		what: 'A formula: the largest similarity by chance, corrected for skewness',
		missing: 'The other documents are all alike, or too few',
	},
	gumbel: {
		name: 'Gumbel',
		what: 'The published formula: the largest of many normally distributed similarities, in the limit',
		missing: 'The other documents are all alike',
	},
	exact: {
		name: 'Exact',
		what: 'A formula: the largest of this many normally distributed similarities',
		missing: 'The other documents are all alike',
	},
};

/** The verdict on one query. */
export function queryJudgment({
	flagged,
	findings,
	target,
	rule,
}: Pick<QueryScreenRecord, 'flagged' | 'findings' | 'target' | 'rule'>): string {
	if (flagged) return `It fishes for one document: ${target}.`;
	if (findings.length > 0) return `Marked benign; it would count as fishing for ${target}.`;
	return rule === null ? 'There is no verdict on it: no threshold decides.' : 'It does not fish for one document.';
}

/** A query's similarities in sentences: the largest beside its threshold, and the others. */
export function similarityWords({ max, target, threshold, rule, mean, std, z }: QueryScreenRecord): string[] {
	return [
		threshold === null || rule === null
			? `Its similarity to ${target} is ${decimal(max, 3)}, and there is no threshold to compare it with.`
			: `Its similarity to ${target} is ${decimal(max, 3)}; the threshold is ${decimal(threshold, 3)} (${ruleWords[rule].name.toLowerCase()})${threshold >= 1 ? ', which no similarity can reach' : ''}.`,
		z === null
			? `The other documents all have a similarity of ${decimal(mean, 3)}.`
			: `The other documents have a similarity of ${decimal(mean, 3)} on average, with a standard deviation of ${decimal(std, 3)}. The nearest document is ${decimal(z, 1)} deviations above the mean (z).`,
	];
}

/** How well a normal distribution fits, in a sentence; formulas assume one. Empty where nothing was tested. */
export function normalityWords({ normalityP, skewness }: Pick<QueryScreenRecord, 'normalityP' | 'skewness'>): string {
	if (normalityP === null) return '';
	const skew = skewness === null ? '' : `, skewness ${decimal(skewness.value, 2)}`;
	return normalityP < 0.05
		? `A normal distribution does not fit the others (p ${normalityP < 0.001 ? '< 0.001' : `= ${decimal(normalityP, 3)}`}${skew}): what formulas say is rough.`
		: `A normal distribution fits the others (p = ${decimal(normalityP, 2)}${skew}).`;
}

/** What the query's session asks for. */
export function sessionWords({ session, sessionSignal, target }: Pick<QueryScreenRecord, 'session' | 'sessionSignal' | 'target'>): string {
	if (session === null) return 'The log names no session for this query.';
	if (sessionSignal === null)
		return `No document is closer to this query than the others, so the query says nothing about session ${session}.`;
	const { times, of, least, flagged } = sessionSignal;
	const counted = `${times} of the last ${plural(of, 'different query', 'different queries')} of session ${session} ${times === 1 ? 'is' : 'are'} closest to ${target}`;
	return flagged ? `${counted}: it repeatedly asks for one document (${least} or more).` : `${counted}; ${least} would be suspect.`;
}
