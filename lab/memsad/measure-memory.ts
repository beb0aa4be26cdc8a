import { createHash } from 'node:crypto';
import type { Encoder } from '../../src/analysis/readers.ts';
import { probeQueries } from '../../src/methods/memsad/probes.ts';
import { agentPoison, type TriggerEffort } from '../../src/redteam/memory/agent-poison.ts';
import { triggered, type AttackName, type GoalWording, type MemoryAttack } from '../../src/redteam/memory/attack.ts';
import { rememberedEmbeddings } from '../../src/redteam/memory/embedding-cache.ts';
import { injecmem } from '../../src/redteam/memory/injecmem.ts';
import { minja } from '../../src/redteam/memory/minja.ts';
import type { Evasion } from '../../src/redteam/memory/synonym-adversary.ts';
import { randomFor } from '../../src/statistics/random.ts';
import { calibrationAblation, type AblationRow } from './calibration-ablation.ts';
import type { PlantedAndBenign } from './controls.ts';
import { defaultSet, defend, type DefenseScene } from './defenses.ts';
import { memsadScore } from './detectors.ts';
import { evasions } from './evasions.ts';
import { hardEntries, type HardKind } from './hard-rows.ts';
import { distrusted, knownDerivation, launderedSet, likelyDerivation, type Derivation } from './laundering-rows.ts';
import { materialOf, type Material } from './material.ts';
import type { Outcome } from './outcome.ts';
import { plantAll, type PlantedBy } from './plant.ts';
import { paperCounts, retrievals, type Retrievals } from './retrieval-figures.ts';
import { entryTexts, memorySplit, type SplitSizes } from './split.ts';

export interface MemorySizes {
	readonly splits: number;
	readonly split: SplitSizes;
	/** Entries that each attack plants. */
	readonly count: number;
	readonly effort: TriggerEffort;
	/** Benign entries of each hard kind; half of them calibrate where that is tried. */
	readonly hard: number;
	/** Consolidations of the user's own entries alone. */
	readonly consolidations: number;
	/** Entries of each attack that are reworded by synonyms. */
	readonly reworded: number;
	/** Calibration sets of each size. */
	readonly draws: number;
	readonly resamples: number;
}

/** An encoder by name; opened anew for each split, because `lexical` is fitted on the store. */
export interface NamedEncoder {
	readonly name: string;
	open(store: readonly string[]): Promise<Pick<Encoder, 'dimensions' | 'embed'>>;
}

export const attackKinds: readonly Pick<MemoryAttack, 'name' | 'title' | 'access'>[] = [agentPoison(), minja, injecmem];

/** Rows that are shown for benign entries on which detectors fail. */
const hardDefenses = ['MEMSAD combined', 'length-matched divergence', 'validation', defaultSet.plain, defaultSet.mean];

/** What is known of where consolidations come from. */
export const launderingRows = {
	unknown: 'derivation not known',
	likeness: 'derivation by likeness, flagged originals',
	known: 'derivation known, flagged originals',
	signed: 'derivation known, flagged or unsigned originals',
} as const;

/** What one split gave, by one encoder. */
export interface MeasuredSplit {
	/** By attack and wording: outcomes by defense. */
	readonly outcomes: Readonly<Record<GoalWording, Readonly<Record<AttackName, ReadonlyMap<string, Outcome>>>>>;
	readonly texts: Readonly<Record<GoalWording, Readonly<Record<AttackName, PlantedAndBenign>>>>;
	readonly retrieved: Readonly<Record<AttackName, Retrievals>>;
	/** Flags of benign entries of a kind, by defense; calibrated on ordinary entries, or on some of the kind as well. */
	readonly hard: Readonly<Record<HardKind, Readonly<Record<'ordinary' | 'same kind', ReadonlyMap<string, readonly boolean[]>>>>>;
	readonly laundering: ReadonlyMap<string, Outcome>;
	readonly evasions: Readonly<Record<AttackName, readonly Evasion[]>>;
	readonly ablation: readonly AblationRow[];
	/** SHA-256 of every text of the split. */
	readonly hash: string;
}

