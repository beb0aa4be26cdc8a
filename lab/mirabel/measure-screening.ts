import type { ScreeningRule } from '../../src/formats/query-screen-record.ts';
import { empiricalZ, standOut, standOutScore } from '../../src/methods/mirabel/thresholds.ts';
import { defaultMembershipSettings } from '../../src/formats/membership-redteam.ts';
import { attackVariants, heldOutCopy } from '../../src/redteam/membership/attack-membership.ts';
import type { SeenQuery } from '../../src/redteam/membership/memory-index.ts';
import type { Embed } from '../../src/redteam/memory/attack.ts';
import { randomFor, sample } from '../../src/statistics/random.ts';
import type { BenignQuery, ScreenedCorpus } from './corpora.ts';
import { isFlagged, isSessionFlagged, normalityOf, seeTexts, type Normality, type Screen } from './screen-texts.ts';

/** How much is asked. */
export interface ScreeningSizes {
	/** Documents that S²MIA and MBA ask about, half of them members. */
	readonly asked: number;
	/** Documents that IA asks about, 30 questions each. */
	readonly interrogated: number;
}

/** Queries written by others: by their kind, and sessions, by whether they stay with one thing. */
export interface WrittenQueries {
	readonly queries: readonly { readonly text: string; readonly kind: string; readonly corpus: string }[];
	readonly sessions: readonly { readonly queries: readonly string[]; readonly corpus: string; readonly hard: boolean }[];
}

/** Queries of an attack, as flagged by each rule. */
export interface AttackFlags {
	readonly members: readonly SeenQuery[];
	readonly others: readonly SeenQuery[];
}

/** A benign query as it was seen. */
export interface BenignSeen {
	readonly seen: SeenQuery;
	/** Place of the nearest right document, from 1, without hiding, and with it by each rule; `Infinity`: it is not among those that were looked at. */
	readonly place: number;
	readonly placeHidden: Readonly<Record<ScreeningRule, number>>;
	/** What an answer says that is right, where that is known. */
	readonly gold: string | undefined;
}

export interface MeasuredCorpus {
	readonly name: string;
	readonly prose: boolean;
	readonly documents: number;
	readonly calibration: number;
	readonly attacks: Readonly<Record<'s2mia' | 'mba' | 'mba as sent' | 'ia', AttackFlags>>;
	/** Documents of the index. */
	readonly texts: readonly string[];
	/** How normal the similarities of benign queries are, and of attacks' queries for members. */
	readonly normality: Readonly<Record<'topical' | 's2mia' | 'mba' | 'ia', readonly Normality[]>>;
	readonly benign: Readonly<Record<'topical' | 'known-item' | 'off-topic', readonly BenignSeen[]>>;
	/** Whether the session signal was raised. */
	readonly sessions: {
		readonly members: readonly boolean[];
		readonly others: readonly boolean[];
		readonly changing: readonly boolean[];
		readonly staying: readonly boolean[];
	};
	readonly written: {
		readonly queries: readonly { readonly kind: string; readonly seen: SeenQuery }[];
		readonly sessions: readonly { readonly hard: boolean; readonly flagged: boolean }[];
	};
}

/** How many documents a pipeline reads, and at which numbers recall is told. */
export const [read, recallAt] = [3, [3, 5, 20, 100]] as const;
const [k, rho] = [Math.max(...recallAt), 0.05];

