/** For a person with `documents` documents. Stand-in until the mechanisms are here. */
export function groupGuarantee(epsilon: number, delta: number, documents: number): { epsilon: number; delta: number } {
	return { epsilon: documents * epsilon, delta: documents * Math.exp((documents - 1) * epsilon) * delta };
}
