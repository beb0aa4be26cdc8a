import * as z from 'zod';

/**
 * XGBoost's JSON model, as far as it is understood: versions 1.6 to 3.4, a `gbtree` with objective `binary:logistic`, one tree a
 * round, numeric splits, one number a leaf. Parameters are text there; members that change no prediction are not looked at.
 */

const countText = z
	.string()
	.regex(/^\d{1,9}$/u, 'expected a whole number as text')
	.transform(Number);
const integers = z.array(z.int());
// In float32 or refused: what is beyond has become Infinity there.
const floats = z.array(z.number().refine((x) => Number.isFinite(Math.fround(x)), 'expected a number that float32 can hold'));
const none = z.array(z.unknown()).max(0, 'expected none: categorical features are not supported');

/** One tree; all arrays have one entry a node. */
const treeSchema = z.object({
	tree_param: z.object({
		num_nodes: countText,
		size_leaf_vector: z.enum(['0', '1']).optional(),
	}),
	split_type: z.array(z.literal(0, 'expected 0, a numeric split: categorical ones are not supported')).optional(),
	categories: none.optional(),
	left_children: integers,
	right_children: integers,
	split_indices: integers,
	split_conditions: floats,
	default_left: z.array(z.union([z.literal(0), z.literal(1), z.boolean()]).transform(Number)),
	base_weights: floats,
	sum_hessian: floats,
	loss_changes: floats,
});
export type WrittenTree = z.infer<typeof treeSchema>;

export const modelSchema = z.object({
	version: z.array(z.int()).length(3),
	learner: z.object({
		// What a model is for comes first: of several things that are not understood, this one is named.
		objective: z.object({
			name: z.literal('binary:logistic'),
			reg_loss_param: z.object({ scale_pos_weight: z.string().transform(Number).pipe(z.number().positive()) }),
		}),
		learner_model_param: z.object({
			// '4.7E-1' up to version 3.0, then '[4.7E-1]'.
			base_score: z
				.string()
				.regex(/^\[?[^[\],]+\]?$/u, 'expected one number')
				.transform((text) => Number(text.replace(/^\[|\]$/gu, '')))
				.pipe(z.number().gt(0).lt(1)),
			num_class: z.enum(['0', '1']),
			num_target: z.literal('1').optional(),
			num_feature: countText,
		}),
		gradient_booster: z.object({
			name: z.literal('gbtree'),
			model: z.object({
				gbtree_model_param: z.object({
					num_parallel_tree: z.enum(['0', '1']).optional(),
					num_trees: countText,
				}),
				cats: z.object({ enc: none }).optional(),
				tree_info: z.array(z.literal(0, 'expected 0: more than one class is not supported')),
				trees: z.array(treeSchema),
			}),
		}),
		feature_names: z.array(z.string()).default([]),
		feature_types: z.array(z.enum(['float', 'int', 'i', 'q'])).default([]),
		attributes: z.record(z.string(), z.string()).default({}),
	}),
});
