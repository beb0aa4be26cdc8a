import * as z from 'zod';
import type { AnyDetector, DetectorFormat } from './detectors/detector.ts';
import { count, sha256 } from './detectors/figures.ts';
import type { Provenance } from './detectors/provenance.ts';
import type { Profile } from './profile.ts';

/** `rag-assay/profile@1`, which is read for good and written no more: one model, layout, embedder and data for all of its detectors. */
export const firstProfile = z.object({
	schema: z.literal('rag-assay/profile@1'),
	/** `ModelIdentity.name` and `ModelIdentity.sha256`. */
	model: z.object({ name: z.string().min(1), sha256 }),
	/** `ModelIdentity.layout`. */
	layout: z.string().min(1),
	/** Whose embeddings went into it; `null`: nobody's. */
	embedder: z.object({ name: z.string().min(1), sha256 }).nullable(),
	/** The data that chose the thresholds. */
	dataset: z.object({
		name: z.string().min(1),
		sha256,
		traces: count,
		sentences: count,
		/** Where several data sets made it: each of them. */
		parts: z.array(z.object({ name: z.string().min(1), sha256, traces: count })).optional(),
	}),
	/** Of everything that was drawn: sides, folds, settings, which answer of a group counts. Absent in profiles from before this was written down, as what follows may be. */
	seed: count.optional(),
	/** What wrote it, and the runtime that the model ran in; absent in profiles from before this was written down. */
	versions: z.object({ product: z.string().min(1), onnxruntime: z.string().min(1).optional() }).optional(),
	/** What the model ran on when its figures were measured, and in which numbers; absent as above. They may differ a little elsewhere: nothing is refused for it. */
	measured: z.object({ device: z.string().min(1), dtype: z.string().min(1) }).optional(),
});

/** The methods that it has had: a later one stands in version 2 alone. */
const firstMethods = ['mean-entropy', 'confidence-gap', 'repcs', 'spad', 'spad+'];

/** Its detectors, of those of the methods that it may hold. */
export function firstDetectors<D extends AnyDetector>(formats: readonly DetectorFormat<D>[]): z.ZodType<D[]> {
	const [some, ...others] = formats.filter(({ is }) => firstMethods.some((method) => is({ method, level: '' }))).map((one) => one.schema);
	return z.array(some === undefined ? z.never() : z.discriminatedUnion('method', [some, ...others]));
}

type FirstProfile<D extends AnyDetector> = z.infer<typeof firstProfile> & Pick<Profile, 'name' | 'created'> & { detectors: D[] };

/** The same profile as the newest version has it. */
export function withProvenance<D extends AnyDetector>({ name, created, detectors, ...rest }: FirstProfile<D>): Profile<D> {
	const from = provenanceOf(rest);
	return { schema: 'rag-assay/profile@2', name, created, detectors: detectors.map((one) => ({ ...one, from })) };
}

function provenanceOf({ model, layout, embedder, dataset, seed, versions, measured }: z.infer<typeof firstProfile>): Provenance {
	const { traces, parts, ...data } = dataset;
	return {
		readers: [
			{
				kind: 'language-model',
				...model,
				layout,
				...measured,
				...(versions?.onnxruntime === undefined ? {} : { onnxruntime: versions.onnxruntime }),
			},
			...(embedder === null ? [] : [{ kind: 'encoder' as const, ...embedder }]),
		],
		data: {
			name: data.name,
			sha256: data.sha256,
			items: traces,
			sentences: data.sentences,
			...(parts === undefined ? {} : { parts: parts.map(({ traces: items, ...part }) => ({ ...part, items })) }),
		},
		...(seed === undefined ? {} : { seed }),
		...(versions === undefined ? {} : { versions: { product: versions.product } }),
	};
}
