import type { Matrix } from '../../methods/memsad/row-maxima.ts';
import { sample, type Random } from '../../statistics/random.ts';
import { triggered, type Embed } from './attack.ts';
import { product } from './embedding-cache.ts';
import { cutsOf } from './retrieval.ts';

/** Words that a trigger may be made of: everyday English, few of them at home in an agent's memory. By number of letters, which a search keeps. */
export const triggerWords: readonly string[] = (
	'amber anvil apron arrow aspen attic badge bagel basil beach berry birch bison blaze bloom bonus brass brick bronze brook brush bugle cabin camel canal canoe candy cedar chalk charm cider cliff cloak cloud clove coral crane creek crown daisy delta denim drift eagle ember fable feast ferry field flame flask fleet flint flute frost giant glade globe glove grain grape grove hazel heron honey ivory jewel kayak koala lemon lilac linen llama lotus lunar maple marsh mango medal melon metal miner mocha moose mural ocean olive onion opera orbit otter oxide panda paper patch peach pearl petal piano pilot plaza plume polar poppy prism quail quartz quilt radar raven reef ridge river robin rover sable salsa satin scarf sepia shark shell sheep slate solar spice spoon spruce stone stork straw sugar sunny swamp sweet thorn tiger toast topaz torch tulip tunic umber vapor velvet vinyl violin waltz water whale wheat willow yacht zebra ' +
	'acorn alpine anchor antler autumn bamboo banana barley basket beacon beaver blossom bottle bucket butter button cactus candle canvas canyon carbon carpet castle cavern cello cherry cinder cobalt coffee comet copper cotton cradle cricket crystal dahlia desert dolphin donkey dragon falcon fender fiddle filter forest fossil galaxy garlic garnet geyser ginger glacier goblet gravel guitar hammer harbor hermit helmet hickory honeydew iceberg indigo island jacket jaguar jasmine jigsaw jungle kettle ladder lagoon lantern lattice lavender lizard lobster magnet mallet marble meadow mirror monsoon mountain mustard nectar needle nickel nutmeg orchard orchid oyster paddle pantry papaya parrot pebble pelican pencil pepper pillow pirate pigeon planet pollen pumpkin puzzle quarry rabbit raisin ribbon ripple rocket saddle saffron salmon sandal sapphire saucer shadow silver sphere spider sponge sunset tangerine temple thistle thunder timber tomato trumpet tunnel turtle valley vanilla violet volcano walnut walrus whistle window winter zephyr zipper'
)
	.split(' ')
	.filter((word, i, all) => all.indexOf(word) === i);

export interface TriggerSearch {
	/** Passages with the trigger in its place. */
	readonly passages: (trigger: string) => readonly string[];
	/** Queries of the victim by which it is searched. */
	readonly queries: readonly string[];
	/** The store's embeddings. */
	readonly entries: Matrix;
	readonly embed: Embed;
	readonly random: Random;
	/** Words of the trigger. */
	readonly words: number;
	/** Times every word is tried anew. */
	readonly rounds: number;
	/** Words tried in a place. */
	readonly candidates: number;
	/**
	 * `white-box`: candidates by the first-order gain of the objective, as HotFlip's, with the words' own embeddings in the place of the encoder's input
	 * gradients, which an encoder of whole texts does not give. `black-box`: drawn at random.
	 */
	readonly box: 'white-box' | 'black-box';
	/** Nearest entries that a passage has to be among. */
	readonly k: number;
}

export interface FoundTrigger {
	readonly trigger: string;
	/** Mean margin of the best passage over the `k`-th nearest entry, at first and at last; cosines. */
	readonly before: number;
	readonly after: number;
	/** Triggers that were tried. */
	readonly tried: number;
}

/** Longer words would show among those of a memory. */
const shortWords = triggerWords.filter(({ length }) => length <= 5);

interface Tried {
	readonly words: readonly string[];
	readonly margin: number;
	readonly queries: Matrix;
	readonly passages: Matrix;
}

