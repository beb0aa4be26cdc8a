import type { ErrorNumber } from '../error-numbers.ts';
import type { DocumentRange, FormatProblem } from './trace.ts';

/** Problems of one kind that are told one by one; a file of a hundred thousand records or lines may have one in each. */
const maxListedPerKind = 20;

/** The problems of one document that may have many: of each kind the first ones, and one that counts those behind them. */
export class ProblemList {
	readonly #document: string;
	readonly #problems: FormatProblem[] = [];
	readonly #further = new Map<ErrorNumber, { count: number; first: FormatProblem }>();
	readonly #listed = new Map<ErrorNumber, number>();

	constructor(document: string) {
		this.#document = document;
	}

	/** `range` is only looked for when it will be told. */
	add(
		code: ErrorNumber,
		message: string,
		hint: string,
		range: () => DocumentRange,
		{ severity, fixes = [] }: Pick<FormatProblem, 'severity' | 'fixes'> = {},
	): void {
		const listed = this.#listed.get(code) ?? 0;
		const further = this.#further.get(code);
		if (further !== undefined) {
			further.count++;
			return;
		}
		const problem: FormatProblem = {
			code,
			...(severity === undefined ? {} : { severity }),
			message,
			hint,
			...(fixes.length === 0 ? {} : { fixes }),
			document: this.#document,
			range: range(),
		};
		if (listed < maxListedPerKind) {
			this.#listed.set(code, listed + 1);
			this.#problems.push(problem);
		} else this.#further.set(code, { count: 1, first: problem });
	}

	/** In the order of the document. */
	list(): FormatProblem[] {
		const counted = [...this.#further.values()].map(({ count, first }) =>
			count === 1 ? first : { ...first, message: `${first.message} (And ${count - 1} more such problems behind this one.)` },
		);
		return [...this.#problems, ...counted].toSorted((a, b) => a.range.start - b.range.start);
	}
}
