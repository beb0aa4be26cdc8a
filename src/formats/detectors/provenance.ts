import * as z from 'zod';
import { count, sha256 } from './figures.ts';

const name = z.string().min(1);

/** A language model, with what decides its numbers: `ModelIdentity.name`, `.sha256` and `.layout`. */
const languageModel = z.object({
	kind: z.literal('language-model'),
	name,
	sha256,
	layout: name,
	/** What it ran on and in which numbers, and in which ONNX Runtime: figures may differ a little elsewhere, and nothing is refused for it. Absent in profiles from before this was written down. */
	device: name.optional(),
	dtype: name.optional(),
	onnxruntime: name.optional(),
});

/** An encoder: whoever embeds by another one has other distances. */
const encoder = z.object({
	kind: z.literal('encoder'),
	name,
	sha256,
	device: name.optional(),
	dtype: name.optional(),
	onnxruntime: name.optional(),
});

/** Who read the data that a detector was fitted to, by what decides its numbers. */
export const readerIdentity = z.discriminatedUnion('kind', [languageModel, encoder]);
export type ReaderIdentity = z.infer<typeof readerIdentity>;

/** Data that chose a threshold. */
const fittedData = z.object({
	name,
	sha256,
	/** Subjects: answered traces, entries, queries. */
	items: count,
	/** Of answered traces. */
	sentences: count.optional(),
	/** Where several data sets made it: each of them. */
	parts: z.array(z.object({ name, sha256, items: count })).optional(),
});
export type FittedData = z.infer<typeof fittedData>;

/** Where a detector comes from: it judges what the same readers read, and nothing else. */
export const provenance = z.object({
	/** Each kind once; none for a detector that needs no reader. */
	readers: z
		.array(readerIdentity)
		.refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'expected at most one reader of a kind'),
	data: fittedData,
	/** Of everything that was drawn; absent in profiles from before this was written down, as `versions` may be. */
	seed: count.optional(),
	versions: z.object({ product: name }).optional(),
});
export type Provenance = z.infer<typeof provenance>;
