/** Where a token's probability can come from: the columns of `sources`, in the order of docs/methods/spad.md. */
export const sourceNames = ['query', 'rag', 'past', 'self', 'ffn', 'ln', 'initial'] as const;
export type SourceName = (typeof sourceNames)[number];
/** Columns of `sources`. */
export const sourceCount = sourceNames.length;

/** The four sources that attention draws from: the first columns of `sources`, and those of a layer's `attention`. */
export const attendedCount = 4;
