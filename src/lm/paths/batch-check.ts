import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { fixedText, isNear } from '../cache-check.ts';
import type { DecoderSession } from '../decoder-session.ts';
import type { KeyValueCache } from '../key-value-cache.ts';
import { joinCaches, rowsOfBatch, type BatchLayout } from './cache-batch.ts';

/** What the check needs of a session. */
export type BatchSession = Pick<DecoderSession, 'vocabulary' | 'slots' | 'takesCache' | 'start' | 'step' | 'stepBatch'>;

/** Tokens of the texts that are tried: of one length, and of others, so that one has room that it does not use. */
const lengths = [3, 24, 11];
/** Tokens that each is continued by, of which the middle text leaves behind the first two. */
const steps = 4;

/**
 * How several texts of unequal length go into one batch of this graph, or `null` where they do not: then they are continued one after
 * another. Nothing is taken from how the graph was made. Three texts are continued in a batch and each alone, and the rows must agree as
 * closely as a cache's must (`cacheGrowth`). And what stands in one text must not change a single bit of another's row, which it would
 * where numbers are quantised by the range of the whole batch: a text is to depend on its own document.
 * @param layouts that are tried, in this order.
 * @param window longest text of the model, tokens.
 */
export async function batchLayout(
	session: BatchSession,
	window: number,
	layouts: readonly BatchLayout[] = ['left', 'right'],
): Promise<BatchLayout | null> {
	if (!session.takesCache || window < Math.max(...lengths) + steps || session.slots.some(({ dims }) => dims[0] !== 1)) return null;
	const texts = textsOf(session, 0);
	const alone = texts.map((): Float32Array[] => []);
	const caches: KeyValueCache[] = [];
	for (const [i, text] of texts.entries()) {
		/* oxlint-disable no-await-in-loop -- one session, one run at a time */
		let cache = await fed(session, text.slice(0, lengths[i]));
		caches.push(cache);
		for (const id of text.slice(lengths[i])) {
			const step = await session.step([id], cache, 1);
			cache = step.cache;
			alone[i]!.push(Float32Array.from(step.logits!.row(0, new Float32Array(session.vocabulary))));
		}
	}
	const others: KeyValueCache[] = [caches[0]!];
	for (const [i, text] of textsOf(session, 1).entries()) if (i > 0) others.push(await fed(session, text.slice(0, lengths[i])));
	for (const layout of layouts) {
		const found = await trial(session, caches, texts, layout);
		if (found === null || !found.every(({ text, step, row }) => isNear(alone[text]![step]!, row))) continue;
		const beside = await trial(session, others, [texts[0]!, ...textsOf(session, 1).slice(1)], layout);
		const own = found.filter(({ text }) => text === 0);
		const again = beside?.filter(({ text }) => text === 0) ?? [];
		if (own.length === again.length && own.every(({ row }, i) => row.every((x, v) => Object.is(x, again[i]!.row[v])))) return layout;
		/* oxlint-enable no-await-in-loop */
	}
	return null;
}

interface TriedRow {
	readonly text: number;
	readonly step: number;
	readonly row: Float32Array;
}

/** Rows of the texts in a batch, which the middle one leaves half way; `null` where the runtime fails. */
async function trial(
	session: BatchSession,
	caches: readonly KeyValueCache[],
	texts: readonly (readonly number[])[],
	layout: BatchLayout,
): Promise<TriedRow[] | null> {
	const rows: TriedRow[] = [];
	let batch = joinCaches(caches, session.slots, layout);
	let left = [...texts.keys()];
	try {
		for (let step = 0; step < steps; step++) {
			if (step === steps / 2) {
				batch = rowsOfBatch(batch, session.slots, [0, 2]);
				left = [0, 2];
			}
			const ids = left.map((text) => texts[text]![lengths[text]! + step]!);
			// oxlint-disable-next-line no-await-in-loop -- each continues the one before
			const stepped = await session.stepBatch(ids, batch);
			batch = stepped.batch;
			for (const [i, text] of left.entries())
				rows.push({ text, step, row: Float32Array.from(stepped.logits.row(i, new Float32Array(session.vocabulary))) });
		}
	} catch (error) {
		if (error instanceof UserError && (error.code === errorNumbers.runtimeFailed || error.code === errorNumbers.notADecoder)) return null;
		throw error;
	}
	return rows;
}

/** Three texts that share no beginning; others for another `variant`. */
function textsOf(session: BatchSession, variant: number): number[][] {
	const all = fixedText(session, 4 * lengths.reduce((sum, n) => sum + n + steps, 0));
	let from = variant * 97;
	return lengths.map((length) => {
		const text = all.slice(from, from + length + steps);
		from += length + steps;
		return text;
	});
}

/** At once into an empty cache, as every graph takes a text. */
async function fed(session: BatchSession, ids: readonly number[]): Promise<KeyValueCache> {
	return (await session.step(ids, session.start(), 0)).cache;
}
