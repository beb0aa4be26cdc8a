import * as z from 'zod';
import { screenedText } from '../../methods/mirabel/mask-markers.ts';
import type { Measure } from './measure.ts';

/** The embedding of a text: little-endian float32 in base64, which takes a quarter of the numbers written out. */
const embedding = z.object({ float32: z.base64() });
export type EmbeddingNumbers = z.infer<typeof embedding>;

function embeddingMeasure<S extends 'entry' | 'query'>(
	of: S,
	{ name = `${of}-embedding`, read = (text) => text }: { readonly name?: string; readonly read?: (text: string) => string } = {},
): Measure<EmbeddingNumbers, S, 'encoder'> {
	return {
		name,
		schema: embedding,
		of,
		readers: ['encoder'],
		unavailableAfter: new Set(),
		async take({ text }, { encoder }, signal) {
			const row = await encoder.embed([read(text)], { as: of === 'query' ? 'query' : 'document', signal, onProgress: () => undefined });
			return { float32: Buffer.from(row.buffer, row.byteOffset, row.byteLength).toString('base64') };
		},
	};
}

export const entryEmbedding = embeddingMeasure('entry');
export const queryEmbedding = embeddingMeasure('query');
/** Of a query as it is screened: without mask markers, unless it has nothing else. */
export const screenedEmbedding = embeddingMeasure('query', {
	name: 'screened-query-embedding',
	read: screenedText,
});

/** The numbers of an embedding. */
export function embeddingOf({ float32 }: EmbeddingNumbers): Float32Array {
	const bytes = Buffer.from(float32, 'base64');
	return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
