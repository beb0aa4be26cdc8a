import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { kindOfLabel } from '../../text/pii/model-labels.ts';
import { listInWords } from '../../wording/phrases.ts';
import { readJsonFile } from '../safety/json-file.ts';
import type { ModelFiles } from '../safety/model-folder.ts';
import { tagsOf, type Tag } from './label-scheme.ts';

const size = z.number().int().positive().nullish();
const shape = z.object({
	id2label: z.record(z.string(), z.string().min(1).max(200)),
	max_position_embeddings: size,
	num_attention_heads: size,
	n_heads: size,
	hidden_size: size,
	dim: size,
	intermediate_size: size,
	hidden_dim: size,
});

/** What the engine needs to know of a token classifier that its graph does not say. */
export interface ClassifierConfig {
	/** By the numbers of its classes. */
	readonly tags: readonly (Tag | undefined)[];
	/** What its labels call parts of a text, each once. */
	readonly kinds: readonly string[];
	/** Tokens that it takes at a time, those around a text included; `undefined`: the config does not say. */
	readonly positions: number | undefined;
	readonly heads: number | undefined;
	/** Numbers of a token between layers, and within one. */
	readonly width: number | undefined;
	readonly innerWidth: number | undefined;
}

/** Labels of a message. */
const shown = 8;

/** @throws {UserError} RA205; RA441 without labels for each class, RA442 where no label is known. */
export async function loadClassifierConfig({ config: file }: Pick<ModelFiles, 'config'>): Promise<ClassifierConfig> {
	const parsed = shape.safeParse(await readJsonFile(file));
	const labels = parsed.success ? labelsOf(parsed.data.id2label) : undefined;
	if (!parsed.success || labels === undefined || labels.length < 2)
		throw notAClassifier("its config.json has no labels by the numbers of its classes ('id2label')", file.path);
	const tags = tagsOf(labels);
	const kinds = [...new Set(tags.flatMap((tag) => tag?.kind ?? []))];
	if (kinds.every((kind) => kindOfLabel(kind) === undefined))
		throw new UserError(
			errorNumbers.unknownLabels,
			`This model's labels say nothing of personal values: ${listInWords(kinds.slice(0, shown))}${kinds.length > shown ? ' …' : ''}.`,
			{
				place: { file: file.path },
				hint: "Write into its 'id2label' what its classes are, such as B-PER, I-PER and O, or use another model.",
			},
		);
	const { data } = parsed;
	const max = data.max_position_embeddings ?? undefined;
	return {
		tags,
		kinds,
		// RoBERTa and its kin count two positions (514, 4098) that no token ever has.
		positions: max !== undefined && max % 8 === 2 && max > 2 ? max - 2 : max,
		heads: data.num_attention_heads ?? data.n_heads ?? undefined,
		width: data.hidden_size ?? data.dim ?? undefined,
		innerWidth: data.intermediate_size ?? data.hidden_dim ?? undefined,
	};
}

/** RA441. */
export function notAClassifier(why: string, file: string): UserError {
	return new UserError(errorNumbers.notATokenClassifier, `This is no model that finds values in a text: ${why}.`, {
		place: { file },
		hint: 'A token classifier was expected: config.json with id2label, and an ONNX export of it (for optimum: --task token-classification).',
	});
}

/** In order; `undefined` where a class has none. */
function labelsOf(id2label: Readonly<Record<string, string>>): string[] | undefined {
	const labels = Object.keys(id2label).map((_, i) => id2label[String(i)]);
	return labels.every((label) => label !== undefined) ? labels : undefined;
}
