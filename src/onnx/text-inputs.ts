/** Inputs of a graph that say what is fed and how much of it is wanted. All others are the cache. */
const textInputs = ['input_ids', 'attention_mask', 'position_ids', 'use_cache_branch', 'num_logits_to_keep'] as const;
export type TextInput = (typeof textInputs)[number];

export const isTextInput = (name: string): name is TextInput => textInputs.some((known) => known === name);
