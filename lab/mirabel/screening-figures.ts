import { screeningRules, type ScreeningRule } from '../../src/formats/query-screen-record.ts';
import type { SeenQuery } from '../../src/redteam/membership/memory-index.ts';
import { bootstrapInterval } from '../../src/statistics/bootstrap.ts';
import { randomFor, shuffled } from '../../src/statistics/random.ts';
import { share, type Figure } from '../figure.ts';
import { read, recallAt, type BenignSeen, type MeasuredCorpus } from './measure-screening.ts';
import { isFlagged } from './screen-texts.ts';
import { atLeast, atMost, intervalHolds, type Target } from '../target.ts';

const titles = { s2mia: 'S\u00b2MIA', mba: 'MBA, mask markers stripped', ia: 'IA, query by query' } as const;
type AttackKey = keyof typeof titles;

/** Targets of the issue, for an encoder on prose. */
const targets: Partial<Record<`${AttackKey} ${ScreeningRule} ${string}`, Target>> = {
	's2mia gumbel recall': atLeast(0.95),
	'mba gumbel recall': atLeast(0.95),
	's2mia empirical recall': atLeast(0.85),
	's2mia empirical accuracy': atLeast(0.82),
};

interface Judged {
	readonly seen: SeenQuery;
	readonly member: boolean;
}

/** As many benign and non-member queries together as member queries, half of each, as in the paper. */
function balanced(corpus: MeasuredCorpus, attack: AttackKey): Judged[] {
	const { members, others } = corpus.attacks[attack];
	const benign = corpus.benign.topical.map(({ seen }) => seen);
	const half = Math.min(Math.floor(members.length / 2), others.length, benign.length);
	const judged = (some: readonly SeenQuery[], member: boolean): Judged[] => some.map((seen) => ({ seen, member }));
	return [...judged(members.slice(0, 2 * half), true), ...judged(others.slice(0, half), false), ...judged(benign.slice(0, half), false)];
}

function detection(
	prefix: string,
	cases: readonly Judged[],
	attack: AttackKey,
	rule: ScreeningRule,
	asSent: readonly SeenQuery[],
	{ seed, resamples, aims }: { readonly seed: number; readonly resamples: number; readonly aims: boolean },
): Figure[] {
	const of = (column: string): string => `${prefix} | ${column}`;
	const aim = (column: string): Target | null => (aims ? (targets[`${attack} ${rule} ${column}`] ?? null) : null);
	const flags = cases.map(({ seen }) => isFlagged(seen, rule));
	const f1 = (counts: ArrayLike<number>): number => {
		let [hits, both] = [0, 0];
		for (const [i, { member }] of cases.entries()) {
			if (flags[i] === true && member) hits += counts[i]!;
			both += counts[i]! * (Number(flags[i]) + Number(member));
		}
		return both === 0 ? 0 : (2 * hits) / both;
	};
	const { value, low, high } = bootstrapInterval(cases.length, f1, {
		random: randomFor(seed, prefix),
		resamples,
		method: 'percentile',
		unvaried: { cases: cases.length },
	});
	const indexed = cases.map((one, i) => ({ ...one, flagged: flags[i]! }));
	return [
		share(of('accuracy'), indexed, ({ member, flagged }) => member === flagged, aim('accuracy')),
		{ name: of('F1'), value, low, high, n: cases.length, unit: '', target: null },
		...[indexed.filter(({ flagged }) => flagged)]
			.filter((some) => some.length > 0)
			.map((some) => share(of('precision'), some, ({ member }) => member)),
		share(
			of('recall'),
			indexed.filter(({ member }) => member),
			({ flagged }) => flagged,
			aim('recall'),
		),
		...(asSent.length === 0 ? [] : [share(of('recall, markers left in'), asSent, (seen) => isFlagged(seen, rule))]),
	];
}

/** Corpora, and all of prose together. */
function rowsOf(corpora: readonly MeasuredCorpus[]): { name: string; some: readonly MeasuredCorpus[]; pooled: boolean }[] {
	const prose = corpora.filter((corpus) => corpus.prose);
	return [
		...corpora.map((corpus) => ({ name: corpus.name, some: [corpus], pooled: false })),
		...(prose.length > 1 ? [{ name: 'all prose', some: prose, pooled: true }] : []),
	];
}