/**
 * AgentPoison's trigger (Chen et al. 2024, algorithm 2), coordinate by coordinate as HotFlip: a word is replaced by one with as many letters, so that a
 * passage keeps its length, whenever that raises the mean margin by which a passage lies nearer to triggered queries than the store's `k`-th nearest entry.
 */
export async function searchTrigger(search: TriggerSearch): Promise<FoundTrigger> {
	const { passages, queries, entries, embed, random, words, rounds, candidates, box, k } = search;
	let tried = 0;
	const judge = async (chosen: readonly string[]): Promise<Tried> => {
		tried += 1;
		const trigger = chosen.join(' ');
		const asked = await embed(
			queries.map((query) => triggered(query, trigger)),
			'query',
		);
		const planted = await embed(passages(trigger), 'document');
		const cuts = cutsOf(entries, asked, k);
		let sum = 0;
		for (let q = 0; q < asked.count; q++) sum += product(asked, q, planted, nearest(asked, q, planted)) - cuts[q]!;
		return { words: chosen, margin: sum / asked.count, queries: asked, passages: planted };
	};
	let best = await judge(sample(random, shortWords, words));
	const before = best.margin;
	const vocabulary = box === 'white-box' ? await embed(triggerWords, 'document') : undefined;
	for (let round = 0; round < rounds; round++) {
		for (let place = 0; place < words; place++) {
			const alike = triggerWords.filter((word) => word.length === best.words[place]!.length && !best.words.includes(word));
			const proposed =
				vocabulary === undefined
					? sample(random, alike, candidates)
					: byGain(alike, gainsOf(vocabulary, best, entries, k)).slice(0, candidates);
			for (const word of proposed) {
				// oxlint-disable-next-line no-await-in-loop -- the next candidate stands beside the best so far
				const next = await judge(best.words.with(place, word));
				if (next.margin > best.margin) best = next;
			}
		}
	}
	return { trigger: best.words.join(' '), before, after: best.margin, tried };
}

function nearest(queries: Matrix, q: number, passages: Matrix): number {
	let [best, max] = [0, -Infinity];
	for (let i = 0; i < passages.count; i++) {
		const cosine = product(queries, q, passages, i);
		if (cosine > max) [best, max] = [i, cosine];
	}
	return best;
}

/** `e_w · ∇` for each word: how the margin would change to first order if its embedding were added to queries and passages. */
function gainsOf(vocabulary: Matrix, { queries, passages }: Tried, entries: Matrix, k: number): Map<string, number> {
	const d = queries.width;
	const gradient = new Float64Array(d);
	for (let q = 0; q < queries.count; q++) {
		const p = nearest(queries, q, passages);
		const rival = kthNearest(queries, q, entries, k);
		const cosine = product(queries, q, passages, p);
		const rivalCosine = rival === undefined ? 0 : product(queries, q, entries, rival);
		for (let j = 0; j < d; j++) {
			const [own, passage] = [queries.values[q * d + j]!, passages.values[p * d + j]!];
			const other = rival === undefined ? 0 : entries.values[rival * d + j]!;
			gradient[j]! += own - cosine * passage + (passage - cosine * own) - (other - rivalCosine * own);
		}
	}
	return new Map(
		triggerWords.map((word, row) => {
			let gain = 0;
			for (let j = 0; j < d; j++) gain += vocabulary.values[row * d + j]! * gradient[j]!;
			return [word, gain];
		}),
	);
}

function kthNearest(queries: Matrix, q: number, entries: Matrix, k: number): number | undefined {
	return Array.from({ length: entries.count }, (_, i) => ({ i, cosine: product(queries, q, entries, i) })).toSorted(
		(a, b) => b.cosine - a.cosine,
	)[k - 1]?.i;
}

function byGain(words: readonly string[], gains: ReadonlyMap<string, number>): string[] {
	return words.toSorted((a, b) => gains.get(b)! - gains.get(a)!);
}
