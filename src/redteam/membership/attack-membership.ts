import type { MembershipAttackName, MembershipAttackReport, MembershipRedteamReport } from '../../formats/membership-redteam.ts';
import type { ScreeningRule } from '../../formats/query-screen-record.ts';
import { stripMaskMarkers } from '../../methods/mirabel/mask-markers.ts';
import { sessionSignal } from '../../methods/mirabel/session-signal.ts';
import { empiricalZ, isAbove } from '../../methods/mirabel/thresholds.ts';
import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { randomFor, shuffled } from '../../statistics/random.ts';
import type { Embed } from '../memory/attack.ts';
import { entryShare } from '../memory/pooled-figures.ts';
import { membershipAttacks } from './attacks.ts';
import type { AttackerKnowledge, MembershipAttack, Probe } from './membership-attack.ts';
import { outcomeOf, type ProbedDocument } from './membership-figures.ts';
import { seeQuery, type SeenQuery } from './memory-index.ts';

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
	/** What is answered from these documents. `maxTokens`: of the answer. */
	readonly answer: (query: string, documents: readonly string[], maxTokens: number) => Promise<string>;
	readonly perplexity: AttackerKnowledge['perplexity'];
	readonly signal: AbortSignal;
	readonly onProgress: (message: string, done: number, total: number) => void;
}

/** Share of a store that is held out, as in the paper's larger corpora. */
const heldOutShare = 0.2;
/** Documents of which one kind is asked about at least, so that thresholds and figures have some each. */
export const leastAsked = 4;
export const leastDocuments = 25;

/** A store divided into what a pipeline reads and what was held out of it, with those of both that are asked about. */
interface HeldOutCopy {
	readonly index: readonly string[];
	readonly heldOut: readonly string[];
	readonly members: readonly string[];
	readonly others: readonly string[];
}

/** What documents are held out is drawn; nothing of the store is changed. */
export function heldOutCopy(documents: readonly string[], count: number, seed: number): HeldOutCopy {
	const order = shuffled(randomFor(seed, 'held out'), [...new Set(documents)]);
	const out = Math.max(Math.floor(heldOutShare * order.length), leastAsked);
	const [heldOut, index] = [order.slice(0, out), order.slice(out)];
	const each = Math.min(Math.floor(count / 2), heldOut.length, index.length);
	return { index, heldOut, members: shuffled(randomFor(seed, 'members'), index).slice(0, each), others: heldOut.slice(0, each) };
}

/** What membership attacks on a copy of a store bring; `tooShort`: titles of those for which it has too few documents of their length. Rejects as the pipeline does, or with the signal's reason. */
export async function attackMembership(
	plan: MembershipPlan,
	on: MembershipOn,
): Promise<Pick<MembershipRedteamReport, 'documents' | 'k' | 'seed' | 'screening' | 'attacks'> & { readonly tooShort: readonly string[] }> {
	const copy = heldOutCopy(plan.documents, plan.count, plan.seed);
	on.onProgress('Embedding the documents', 0, 0);
	const index = await on.embed(copy.index, 'document');
	const screening = await screeningOf(plan, index, on);
	const attacks: MembershipAttackReport[] = [];
	const tooShort: string[] = [];
	for (const attack of membershipAttacks.filter(({ name }) => plan.attacks.includes(name))) {
		// oxlint-disable-next-line no-await-in-loop -- a model does one thing at a time
		const report = await runAttack(attack, copy, index, { ...plan, ...screening }, on);
		if (report === null) tooShort.push(attack.title);
		else attacks.push(report);
	}
	return {
		tooShort,
		documents: { all: copy.index.length + copy.heldOut.length, index: copy.index.length, heldOut: copy.heldOut.length },
		k: plan.k,
		seed: plan.seed,
		screening,
		attacks,
	};
}

