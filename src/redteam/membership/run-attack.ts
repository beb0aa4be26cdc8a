import type { ScreeningThreshold } from '../../analysis/queries/screening-rule.ts';
import { SessionTargets } from '../../analysis/queries/session-targets.ts';
import type { MembershipAttackReport, MembershipOutcome, UnscoredAttack } from '../../formats/membership-redteam.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { isAbove } from '../../methods/mirabel/thresholds.ts';
import { clopperPearson } from '../../statistics/binomial-interval.ts';
import { kolmogorovSmirnov } from '../../statistics/kolmogorov-smirnov.ts';
import { randomFor } from '../../statistics/random.ts';
import { entryShare, rocOf } from '../memory/pooled-figures.ts';
import type { HeldOutCopy, MembershipOn, MembershipPlan } from './attack-membership.ts';
import type { MembershipAttack, Probe } from './membership-attack.ts';
import { seeQueries, type SeenQuery } from './memory-index.ts';
import { fittedRule, verdictFigures, type ScoredDocument } from './verdict-rule.ts';

/**
 * Runs tasks, some of them at the same time, begun in their order. The first that fails aborts the others by the signal that they are given, and none is begun after
 * it; rejects as it did once all have ended, so that nothing goes on behind the caller's back.
 */
async function inParallel(tasks: readonly ((signal: AbortSignal) => Promise<void>)[], atOnce: number, signal: AbortSignal): Promise<void> {
	const stop = new AbortController();
	const either = AbortSignal.any([signal, stop.signal]);
	const failures: unknown[] = [];
	let next = 0;
	const task = async (): Promise<void> => {
		try {
			while (next < tasks.length) {
				either.throwIfAborted();
				// oxlint-disable-next-line no-await-in-loop -- each worker does one task at a time
				await tasks[next++]!(either);
			}
		} catch (error) {
			failures.push(error);
			stop.abort(error);
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, tasks.length) }, task));
	if (failures.length > 0) throw failures[0];
}

/** A document that was asked about. */
interface ProbedDocument {
	readonly member: boolean;
	/** Whether the attacker knows its membership, and chooses thresholds by it. */
	readonly reference: boolean;
	readonly undefended: readonly number[];
	readonly defended: readonly number[];
}

/** What an attack brings with or without a defense; the attacker knows which, and makes its thresholds of such answers. */
function outcomeOf(probed: readonly ProbedDocument[], by: 'undefended' | 'defended', aim: 'accuracy' | 'f1'): MembershipOutcome {
	const scored = (reference: boolean): ScoredDocument[] =>
		probed.filter((one) => one.reference === reference).map((one) => ({ scores: one[by], member: one.member }));
	const counted = scored(false);
	const { right, of, precision, recall, f1 } = verdictFigures(counted, fittedRule(scored(true), aim));
	const accuracy = of === 0 ? 0 : right / of;
	const of1 = (member: boolean, score: number): number[] =>
		counted.filter((one) => one.member === member).map(({ scores }) => scores[score]!);
	const distances = counted[0]?.scores.map((_, i) => kolmogorovSmirnov(of1(true, i), of1(false, i)).statistic) ?? [0];
	return {
		accuracy: { value: accuracy, ...clopperPearson(right, of), n: of },
		adjustedAccuracy: adjustedAccuracy(accuracy),
		precision,
		recall,
		f1,
		ks: distances.reduce((sum, one) => sum + one, 0) / distances.length,
		roc: rocOf({ planted: of1(true, 0), benign: of1(false, 0) }),
	};
}

/** Equation 9: what an attacker gains over guessing, whichever way round. */
export function adjustedAccuracy(accuracy: number): number {
	return Math.max(accuracy, 1 - accuracy) - 0.5;
}

/** Who is asked about. */
interface Target {
	readonly text: string;
	readonly member: boolean;
}

/** A query about a document, with what the pipeline reads for it. */
interface PlannedQuery {
	readonly query: string;
	/** Whether the document is among what is read without a defense. */
	readonly retrieved: boolean;
	/** Whether detect-and-hide hides the nearest. */
	readonly hidden: boolean;
	readonly read: readonly string[];
	/** The same as `read` where nothing is hidden. */
	readonly readDefended: readonly string[];
}

