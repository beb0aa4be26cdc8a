import { productUpward } from './directed-rounding.ts';

/**
 * What (ε, δ) for one document is for a person whom `documents` of them are about: `(kε, k e^{(k−1)ε} δ)`, by going from one set to the other a document
 * at a time. A δ of 1 promises nothing.
 * @throws RangeError unless `documents` is a whole number `>= 1`.
 */
export function groupGuarantee(epsilon: number, delta: number, documents: number): { readonly epsilon: number; readonly delta: number } {
	if (!(Number.isInteger(documents) && documents >= 1)) throw new RangeError(`${documents} documents`);
	if (documents === 1) return { epsilon, delta };
	// More than `Math.exp` and two products round.
	const grown = documents * Math.exp((documents - 1) * epsilon) * delta * (1 + 2 ** -48);
	return { epsilon: productUpward(epsilon, documents), delta: delta === 0 ? 0 : Math.min(1, grown) };
}