/** `ENCODER | TABLE | ROW | COLUMN`. */
export function screeningFigures(
	encoder: string,
	corpora: readonly MeasuredCorpus[],
	{ seed, resamples }: { readonly seed: number; readonly resamples: number },
): Figure[] {
	const real = encoder !== 'lexical';
	const rows = rowsOf(corpora);
	const figures: Figure[] = [];
	for (const attack of ['s2mia', 'mba', 'ia'] as const)
		for (const { name, some, pooled } of rows)
			for (const rule of screeningRules)
				figures.push(
					...detection(
						`${encoder} | ${titles[attack]} | ${name}, ${rule}`,
						some.flatMap((corpus) => balanced(corpus, attack)),
						attack,
						rule,
						attack === 'mba' ? some.flatMap((corpus) => [...corpus.attacks['mba as sent'].members]) : [],
						{ seed, resamples, aims: pooled && real },
					),
				);
	for (const { name, some, pooled } of rows)
		for (const rule of screeningRules) {
			const row = `${encoder} | benign queries flagged, and R@3 before and after hiding | ${name}, ${rule}`;
			const of = (kind: keyof MeasuredCorpus['benign']): BenignSeen[] => some.flatMap(({ benign }) => [...benign[kind]]);
			const aim = pooled && real && rule === 'empirical' ? atMost(0.08) : null;
			figures.push(
				share(`${row} | topical`, of('topical'), ({ seen }) => isFlagged(seen, rule), aim),
				share(`${row} | known-item`, of('known-item'), ({ seen }) => isFlagged(seen, rule)),
				share(`${row} | off-topic`, of('off-topic'), ({ seen }) => isFlagged(seen, rule)),
				share(`${row} | R@3 topical`, of('topical'), ({ place }) => place <= 3),
				share(`${row} | R@3 topical, hidden`, of('topical'), ({ placeHidden }) => placeHidden[rule] <= 3),
				share(`${row} | R@3 known-item`, of('known-item'), ({ place }) => place <= 3),
				share(`${row} | R@3 known-item, hidden`, of('known-item'), ({ placeHidden }) => placeHidden[rule] <= 3),
			);
		}
	figures.push(...recallFigures(encoder, rows), ...normalityFigures(encoder, rows));
	for (const { name, some, pooled } of rows) {
		const row = `${encoder} | sessions: the same nearest document in 4 of the last 10 | ${name}`;
		const aims = pooled && real;
		const written = some.flatMap(({ written: { sessions } }) => [...sessions]);
		const flagged = (one: boolean): boolean => one;
		figures.push(
			share(
				`${row} | IA on members`,
				some.flatMap(({ sessions }) => [...sessions.members]),
				flagged,
				aims ? atLeast(0.9) : null,
			),
			share(
				`${row} | IA on others`,
				some.flatMap(({ sessions }) => [...sessions.others]),
				flagged,
			),
			share(
				`${row} | benign, changing`,
				some.flatMap(({ sessions }) => [...sessions.changing]),
				flagged,
				aims ? atMost(0.03) : null,
			),
			share(
				`${row} | benign, staying`,
				some.flatMap(({ sessions }) => [...sessions.staying]),
				flagged,
			),
			...(['changing', 'staying'] as const)
				.map((kind) => ({ kind, those: written.filter(({ hard }) => hard === (kind === 'staying')) }))
				.filter(({ those }) => those.length > 0)
				.map(({ kind, those }) => share(`${row} | written by others, ${kind}`, those, (one) => one.flagged)),
		);
	}
	figures.push(...writtenFigures(encoder, rows), ...controls(encoder, rows, seed));
	return figures;
}

/** Shares of benign queries that have a right document among the k nearest, before and after hiding. */
function recallFigures(encoder: string, rows: ReturnType<typeof rowsOf>): Figure[] {
	return (['topical', 'known-item'] as const).flatMap((kind) =>
		rows.flatMap(({ name, some }) =>
			screeningRules.flatMap((rule) => {
				const row = `${encoder} | ${kind} queries: R@k before and after hiding | ${name}, ${rule}`;
				const those = some.flatMap(({ benign }) => [...benign[kind]]);
				return recallAt
					.filter((k) => k > read)
					.flatMap((k) => [
						share(`${row} | R@${k}`, those, ({ place }) => place <= k),
						share(`${row} | R@${k}, hidden`, those, ({ placeHidden }) => placeHidden[rule] <= k),
					]);
			}),
		),
	);
}

const normalityOf = { topical: 'benign, topical', s2mia: titles.s2mia, mba: 'MBA', ia: 'IA' } as const;

/** Whether similarities are normal, with the nearest document and without it: the paper's table 1. */
function normalityFigures(encoder: string, rows: ReturnType<typeof rowsOf>): Figure[] {
	return rows.flatMap(({ name, some }) =>
		(['topical', 's2mia', 'mba', 'ia'] as const).flatMap((kind) => {
			const tested = some.flatMap(({ normality }) => [...normality[kind]]);
			const row = `${encoder} | normality of similarities (D'Agostino and Pearson) | ${name}, ${normalityOf[kind]}`;
			const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
			return (['all', 'others'] as const).flatMap((which) => {
				const of = which === 'all' ? 'all' : 'without the nearest';
				const value = mean(tested.map((one) => one[which]));
				return [
					{ name: `${row} | mean p, ${of}`, value, low: null, high: null, n: tested.length, unit: '', target: null },
					share(`${row} | p below 0.05, ${of}`, tested, (one) => one[which] < 0.05),
				];
			});
		}),
	);
}

function writtenFigures(encoder: string, rows: ReturnType<typeof rowsOf>): Figure[] {
	return rows.flatMap(({ name, some }) => {
		const written = some.flatMap(({ written: { queries } }) => [...queries]);
		return screeningRules.flatMap((rule) =>
			['topical', 'known-item', 'off-topic']
				.map((kind) => ({ kind, those: written.filter((one) => one.kind === kind) }))
				.filter(({ those }) => those.length > 0)
				.map(({ kind, those }) =>
					share(`${encoder} | queries written by others, flagged | ${name}, ${rule} | ${kind}`, those, ({ seen }) => isFlagged(seen, rule)),
				),
		);
	});
}

/** With membership dealt out anew nothing can be told. */
function controls(encoder: string, rows: ReturnType<typeof rowsOf>, seed: number): Figure[] {
	return rows.flatMap(({ name, some }) => {
		const cases = some.flatMap((corpus) => balanced(corpus, 's2mia'));
		const dealt = shuffled(
			randomFor(seed, `${name} dealt anew`),
			cases.map(({ member }) => member),
		);
		const judged = cases.map(({ seen }, i) => ({ seen, member: dealt[i]! }));
		return [
			share(
				`${encoder} | control: labels shuffled | ${name}, empirical | accuracy`,
				judged,
				({ seen, member }) => isFlagged(seen, 'empirical') === member,
				intervalHolds(0.5),
			),
		];
	});
}
