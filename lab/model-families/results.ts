import * as z from 'zod';

const works = z.object({
	works: z.boolean(),
	/** In one sentence, where it does not, or not as one would expect. */
	reason: z.string().nullable(),
});

/** One family in one exporter's hands. */
export const measuredSchema = z.object({
	family: z.string(),
	title: z.string(),
	exporter: z.string(),
	/** Whether the exporter wrote a graph, and if not, why, by its own words. */
	exported: works,
	/** The graph opens and gives log-probabilities; `difference`: largest distance of a probability from the oracle's. `null` where there is no oracle. */
	score: works.extend({ difference: z.number().nullable() }).nullable(),
	/** How texts may be fed. */
	cache: z.enum(['any', 'single', 'none', 'fails']).nullable(),
	/** The seven sources; `difference`: largest distance of a source, a context's part or a part by layer from the oracle's. */
	sources: works.extend({ difference: z.number().nullable(), mode: z.enum(['cached', 'whole']).nullable() }).nullable(),
	/** An answer is written. */
	generate: works.nullable(),
	layers: z.number().int().nullable(),
	mixingLayers: z.number().int(),
	/** Where the graph and its `config.json` disagree. */
	contradictions: z.array(z.string()),
	/** Why there is no oracle. */
	noOracle: z.string().nullable(),
});
export type Measured = z.infer<typeof measuredSchema>;

export const resultsSchema = z.object({
	/** Of exporters, by package, and of the runtime that ran the graphs. */
	versions: z.record(z.string(), z.array(z.string())),
	measured: z.array(measuredSchema),
});
export type Results = z.infer<typeof resultsSchema>;

/** How far from the oracle is right. */
export const tolerance = 1e-4;
/** A graph whose probabilities are farther from the model's is another model. */
export const otherModel = 1e-3;
