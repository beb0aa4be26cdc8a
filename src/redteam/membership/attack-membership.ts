import type { ScreeningThreshold } from '../../analysis/queries/screening-rule.ts';
import type {
	MembershipAttackName,
	MembershipAttackReport,
	MembershipRedteamReport,
	MembershipSettings,
	UnscoredAttack,
} from '../../formats/membership-redteam.ts';
import { standOut, type StandOutScore } from '../../methods/mirabel/thresholds.ts';
import { randomFor, shuffled } from '../../statistics/random.ts';
import type { Embed } from '../memory/attack.ts';
import { ia } from './interrogation.ts';
import { mba } from './mba.ts';
import { askAttacks } from './ask-attacks.ts';
import type { AttackerKnowledge, MembershipAttack } from './membership-attack.ts';
import { seeQueries } from './memory-index.ts';
import { plannedAttack, type PlannedAttack } from './planned-attack.ts';
import { asksEnough, minAsked, reportAttack } from './report-attack.ts';
import { s2mia } from './s2mia.ts';

/** Every attack, in the paper's order, each in the variants that the settings name. */
export function attackVariants(settings: MembershipSettings): readonly (readonly MembershipAttack[])[] {
	return [[s2mia], settings.masks.map(mba), [ia(settings)]];
}

/** How a copy is attacked. */
export interface MembershipPlan {
	readonly attacks: readonly MembershipAttackName[];
	/** Documents that the pipeline reads for a query. */
	readonly k: number;
	readonly seed: number;
	readonly settings: MembershipSettings;
}

/** The pipeline's other half, and what attackers run by themselves. */
export interface MembershipOn {
	readonly embed: Embed;
	/** What is answered from these documents; empty where nothing is. `maxTokens`: of the answer. */
	readonly answer: (query: string, documents: readonly string[], maxTokens: number, signal: AbortSignal) => Promise<string>;
	/** How many answers are asked for at the same time. */
	readonly parallel: number;
	readonly perplexity: AttackerKnowledge['perplexity'];
	/** What flags a query, by the one rule of screening. @param scoresOf how far the nearest document of the copy stands out for each of some benign queries */
	readonly threshold: (
		scoresOf: (queries: readonly string[], score: StandOutScore) => Promise<readonly number[]>,
	) => Promise<ScreeningThreshold>;
	readonly signal: AbortSignal;
	/** `secondsLeft`: how long the rest takes; `null` while that is unknown. */
	readonly onProgress: (message: string, done: number, total: number, secondsLeft?: number | null) => void;
	/** Milliseconds of a clock that never goes back. */
	readonly now: () => number;
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
): Promise<Pick<MembershipRedteamReport, 'documents' | 'k' | 'seed' | 'settings' | 'screening' | 'attacks' | 'unscored'>> {
	on.onProgress('Embedding the documents', 0, 0);
	const index = await on.embed(copy.index, 'document');
	const threshold = await on.threshold(async (queries, score) => {
		const seen = queries.length === 0 ? [] : await seeQueries(queries, index, { k: plan.k, rho: anyRate, empiricalZ: null }, on.embed);
		return seen.map((one) => standOut(one, score));
	});
	const planned: PlannedAttack[] = [];
	const chosen = attackVariants(plan.settings).filter(([attack]) => plan.attacks.includes(attack!.name));
	// oxlint-disable-next-line no-await-in-loop -- an encoder does one thing at a time
	for (const attack of chosen.flat()) planned.push(await plannedAttack(attack, copy, index, { ...plan, threshold }, on));
	const asked = await askAttacks(planned.filter(asksEnough), copy.members.length + copy.others.length, on);
	const attacks: MembershipAttackReport[] = [];
	const unscored: UnscoredAttack[] = [];
	for (const variants of chosen) {
		const { name, title } = variants[0]!;
		const { report, reason } = reportAttack(asked.filter(({ attack }) => attack.name === name));
		if (report !== null) attacks.push(report);
		else unscored.push({ name, title, ...reason });
	}
	return {
		documents: { all: copy.index.length + copy.heldOut.length, index: copy.index.length, heldOut: copy.heldOut.length },
		k: plan.k,
		seed: plan.seed,
		settings: plan.settings,
		screening: { ...threshold.calibration, z: threshold.z },
		attacks,
		unscored,
	};
}

/** Thresholds of benign queries are computed with theirs and not read: any rate is right. */
const anyRate = 0.5;
