import * as z from 'zod';
import { sourceCount } from '../../src/model-io/attribution.ts';
import type { ResponseNumbers } from './response-numbers.ts';

const floats = z.string().transform((text) => {
	const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
	return new Float64Array(bytes.buffer);
});
const integers = z.array(z.number().int().nonnegative()).transform((values) => Uint32Array.from(values));

const keptLine = z.object({
	id: z.string(),
	tokenIds: integers,
	start: integers,
	end: integers,
	contextIds: z.array(z.string()),
	sources: floats,
	contextShares: floats,
	logProbability: floats,
	entropy: floats,
	margin: floats,
	logitMargin: floats,
	energy: floats,
	confidenceGap: floats,
});

/** A line for a file of numbers, exact to the last bit. */
export function formatNumbers(id: string, { attributed, confidenceGap }: ResponseNumbers): string {
	const { tokenIds, start, end, contextIds, sources, contextShares, logProbability, entropy, margin, logitMargin, energy } = attributed;
	return JSON.stringify({
		id,
		tokenIds: [...tokenIds],
		start: [...start],
		end: [...end],
		contextIds,
		...mapped({ sources, contextShares, logProbability, entropy, margin, logitMargin, energy, confidenceGap }),
	});
}

/** What `formatNumbers` has written. @throws for anything else. */
export function readNumbers(line: string): { readonly id: string; readonly numbers: ResponseNumbers } {
	const { id, confidenceGap, ...attributed } = keptLine.parse(JSON.parse(line));
	const tokens = attributed.tokenIds.length;
	if (attributed.sources.length !== tokens * sourceCount || confidenceGap.length !== tokens)
		throw new RangeError(`the numbers kept of ${id} are not of ${tokens} tokens`);
	return { id, numbers: { attributed, confidenceGap } };
}

function mapped(arrays: Readonly<Record<string, Float64Array>>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(arrays).map(([name, { buffer, byteOffset, byteLength }]) => [
			name,
			Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
		]),
	);
}
