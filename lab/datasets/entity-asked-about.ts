import type { PromptParts } from '../../src/model-io/requests.ts';

/** How the world calls people and companies, and radio sites. */
const names = /\b(?:[A-Z][a-z]+ [A-Z][a-z]+|[A-Z]{3}-\d{4})\b/g;

/** Whom a question of the world asks about: a name of the passages that it holds. One about a similar case names nobody. */
export function entityAskedAbout({ query, contexts }: Pick<PromptParts, 'query' | 'contexts'>): string | undefined {
	const written = contexts.flatMap(({ text }) => text.match(names) ?? []);
	return written.find((name) => query.includes(name));
}