/** What a screening says of attacks' queries and of benign ones, on one corpus, of which a fifth is held out. */
export async function measureScreening(
	corpus: ScreenedCorpus,
	written: WrittenQueries | undefined,
	{ embed, isLexical }: { readonly embed: Embed; readonly isLexical: boolean },
	{ asked, interrogated }: ScreeningSizes,
	seed: number,
): Promise<MeasuredCorpus> {
	const copy = heldOutCopy(corpus.texts, asked, seed);
	const score = standOutScore(isLexical);
	const screen: Screen = { texts: copy.index, rows: await embed(copy.index, 'document'), embed, k, rho, empiricalZ: null, score };
	const calibration = await seeTexts(
		corpus.calibration.map(({ text }) => text),
		screen,
	);
	const { z } = empiricalZ(
		calibration.map((one) => standOut(one, score)),
		rho,
	);
	const calibrated: Screen = { ...screen, empiricalZ: z };
	const queriesOf = async (name: string, documents: readonly string[]): Promise<string[][]> => {
		const attack = attackVariants(defaultMembershipSettings)
			.flat()
			.find((one) => one.name === name)!;
		const prepare = attack.prepare({
			documents: [...copy.members, ...copy.others],
			perplexity: null,
			random: randomFor(seed, `${corpus.name} ${name}`),
		});
		const queries: string[][] = [];
		// oxlint-disable-next-line no-await-in-loop -- in the documents' order, for one source of numbers
		for (const document of documents) queries.push([...((await prepare(document))?.queries ?? [])]);
		return queries.filter((some) => some.length > 0);
	};
	const flagsOf = async (name: string, strips = true): Promise<AttackFlags> => ({
		members: await seeTexts((await queriesOf(name, copy.members)).flat(), calibrated, strips),
		others: await seeTexts((await queriesOf(name, copy.others)).flat(), calibrated, strips),
	});
	const sessionsOf = async (documents: readonly string[]): Promise<SeenQuery[][]> => {
		const sessions: SeenQuery[][] = [];
		// oxlint-disable-next-line no-await-in-loop -- an encoder does one thing at a time
		for (const queries of await queriesOf('ia', documents)) sessions.push(await seeTexts(queries, calibrated));
		return sessions;
	};
	const [members, others] = [
		await sessionsOf(copy.members.slice(0, interrogated / 2)),
		await sessionsOf(copy.others.slice(0, interrogated / 2)),
	];
	const random = randomFor(seed, `${corpus.name} one question a document`);
	const oneEach = (sessions: readonly SeenQuery[][]): SeenQuery[] => sessions.flatMap((session) => sample(random, session, 10));
	const flaggedOf = async (sessions: readonly (readonly string[])[]): Promise<boolean[]> => {
		const flags: boolean[] = [];
		// oxlint-disable-next-line no-await-in-loop -- see above
		for (const session of sessions) flags.push(isSessionFlagged(await seeTexts(session, calibrated)));
		return flags;
	};
	const theirs = written?.queries.filter((query) => query.corpus === corpus.letter) ?? [];
	const theirSessions = written?.sessions.filter((session) => session.corpus === corpus.letter) ?? [];
	const theirFlags: { hard: boolean; flagged: boolean }[] = [];
	// oxlint-disable-next-line no-await-in-loop -- see above
	for (const { queries, hard } of theirSessions) theirFlags.push({ hard, flagged: isSessionFlagged(await seeTexts(queries, calibrated)) });
	const theirSeen = await seeTexts(
		theirs.map(({ text }) => text),
		calibrated,
	);
	const normality = async (seen: readonly SeenQuery[]): Promise<Normality[]> =>
		normalityOf(
			seen.map(({ text }) => text),
			screen,
		);
	const attacks = {
		s2mia: await flagsOf('s2mia'),
		mba: await flagsOf('mba'),
		'mba as sent': await flagsOf('mba', false),
		ia: { members: oneEach(members), others: oneEach(others) },
	};
	const topical = await benignSeen(corpus.topical, calibrated);
	return {
		name: corpus.name,
		prose: corpus.prose,
		documents: copy.index.length,
		calibration: calibration.length,
		texts: copy.index,
		attacks,
		normality: {
			topical: await normality(topical.map(({ seen }) => seen)),
			s2mia: await normality(attacks.s2mia.members),
			mba: await normality(attacks.mba.members),
			ia: await normality(attacks.ia.members),
		},
		benign: {
			topical,
			'known-item': await benignSeen(corpus.knownItem, calibrated),
			'off-topic': await benignSeen(corpus.offTopic, calibrated),
		},
		sessions: {
			members: members.map(isSessionFlagged),
			others: others.map(isSessionFlagged),
			changing: await flaggedOf(corpus.sessions.changing),
			staying: await flaggedOf(corpus.sessions.staying),
		},
		written: { queries: theirs.map(({ kind }, i) => ({ kind, seen: theirSeen[i]! })), sessions: theirFlags },
	};
}

/** Queries whose right documents were all held out are no measure of recall, and are left out of it (`relevant` empty: of none). */
async function benignSeen(queries: readonly BenignQuery[], screen: Screen): Promise<BenignSeen[]> {
	const there = new Set(screen.texts);
	const asked = queries.filter(({ relevant }) => relevant.length === 0 || relevant.some((text) => there.has(text)));
	const seen = await seeTexts(
		asked.map(({ text }) => text),
		screen,
	);
	return asked.map(({ relevant, gold }, i) => {
		const one = seen[i]!;
		const place = (rows: readonly number[]): number => {
			const at = rows.slice(0, screen.k).findIndex((row) => relevant.includes(screen.texts[row]!));
			return at < 0 ? Infinity : at + 1;
		};
		const hidden = (rule: ScreeningRule): number => place(isFlagged(one, rule) ? one.found.slice(1) : one.found);
		return {
			seen: one,
			gold,
			place: place(one.found),
			placeHidden: { empirical: hidden('empirical'), skew: hidden('skew'), gumbel: hidden('gumbel'), exact: hidden('exact') },
		};
	});
}