/** All queries about a document, as one session. */
interface PlannedDocument {
	readonly target: Target;
	readonly probe: Probe;
	readonly queries: readonly PlannedQuery[];
	/** Whether the session signal was raised. */
	readonly session: boolean;
}

/** What the pipeline reads for each query, as it is and with detect-and-hide. @param seen of the probe's queries, with one row more than `k` */
function plannedDocument(
	target: Target,
	probe: Probe,
	seen: readonly SeenQuery[],
	{ texts, k, rule }: { readonly texts: readonly string[]; readonly k: number } & Pick<ScreeningThreshold, 'rule'>,
): PlannedDocument {
	const sessions = new SessionTargets();
	let session = false;
	const queries = probe.queries.map((query, i): PlannedQuery => {
		const { found, max, thresholds } = seen[i]!;
		const signaled = sessions.add('one', seen[i]!, false)?.flagged === true;
		session ||= signaled;
		// Without a threshold sessions alone hide.
		const hidden = signaled || (rule !== null && isAbove(max, thresholds[rule]));
		const rows = (from: number): string[] => found.slice(from, from + k).map((row) => texts[row]!);
		const read = rows(0);
		return { query, retrieved: read.includes(target.text), hidden, read, readDefended: hidden ? rows(1) : read };
	});
	return { target, probe, queries, session };
}

/** Documents of which one kind is asked about at least, so that thresholds and figures have some each. */
export const minAsked = 4;

/** Share of answers that may be empty: with more of them figures say how often a pipeline is silent, and not what it gives away. */
const maxEmpty = 0.1;
/** If the first so many answers are all empty, no more are asked for. */
const enoughEmpty = 20;

/** The answers to a query. */
interface Answers {
	readonly plain: string;
	readonly defended: string;
}

/** A plan with what flags a query. */
interface ThresholdedPlan extends MembershipPlan {
	readonly threshold: ScreeningThreshold;
}

type Ran =
	| { readonly report: MembershipAttackReport; readonly reason?: never }
	| { readonly report: null; readonly reason: Pick<UnscoredAttack, 'reason' | 'answers' | 'empty'> };

/** What an attack brings; `reason`: why it has no figures. Rejects as the pipeline does, or with the signal's reason. */
export async function runAttack(
	attack: MembershipAttack,
	copy: HeldOutCopy,
	index: Matrix,
	plan: ThresholdedPlan,
	on: MembershipOn,
): Promise<Ran> {
	const planned = await planOf(attack, copy, index, plan, on);
	if ([true, false].some((member) => planned.filter(({ target }) => target.member === member).length < minAsked))
		return { report: null, reason: { reason: 'tooShort', answers: 0, empty: 0 } };
	const answers = await askAll(attack, planned, on);
	const given = answers.flat();
	const empty = {
		undefended: given.filter(({ plain }) => isEmpty(plain)).length,
		defended: given.filter(({ defended }) => isEmpty(defended)).length,
	};
	const worst = Math.max(empty.undefended, empty.defended);
	if (worst > maxEmpty * given.length) return { report: null, reason: { reason: 'empty', answers: given.length, empty: worst } };
	const probed = await scoreAll(attack, planned, answers, on);
	const queriesOf = (member: boolean) => planned.filter(({ target }) => target.member === member).flatMap(({ queries }) => [...queries]);
	const sessions = (member: boolean) => entryShare(planned.filter(({ target }) => target.member === member).map(({ session }) => session));
	const shown = planned.findIndex(({ target }) => target.member);
	const { plain = '', defended = '' } = answers[shown]?.[0] ?? {};
	return {
		report: {
			name: attack.name,
			title: attack.title,
			documents: probed.filter(({ reference }) => !reference).length,
			queries: given.length,
			empty,
			undefended: outcomeOf(probed, 'undefended', attack.aim),
			defended: outcomeOf(probed, 'defended', attack.aim),
			retrieved: entryShare(queriesOf(true).map(({ retrieved }) => retrieved)),
			flagged: {
				members: entryShare(queriesOf(true).map(({ hidden }) => hidden)),
				others: entryShare(queriesOf(false).map(({ hidden }) => hidden)),
			},
			sessions: planned.some(({ queries }) => queries.length > 1) ? { members: sessions(true), others: sessions(false) } : null,
			example: { query: planned[shown]?.queries[0]?.query ?? '', answer: plain, defendedAnswer: defended },
		},
	};
}

