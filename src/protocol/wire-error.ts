import { errorNumbers, isErrorNumber } from '../error-numbers.ts';
import { UserError } from '../errors.ts';
import type { WireError } from './requests.ts';

/** An error as it crosses a process boundary. `stack` only for a defect, and for the log only. */
export interface CrossingError extends WireError {
	readonly stack?: string | undefined;
}

/** Returns an error as it is sent: a user's mistake without its stack, and anything else as a defect of ours. */
export function toWire(error: unknown): CrossingError {
	if (error instanceof UserError) {
		const { code, message, hint, place } = error;
		return { code, message, ...(hint === undefined ? {} : { hint }), ...(place === undefined ? {} : { place: { ...place } }) };
	}
	const defect = error instanceof Error ? error : new Error(String(error));
	return {
		code: errorNumbers.defect,
		message: `Internal error: ${defect.message}`,
		hint: 'RAG Assay’s log has the details. Please report it.',
		...(defect.stack === undefined ? {} : { stack: defect.stack }),
	};
}

/** Returns the error that its receiver throws. */
export function fromWire(error: CrossingError): UserError {
	const { code, message, hint, place, stack } = error;
	return new UserError(isErrorNumber(code) ? code : errorNumbers.defect, message, {
		...(hint === undefined ? {} : { hint }),
		...(place === undefined
			? {}
			: {
					place: {
						file: place.file,
						...(place.line === undefined ? {} : { line: place.line }),
						...(place.column === undefined ? {} : { column: place.column }),
					},
				}),
		...(stack === undefined ? {} : { cause: new Error(stack) }),
	});
}

/** Returns an error without its stack, which only a log may show. */
export function withoutStack({ stack: _stack, ...error }: CrossingError): WireError {
	return error;
}
