import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ScreeningThreshold } from '../../analysis/queries/screening-rule.ts';
import { SessionTargets } from '../../analysis/queries/session-targets.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { isAbove } from '../../methods/mirabel/thresholds.ts';
import { randomFor } from '../../statistics/random.ts';
import type { HeldOutCopy, MembershipOn, MembershipPlan } from './attack-membership.ts';
import type { MembershipAttack, Probe } from './membership-attack.ts';
import { seeQueries, type SeenQuery } from './memory-index.ts';

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

/** An attack with all that it asks. */
export interface PlannedAttack {
	readonly attack: MembershipAttack;
	/** Members and others by turns; none that the attack has nothing to ask about. */
	readonly documents: readonly PlannedDocument[];
}

/** What progress calls an attack. */
export function stepName({ title, masks }: MembershipAttack): string {
	return masks === undefined ? title : `${title}, ${masks} masks`;
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

/** A plan with what flags a query. */
export interface ThresholdedPlan extends Pick<MembershipPlan, 'k' | 'seed'> {
	readonly threshold: ScreeningThreshold;
}

/** Makes what is asked before anything is: the questions, and what is read for each. In the documents' order, for questions are drawn at random. */
export async function plannedAttack(
	attack: MembershipAttack,
	copy: HeldOutCopy,
	index: Matrix,
	{ k, seed, threshold: { rule, rho, z, score } }: ThresholdedPlan,
	on: MembershipOn,
): Promise<PlannedAttack> {
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
		// A pipeline of this process alone would leave no turn in which a cancel is heard.
		// oxlint-disable-next-line no-await-in-loop -- see above
		await nextTurn();
		on.onProgress(`Preparing an attack: ${stepName(attack)}`, i, targets.length);
		// oxlint-disable-next-line no-await-in-loop -- see above
		const probe = await prepare(target.text);
		if (probe === null) continue;
		// oxlint-disable-next-line no-await-in-loop -- see above
		const seen = await seeQueries(probe.queries, index, { k, rho, empiricalZ: z, score }, on.embed);
		planned.push(plannedDocument(target, probe, seen, { texts: copy.index, k, rule }));
	}
	return { attack, documents: planned };
}
