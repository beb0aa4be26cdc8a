import type {
	MembershipAttackName,
	MembershipAttackReport,
	MembershipRedteamReport,
	UnscoredAttack,
} from '../../formats/membership-redteam.ts';
import type { ScreeningRule } from '../../formats/query-screen-record.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { empiricalZ } from '../../methods/mirabel/thresholds.ts';
import { randomFor, shuffled } from '../../statistics/random.ts';
import type { Embed } from '../memory/attack.ts';
import { ia } from './interrogation.ts';
import { mba } from './mba.ts';
import type { AttackerKnowledge, MembershipAttack } from './membership-attack.ts';
import { seeQueries } from './memory-index.ts';
import { minAsked, runAttack } from './run-attack.ts';
import { s2mia } from './s2mia.ts';

/** Every attack, in the paper's order. */
export const membershipAttacks: readonly MembershipAttack[] = [s2mia, mba, ia];

/** What is attacked, and how. */
export interface MembershipPlan {
	/** Different texts of the store. */
	readonly documents: readonly string[];
	readonly attacks: readonly MembershipAttackName[];
	/** Documents that are asked about: as many members as others, half of each to choose thresholds by. */
	readonly count: number;
	/** Documents that the pipeline reads for a query. */
	readonly k: number;
	readonly rho: number;
	/** Absent: empirical where benign queries allow it, else skew-corrected. */
	readonly rule?: ScreeningRule | undefined;
	/** Queries of the store's own users. */
	readonly benign: readonly string[];
	readonly seed: number;
}

/** The pipeline's other half, and what attackers run by themselves. */
export interface MembershipOn {
	readonly embed: Embed;
	/** What is answered from these documents; empty where nothing is. `maxTokens`: of the answer. */
	readonly answer: (query: string, documents: readonly string[], maxTokens: number, signal: AbortSignal) => Promise<string>;
	/** How many answers are asked for at the same time. */
	readonly parallel: number;
	readonly perplexity: AttackerKnowledge['perplexity'];
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** Share of a store that is held out, as in the paper's larger corpora. */
const heldOutShare = 0.2;
export const minDocuments = 25;

/** A store divided into what a pipeline reads and what was held out of it, with those of both that are asked about. */
export interface HeldOutCopy {
	readonly index: readonly string[];
	readonly heldOut: readonly string[];
	readonly members: readonly string[];
	readonly others: readonly string[];
}

/** What documents are held out is drawn; nothing of the store is changed. */
export function heldOutCopy(documents: readonly string[], count: number, seed: number): HeldOutCopy {
	const order = shuffled(randomFor(seed, 'held out'), [...new Set(documents)]);
	const out = Math.max(Math.floor(heldOutShare * order.length), minAsked);
	const [heldOut, index] = [order.slice(0, out), order.slice(out)];
	const each = Math.min(Math.floor(count / 2), heldOut.length, index.length);
	return { index, heldOut, members: shuffled(randomFor(seed, 'members'), index).slice(0, each), others: heldOut.slice(0, each) };
}

/** What membership attacks on a copy of a store bring. Rejects as the pipeline does, or with the signal's reason. */
export async function attackMembership(
	plan: MembershipPlan,
	on: MembershipOn,
): Promise<Pick<MembershipRedteamReport, 'documents' | 'k' | 'seed' | 'screening' | 'attacks' | 'unscored'>> {
	const copy = heldOutCopy(plan.documents, plan.count, plan.seed);
	on.onProgress('Embedding the documents', 0, 0);
	const index = await on.embed(copy.index, 'document');
	const screening = await screeningOf(plan, index, on);
	const attacks: MembershipAttackReport[] = [];
	const unscored: UnscoredAttack[] = [];
	for (const attack of membershipAttacks.filter(({ name }) => plan.attacks.includes(name))) {
		// oxlint-disable-next-line no-await-in-loop -- one after the other, as they are told
		const { report, reason } = await runAttack(attack, copy, index, { ...plan, ...screening }, on);
		if (report !== null) attacks.push(report);
		else unscored.push({ name: attack.name, title: attack.title, ...reason });
	}
	return {
		documents: { all: copy.index.length + copy.heldOut.length, index: copy.index.length, heldOut: copy.heldOut.length },
		k: plan.k,
		seed: plan.seed,
		screening,
		attacks,
		unscored,
	};
}

async function screeningOf(
	{ benign, rule: asked, rho, k }: MembershipPlan,
	index: Matrix,
	{ embed }: MembershipOn,
): Promise<MembershipRedteamReport['screening']> {
	const seen = benign.length === 0 ? [] : await seeQueries(benign, index, { k, rho, empiricalZ: null }, embed);
	const { z, needs } = empiricalZ(
		seen.map((one) => one.z),
		rho,
	);
	const rule = asked ?? (z === null ? 'skew' : 'empirical');
	const few = benign.length === 0 ? 'no benign queries were named' : `${benign.length} benign queries are too few: it takes ${needs}`;
	return {
		rule,
		rho,
		z,
		queries: benign.length,
		says:
			rule === 'empirical'
				? z === null
					? `The empirical threshold cannot be had, as ${few}: nothing is hidden by it.`
					: `The threshold comes from ${benign.length} benign queries.`
				: asked === undefined
					? `The threshold is a formula\u2019s, as ${few}.`
					: `The threshold is a formula\u2019s.`,
	};
}
