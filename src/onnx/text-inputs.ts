/** What a graph that was made for it adds to the scores of its attention, to hide columns of its cache (`hiding-graph.ts`). */
export const hiddenBias = 'hiding/bias';

/** Inputs of a graph that say what is fed and how much of it is wanted. All others are the cache. */
const textInputs = ['input_ids', 'attention_mask', 'position_ids', 'use_cache_branch', 'num_logits_to_keep', hiddenBias] as const;
export type TextInput = (typeof textInputs)[number];

export const isTextInput = (name: string): name is TextInput => textInputs.some((known) => known === name);
