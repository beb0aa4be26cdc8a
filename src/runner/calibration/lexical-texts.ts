import type { LexicalSource } from '../embedding/lexical-source.ts';
import type { DataItem } from './data-item.ts';

/** What the embedder `lexical` is fitted to where a data set is calibrated with: its entries and queries, of all shards. */
export function lexicalTexts(items: readonly DataItem[]): LexicalSource {
	return { texts: () => items.flatMap(({ subject }) => ('text' in subject ? [subject.text] : [])) };
}
