import type { ScreeningThreshold } from '../../analysis/queries/screening-rule.ts';
import type {
	MembershipAttackName,
	MembershipAttackReport,
	MembershipRedteamReport,
	UnscoredAttack,
} from '../../formats/membership-redteam.ts';
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

/** How a copy is attacked. */
export interface MembershipPlan {
	readonly attacks: readonly MembershipAttackName[];
	/** Documents that the pipeline reads for a query. */
	readonly k: number;
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
	/** What flags a query, by the one rule of screening. @param zsOf how far the nearest document of the copy stands out for each of some benign queries */
	readonly threshold: (zsOf: (queries: readonly string[]) => Promise<readonly number[]>) => Promise<ScreeningThreshold>;
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

/** What membership attacks on a copy of a store bring. Rejects as the pipeline and the threshold do, or with the signal's reason. */
export async function attackMembership(
	copy: HeldOutCopy,
	plan: MembershipPlan,
	on: MembershipOn,
): Promise<Pick<MembershipRedteamReport, 'documents' | 'k' | 'seed' | 'screening' | 'attacks' | 'unscored'>> {
	on.onProgress('Embedding the documents', 0, 0);
	const index = await on.embed(copy.index, 'document');
	const threshold = await on.threshold(async (queries) => {
		const seen = queries.length === 0 ? [] : await seeQueries(queries, index, { k: plan.k, rho: anyRate, empiricalZ: null }, on.embed);
		return seen.map(({ z }) => z);
	});
	const attacks: MembershipAttackReport[] = [];
	const unscored: UnscoredAttack[] = [];
	for (const attack of membershipAttacks.filter(({ name }) => plan.attacks.includes(name))) {
		// oxlint-disable-next-line no-await-in-loop -- one after the other, as they are told
		const { report, reason } = await runAttack(attack, copy, index, { ...plan, threshold }, on);
		if (report !== null) attacks.push(report);
		else unscored.push({ name: attack.name, title: attack.title, ...reason });
	}
	return {
		documents: { all: copy.index.length + copy.heldOut.length, index: copy.index.length, heldOut: copy.heldOut.length },
		k: plan.k,
		seed: plan.seed,
		screening: { ...threshold.calibration, z: threshold.z },
		attacks,
		unscored,
	};
}

/** Thresholds of benign queries are computed with theirs and not read: any rate is right. */
const anyRate = 0.5;
