import { probeQueries } from '../../src/methods/memsad/probes.ts';
import { rememberedEmbeddings } from '../../src/redteam/memory/embedding-cache.ts';
import { clopperPearson } from '../../src/statistics/binomial-interval.ts';
import { randomFor, shuffled } from '../../src/statistics/random.ts';
import type { Figure } from '../figure.ts';
import { formatAlone, lengthAlone, shuffledLabels } from './controls.ts';
import { defaultSet, defend } from './defenses.ts';
import { materialOf } from './material.ts';
import type { NamedEncoder } from './measure-memory.ts';
import { areaOver, type Outcome } from './outcome.ts';
import { intervalHolds } from '../target.ts';

/** Entries that somebody wrote from the attack papers' descriptions alone. */
export interface MemoryBank {
	readonly benign: readonly string[];
	readonly planted: readonly { readonly text: string; readonly attack: string; readonly wording: string }[];
	readonly history: readonly string[];
}

/** Rows of the table. */
const shown = [
	'MEMSAD combined',
	'length-matched divergence',
	'validation',
	'proactive',
	'energy',
	'Mahalanobis',
	'k-NN, k = 10',
	defaultSet.plain,
	defaultSet.single,
	defaultSet.mean,
];
const combined = 'MEMSAD combined';

/** Every defense on the bank, with the plain history: half of the benign entries calibrate, which half is drawn anew for each of `halvings`. */
export async function bankFigures(
	bank: MemoryBank,
	encoder: NamedEncoder,
	{
		seed,
		halvings,
		resamples,
		signal,
	}: { readonly seed: number; readonly halvings: number; readonly resamples: number; readonly signal: AbortSignal },
): Promise<Figure[]> {
	const embed = rememberedEmbeddings(await encoder.open(bank.benign), signal);
	const plain = await embed(bank.history, 'query');
	const probes = await embed(probeQueries, 'query');
	const planted = bank.planted.map(({ text }) => text);
	const texts: { planted: readonly string[]; benign: readonly string[] }[] = [];
	const outcomes: Map<string, Outcome>[] = [];
	for (let halving = 0; halving < halvings; halving++) {
		const order = shuffled(randomFor(seed, `bank ${halving}`), bank.benign);
		const half = Math.floor(order.length / 2);
		const benign = order.slice(half);
		texts.push({ planted, benign });
		outcomes.push(
			defend(
				// oxlint-disable-next-line no-await-in-loop -- an encoder does one thing at a time
				{ planted: await materialOf(planted, embed), benign: await materialOf(benign, embed), access: 'query' },
				// oxlint-disable-next-line no-await-in-loop -- see above
				{ calibration: await materialOf(order.slice(0, half), embed), plain, triggered: plain, probes },
			),
		);
	}
	const table = `${encoder.name} | entries written by others`;
	const every = planted.map((_, i) => i);
	const groups = [
		['TPR', every],
		...[...new Set(bank.planted.map(({ attack }) => attack))].map(
			(attack) => [`TPR of ${attack}`, every.filter((i) => bank.planted[i]!.attack === attack)] as const,
		),
		...[...new Set(bank.planted.map(({ wording }) => wording))].map(
			(wording) => [`TPR of ${wording} ones`, every.filter((i) => bank.planted[i]!.wording === wording)] as const,
		),
	] as const;
	const rows = shown.flatMap((name) => {
		const own = outcomes.map((one) => one.get(name)!);
		const flags = own.flatMap((one) => (one.flags === null ? [] : [one.flags]));
		const area = areaOver(`${table} | ${name} | AUROC`, own.slice(0, 1), null, { seed, resamples });
		return [
			...groups.map(([column, of]) =>
				halved(
					`${table} | ${name} | ${column}`,
					flags.map(({ planted: all }) => of.map((i) => all[i]!)),
					of.length,
				),
			),
			halved(
				`${table} | ${name} | FPR`,
				flags.map((one) => one.benign),
				bank.benign.length,
			),
			...(area === undefined ? [] : [area]),
		];
	});
	const controls = [
		areaOver(`${table} | control: length alone | AUROC`, lengthAlone(texts.slice(0, 1)), null, { seed, resamples }),
		areaOver(`${table} | control: format alone | AUROC`, formatAlone(texts.slice(0, 1)), null, { seed, resamples }),
		areaOver(
			`${table} | control: ${combined}, shuffled labels | AUROC`,
			shuffledLabels(
				outcomes.map((one) => one.get(combined)!),
				{ seed, name: table, draws: 10 },
			),
			intervalHolds(0.5),
			{ seed, resamples },
		),
	];
	return [...rows, ...controls.filter((one) => one !== undefined)];
}

/** A mean over halvings; they share their entries, so that the interval is of as many cases as there are entries. */
function halved(name: string, flags: readonly (readonly boolean[])[], entries: number): Figure {
	const all = flags.flat();
	const value = all.filter(Boolean).length / all.length;
	return { name, value, ...clopperPearson(Math.round(value * entries), entries), n: entries, unit: '', target: null };
}
