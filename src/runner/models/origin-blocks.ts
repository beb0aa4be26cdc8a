import { attendedCount, type ContextOrigins, type Origins } from '../../model-io/attribution.ts';

/** Response tokens whose origins are asked for at once: the neighbors of a cursor are asked for next, and cost little beside the prompt. */
const blockSize = 16;

/** Blocks of one request at most. */
const maxBlocks = 16;

/** First tokens of the blocks that hold `rows`, ascending. */
export function blocksOf(rows: readonly number[]): number[] {
	return [...new Set(rows.map((row) => row - (row % blockSize)))].toSorted((a, b) => a - b);
}

/** Response tokens of the block that begins at `first`, of `tokens` in all. */
export function rowsOfBlock(first: number, tokens: number): number[] {
	return Array.from({ length: Math.min(blockSize, tokens - first) }, (_, i) => first + i);
}

/** Blocks that lie side by side, gathered so that one request asks for them; not more than one answer should hold. */
export function runsOf(blocks: readonly number[]): number[][] {
	const runs: number[][] = [];
	for (const first of blocks) {
		const run = runs.at(-1);
		if (run !== undefined && run.at(-1)! + blockSize === first && run.length < maxBlocks) run.push(first);
		else runs.push([first]);
	}
	return runs;
}

/** Puts the asked rows together from the blocks that hold them. @throws RangeError for a row that none holds. */
export function rowsOf(blocks: readonly Origins[], rows: readonly number[]): Origins {
	const places = rows.map((row) => {
		const block = blocks.find((candidate) => candidate.rows.includes(row));
		if (block === undefined) throw new RangeError(`no origins of response token ${row}`);
		return { block, at: block.rows.indexOf(row) };
	});
	const taken = (width: number, of: (block: Origins) => Float64Array): Float64Array => {
		const result = new Float64Array(rows.length * width);
		for (const [i, { block, at }] of places.entries()) result.set(of(block).subarray(at * width, (at + 1) * width), i * width);
		return result;
	};
	const count = blocks[0]?.layers.count ?? 0;
	const contexts = blocks[0]?.contexts ?? [];
	return {
		rows: Uint32Array.from(rows),
		contexts: contexts.map(
			({ id, start, end }, k): ContextOrigins => ({ id, start, end, shares: taken(start.length, (block) => block.contexts[k]!.shares) }),
		),
		layers: {
			count,
			attention: taken(count * attendedCount, ({ layers }) => layers.attention),
			ffn: taken(count, ({ layers }) => layers.ffn),
		},
		errorBound: places.reduce((max, { block }) => Math.max(max, block.errorBound), 0),
	};
}