/** Everything that is measured on one split with one encoder. */
export async function measureSplit(
	seed: number,
	encoder: NamedEncoder,
	sizes: MemorySizes,
	{ forms, signal, log }: { readonly forms: 'dev' | 'test'; readonly signal: AbortSignal; readonly log: (message: string) => void },
): Promise<MeasuredSplit> {
	const split = memorySplit(seed, sizes.split);
	const store = entryTexts(split);
	const embed = rememberedEmbeddings(await encoder.open(store), signal);
	const storeRows = await embed(store, 'document');
	const calibration = await materialOf(
		split.calibration.map(({ text }) => text),
		embed,
	);
	const benign = await materialOf(
		split.held.map(({ text }) => text),
		embed,
	);
	const plain = await embed(split.history, 'query');
	const probes = await embed(probeQueries, 'query');
	const sceneFor = async (trigger: string | null, calibrated: Material = calibration): Promise<DefenseScene> => ({
		calibration: calibrated,
		plain,
		triggered:
			trigger === null
				? plain
				: await embed(
						split.history.map((query) => triggered(query, trigger)),
						'query',
					),
		probes,
	});

	const planted: Record<GoalWording, PlantedBy> = {
		published: await plantAll(split, 'published', embed, { ...sizes, forms, signal }),
		orders: await plantAll(split, 'orders', embed, { ...sizes, forms, signal }),
		subtle: await plantAll(split, 'subtle', embed, { ...sizes, forms, signal }),
	};
	log(`${encoder.name}, split ${seed}: planted`);
	const outcomesOf = async (wording: GoalWording, { name, access }: (typeof attackKinds)[number]): Promise<Map<string, Outcome>> => {
		const { entries, trigger } = planted[wording][name];
		const judged = {
			planted: await materialOf(
				entries.map(({ text }) => text),
				embed,
			),
			benign,
			access,
		};
		return defend(judged, await sceneFor(trigger));
	};
	const outcomes = await byWordingAndAttack(outcomesOf);
	const texts = await byWordingAndAttack((wording, { name }) =>
		Promise.resolve({ planted: planted[wording][name].entries.map(({ text }) => text), benign: benign.texts }),
	);
	const retrieved = await byAttack(({ name }) =>
		retrievals(planted.published[name], {
			count: paperCounts[name],
			flags: outcomes.published[name].get(defaultSet.conformal)!.flags!.planted,
			store: storeRows,
			targets: split.targets,
			embed,
		}),
	);

	log(`${encoder.name}, split ${seed}: hard rows, laundering, synonyms`);
	const hardTexts = hardEntries(split, sizes.hard);
	const hardOf = async (kind: HardKind): Promise<MeasuredSplit['hard'][HardKind]> => {
		const [first, second] = [hardTexts[kind].filter((_, i) => i % 2 === 0), hardTexts[kind].filter((_, i) => i % 2 === 1)];
		const entries = await materialOf(second, embed);
		const nothing = await materialOf([], embed);
		const flags = async (calibrated: Material): Promise<ReadonlyMap<string, readonly boolean[]>> => {
			const all = defend({ planted: nothing, benign: entries, access: 'write' }, await sceneFor(null, calibrated));
			return new Map(hardDefenses.map((name) => [name, all.get(name)!.flags!.benign]));
		};
		return { ordinary: await flags(calibration), 'same kind': await flags(await materialOf([...calibration.texts, ...first], embed)) };
	};
	const hard = {
		'long entries': await hardOf('long entries'),
		'entries that quote a question': await hardOf('entries that quote a question'),
		'operations notes': await hardOf('operations notes'),
	};

	return {
		outcomes,
		texts,
		retrieved,
		hard,
		laundering: await laundering(),
		evasions: await byAttack(async ({ name }) =>
			evasions(planted.published[name], sizes.reworded, {
				scene: await sceneFor(planted.published[name].trigger),
				store: storeRows,
				embed,
				signal,
			}),
		),
		ablation: calibrationAblation(
			memsadScore('combined', { calibration: await materialOf(store, embed), history: plain }).calibration,
			sizes.draws,
			randomFor(seed, 'calibration sizes'),
		),
		hash: createHash('sha256')
			.update(JSON.stringify([store, split.history, split.targets, hardTexts, texts]))
			.digest('hex'),
	};

	async function laundering(): Promise<Map<string, Outcome>> {
		const poison = attackKinds.flatMap(({ name }) => planted.published[name].entries);
		const set = launderedSet(poison, store, sizes.consolidations, randomFor(seed, 'laundering'));
		const [laundered, own] = [
			await materialOf(
				set.planted.map(({ text }) => text),
				embed,
			),
			await materialOf(
				set.benign.map(({ text }) => text),
				embed,
			),
		];
		const alone = defend({ planted: laundered, benign: own, access: 'query' }, await sceneFor(null)).get(defaultSet.plain)!;
		// Whether the originals are flagged: each attack's by the history that its scan has, benign ones by the plain history.
		const flagged = new Set<string>();
		for (const { name } of attackKinds)
			for (const [i, isFlagged] of outcomes.published[name].get(defaultSet.conformal)!.flags!.planted.entries())
				if (isFlagged) flagged.add(planted.published[name].entries[i]!.text);
		const nothing = await materialOf([], embed);
		const stored = await materialOf(store, embed);
		const ordinary = defend({ planted: nothing, benign: stored, access: 'write' }, await sceneFor(null)).get(defaultSet.plain)!;
		for (const [i, isFlagged] of ordinary.flags!.benign.entries()) if (isFlagged) flagged.add(store[i]!);
		for (const [material, flags] of [
			[laundered, alone.flags!.planted],
			[own, alone.flags!.benign],
		] as const)
			for (const [i, isFlagged] of flags.entries()) if (isFlagged) flagged.add(material.texts[i]!);
		const mine = new Set(store);
		const known = { isFlagged: (text: string) => flagged.has(text), isSigned: (text: string) => mine.has(text) };
		const by = (derivations: { readonly planted: Derivation; readonly benign: Derivation }, unsigned: boolean): Outcome => ({
			scores: null,
			flags: {
				planted: distrusted(laundered.texts, derivations.planted, known, unsigned),
				benign: distrusted(own.texts, derivations.benign, known, unsigned),
			},
		});
		const derivations = { planted: knownDerivation(set.planted), benign: knownDerivation(set.benign) };
		const earlier = await materialOf([...store, ...poison.map(({ text }) => text)], embed);
		const likely = {
			planted: likelyDerivation(laundered, earlier, calibration),
			benign: likelyDerivation(own, earlier, calibration),
		};
		return new Map([
			[launderingRows.unknown, alone],
			[launderingRows.likeness, by(likely, false)],
			[launderingRows.known, by(derivations, false)],
			[launderingRows.signed, by(derivations, true)],
		]);
	}

	async function byAttack<T>(make: (attack: (typeof attackKinds)[number]) => Promise<T>): Promise<Record<AttackName, T>> {
		const [first, second, third] = await inTurn(attackKinds, make);
		return { 'agent-poison': first!, minja: second!, injecmem: third! };
	}

	async function byWordingAndAttack<T>(
		make: (wording: GoalWording, attack: (typeof attackKinds)[number]) => Promise<T>,
	): Promise<Record<GoalWording, Record<AttackName, T>>> {
		return {
			published: await byAttack((attack) => make('published', attack)),
			orders: await byAttack((attack) => make('orders', attack)),
			subtle: await byAttack((attack) => make('subtle', attack)),
		};
	}
}

/** One after the other: an encoder does one thing at a time. */
async function inTurn<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> {
	const made: R[] = [];
	for (const item of items) {
		// oxlint-disable-next-line no-await-in-loop -- see above
		made.push(await make(item));
	}
	return made;
}
