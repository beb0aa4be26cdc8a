import * as z from 'zod';

/** What JSON Schema says of a number. */
const limits = z.object({
	type: z.string(),
	minimum: z.number().optional(),
	maximum: z.number().optional(),
	exclusiveMinimum: z.number().optional(),
	exclusiveMaximum: z.number().optional(),
});

/** Which numbers a schema accepts: `a whole number from 1 to 200`, `a number of at least 0.000001 and below 1`. */
export function numberInWords(schema: z.ZodType<number>): string {
	const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = limits.parse(z.toJSONSchema(schema));
	const min = minimum ?? (type === 'integer' && exclusiveMinimum !== undefined ? exclusiveMinimum + 1 : undefined);
	const max = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
	const noun = type === 'integer' ? 'a whole number' : 'a number';
	if (min !== undefined && max !== undefined) return `${noun} from ${plain(min)} to ${plain(max)}`;
	const ends = [
		...(min === undefined || min === -Number.MAX_SAFE_INTEGER ? [] : [`of at least ${plain(min)}`]),
		...(exclusiveMinimum === undefined || min !== undefined ? [] : [`above ${plain(exclusiveMinimum)}`]),
		...(max === undefined ? [] : [`of at most ${plain(max)}`]),
		...(exclusiveMaximum === undefined ? [] : [`below ${plain(exclusiveMaximum)}`]),
	];
	return [noun, ends.join(' and ')].filter((part) => part !== '').join(' ');
}

/** Without an exponent. */
function plain(number: number): string {
	return number.toLocaleString('en', { maximumFractionDigits: 20, useGrouping: false });
}