async function screeningOf(
	{ benign, rule: asked, rho, k }: MembershipPlan,
	index: Matrix,
	{ embed }: MembershipOn,
): Promise<MembershipRedteamReport['screening']> {
	const seen = benign.length === 0 ? [] : await see(benign, index, { k, rho, empiricalZ: null }, embed);
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

async function see(
	queries: readonly string[],
	index: Matrix,
	settings: Parameters<typeof seeQuery>[2],
	embed: Embed,
): Promise<SeenQuery[]> {
	const { values, width } = await embed(queries.map(stripMaskMarkers), 'query');
	return queries.map((_, i) => seeQuery(values.subarray(i * width, (i + 1) * width), index, settings));
}

async function runAttack(
	attack: MembershipAttack,
	copy: HeldOutCopy,
	index: Matrix,
	plan: MembershipPlan & MembershipRedteamReport['screening'],
	on: MembershipOn,
): Promise<MembershipAttackReport | null> {
	const { k, rho, z, rule, seed } = plan;
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
	const probed: ProbedDocument[] = [];
	let [done, example]: [number, MembershipAttackReport['example'] | null] = [0, null];
	for (const target of targets) {
		on.signal.throwIfAborted();
		on.onProgress(`Attacking a copy: ${attack.title}`, done++, targets.length);
		// oxlint-disable-next-line no-await-in-loop -- a model does one thing at a time
		const probe = await prepare(target.text);
		if (probe === null) continue;
		// oxlint-disable-next-line no-await-in-loop -- see above
		const { document, first } = await interrogate(probe, target, copy.index);
		probed.push(document);
		if (target.member) example ??= first;
	}
	if ([true, false].some((member) => probed.filter((one) => one.member === member).length < leastAsked)) return null;
	const counted = probed.filter(({ reference }) => !reference);
	const queriesOf = (member: boolean) => probed.filter((one) => one.member === member).flatMap(({ queries }) => [...queries]);
	const sessions = (member: boolean) => entryShare(probed.filter((one) => one.member === member).map(({ session }) => session));
	return {
		name: attack.name,
		title: attack.title,
		documents: counted.length,
		queries: probed.reduce((sum, { queries }) => sum + queries.length, 0),
		undefended: outcomeOf(probed, 'undefended', attack.aim),
		defended: outcomeOf(probed, 'defended', attack.aim),
		retrieved: entryShare(queriesOf(true).map(({ retrieved }) => retrieved)),
		flagged: {
			members: entryShare(queriesOf(true).map(({ hidden }) => hidden)),
			others: entryShare(queriesOf(false).map(({ hidden }) => hidden)),
		},
		sessions: probed.some(({ queries }) => queries.length > 1) ? { members: sessions(true), others: sessions(false) } : null,
		example: example ?? { query: '', answer: '', defendedAnswer: '' },
	};

	/** All queries about a document, one after the other, as one session, through the pipeline as it is and with detect-and-hide. */
	async function interrogate(
		{ queries, score }: Probe,
		{ text, member }: (typeof targets)[number],
		texts: readonly string[],
	): Promise<{ document: ProbedDocument; first: MembershipAttackReport['example'] }> {
		const seen = await see(queries, index, { k, rho, empiricalZ: z }, on.embed);
		const [plain, defended]: [string[], string[]] = [[], []];
		const marks: { retrieved: boolean; hidden: boolean }[] = [];
		let session = false;
		for (const [i, query] of queries.entries()) {
			const { found, max, thresholds } = seen[i]!;
			const signalled = queries.length > 1 && sessionSignal(seen.slice(0, i + 1).map((one) => String(one.found[0]))).flagged;
			session ||= signalled;
			const hidden = signalled || isAbove(max, thresholds[rule]);
			const read = (rows: readonly number[]) =>
				on.answer(
					query,
					rows.slice(0, k).map((row) => texts[row]!),
					attack.answerTokens,
				);
			// oxlint-disable-next-line no-await-in-loop -- a model does one thing at a time
			const answer = await read(found);
			plain.push(answer);
			// oxlint-disable-next-line no-await-in-loop -- see above
			defended.push(hidden ? await read(found.slice(1)) : answer);
			marks.push({ retrieved: found.slice(0, k).some((row) => texts[row] === text), hidden });
			on.signal.throwIfAborted();
		}
		// Every other document of its kind: the attacker knows the membership of as many members as others.
		const reference = probed.filter((one) => one.member === member).length % 2 === 0;
		return {
			document: { member, reference, session, queries: marks, undefended: await score(plain), defended: await score(defended) },
			first: { query: queries[0] ?? '', answer: plain[0] ?? '', defendedAnswer: defended[0] ?? '' },
		};
	}
}
