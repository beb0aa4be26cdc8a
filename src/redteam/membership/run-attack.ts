import type { MembershipAttackReport, MembershipRedteamReport, UnscoredAttack } from '../../formats/membership-redteam.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { randomFor } from '../../statistics/random.ts';
import { entryShare } from '../memory/pooled-figures.ts';
import type { HeldOutCopy, MembershipOn, MembershipPlan } from './attack-membership.ts';
import { inParallel } from './in-parallel.ts';
import type { MembershipAttack } from './membership-attack.ts';
import { outcomeOf, type ProbedDocument } from './membership-figures.ts';
import { seeQueries } from './memory-index.ts';
import { plannedDocument, type PlannedDocument } from './planned-document.ts';

/** Documents of which one kind is asked about at least, so that thresholds and figures have some each. */
export const leastAsked = 4;

/** Share of answers that may be empty: with more of them figures say how often a pipeline is silent, and not what it gives away. */
const mostEmpty = 0.1;
/** If the first so many answers are all empty, no more are asked for. */
const enoughEmpty = 20;

/** The answers to a query. */
interface Answers {
	readonly plain: string;
	readonly defended: string;
}

type Ran =
	| { readonly report: MembershipAttackReport; readonly reason?: never }
	| { readonly report: null; readonly reason: Pick<UnscoredAttack, 'reason' | 'answers' | 'empty'> };

/** What an attack brings; `reason`: why it has no figures. Rejects as the pipeline does, or with the signal's reason. */
export async function runAttack(
	attack: MembershipAttack,
	copy: HeldOutCopy,
	index: Matrix,
	plan: MembershipPlan & MembershipRedteamReport['screening'],
	on: MembershipOn,
): Promise<Ran> {
	const planned = await planOf(attack, copy, index, plan, on);
	if ([true, false].some((member) => planned.filter(({ target }) => target.member === member).length < leastAsked))
		return { report: null, reason: { reason: 'tooShort', answers: 0, empty: 0 } };
	const answers = await askAll(attack, planned, on);
	const given = answers.flat();
	const empty = {
		undefended: given.filter(({ plain }) => isEmpty(plain)).length,
		defended: given.filter(({ defended }) => isEmpty(defended)).length,
	};
	const worst = Math.max(empty.undefended, empty.defended);
	if (worst > mostEmpty * given.length) return { report: null, reason: { reason: 'empty', answers: given.length, empty: worst } };
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
	{ k, rho, z, rule, seed }: MembershipPlan & MembershipRedteamReport['screening'],
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
