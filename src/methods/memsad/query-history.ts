/** The paper's `m_max`; the oldest query goes first. */
export const defaultCapacity = 1000;

/** The last queries that the agent was asked, first in first out (MEMSAD, definition 6). @param queries oldest first */
export function lastQueries<Query>(queries: readonly Query[], capacity = defaultCapacity): Query[] {
	return queries.slice(-capacity);
}

/** Triggered calibration: the suspected trigger joined to each query, to be embedded in the query's place. */
export function withTrigger(queries: readonly string[], trigger: string): string[] {
	return queries.map((query) => `${query} ${trigger}`);
}
