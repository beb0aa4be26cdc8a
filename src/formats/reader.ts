/** What a measurement may need to be opened: a language model that reads texts token by token, an encoder that embeds them. */
export const readerKinds = ['language-model', 'encoder'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** How people call a reader. */
export const readerNouns: Readonly<Record<ReaderKind, string>> = { 'language-model': 'language model', encoder: 'encoder' };