function isEmpty(answer: string): boolean {
	return answer.trim() === '';
}

/** Before anything is asked: the questions, and what is read for each. In the documents' order, for questions are drawn at random. */
async function planOf(
	attack: MembershipAttack,
	copy: HeldOutCopy,
	index: Matrix,
	{ k, seed, threshold: { rule, rho, z } }: ThresholdedPlan,
	on: MembershipOn,
): Promise<PlannedDocument[]> {
	const prepare = attack.prepare({
		documents: [...copy.members, ...copy.others],
		perplexity: on.perplexity,
		random: randomFor(seed, attack.name),
	});
	// Members and others by turns: what is canceled or fails has begun with both.
	const targets = copy.members.flatMap((text, i) => [
		{ text, member: true },
		{ text: copy.others[i]!, member: false },
	]);
	const planned: PlannedDocument[] = [];
	for (const [i, target] of targets.entries()) {
		on.signal.throwIfAborted();
		on.onProgress(`Preparing an attack: ${attack.title}`, i, targets.length);
		// oxlint-disable-next-line no-await-in-loop -- see above
		const probe = await prepare(target.text);
		if (probe === null) continue;
		// oxlint-disable-next-line no-await-in-loop -- see above
		const seen = await seeQueries(probe.queries, index, { k, rho, empiricalZ: z }, on.embed);
		planned.push(plannedDocument(target, probe, seen, { texts: copy.index, k, rule }));
	}
	return planned;
}

/** All answers, by document and query; fewer where nothing but empty ones comes. */
async function askAll(attack: MembershipAttack, planned: readonly PlannedDocument[], on: MembershipOn): Promise<Answers[][]> {
	const answers = planned.map((): Answers[] => []);
	const total = planned.reduce((sum, { queries }) => sum + queries.length, 0);
	let [done, said] = [0, 0];
	const tasks = planned.flatMap(({ queries }, document) =>
		queries.map(({ query, hidden, read, readDefended }, i) => async (signal: AbortSignal): Promise<void> => {
			if (said === 0 && done >= enoughEmpty) return;
			const plain = await on.answer(query, read, attack.answerTokens, signal);
			const defended = hidden ? await on.answer(query, readDefended, attack.answerTokens, signal) : plain;
			answers[document]![i] = { plain, defended };
			if (!isEmpty(plain) || !isEmpty(defended)) said++;
			on.onProgress(`Attacking a copy: ${attack.title}`, ++done, total);
		}),
	);
	on.onProgress(`Attacking a copy: ${attack.title}`, 0, total);
	await inParallel(tasks, on.parallel, on.signal);
	return answers;
}

async function scoreAll(
	{ title }: MembershipAttack,
	planned: readonly PlannedDocument[],
	answers: readonly (readonly Answers[])[],
	on: MembershipOn,
): Promise<ProbedDocument[]> {
	const probed: ProbedDocument[] = [];
	const seen = { members: 0, others: 0 };
	for (const [i, { target, probe }] of planned.entries()) {
		on.signal.throwIfAborted();
		on.onProgress(`Reading the answers: ${title}`, i, planned.length);
		// Every other document of its kind: the attacker knows the membership of as many members as others.
		const reference = seen[target.member ? 'members' : 'others']++ % 2 === 0;
		const given = answers[i]!;
		probed.push({
			member: target.member,
			reference,
			// oxlint-disable-next-line no-await-in-loop -- a model does one thing at a time
			undefended: await probe.score(given.map(({ plain }) => plain)),
			// oxlint-disable-next-line no-await-in-loop -- see above
			defended: await probe.score(given.map(({ defended }) => defended)),
		});
	}
	return probed;
}
