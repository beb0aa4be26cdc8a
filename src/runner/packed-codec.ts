import { z } from 'zod';
import { withNumbers } from '../reading/declared-parts.ts';
import { pack, unpack, type Codec } from './packed-arrays.ts';

const length = z.number().int().nonnegative();

/**
 * How a declared result is kept: as it is in JSON, but for its arrays of numbers, in whose place stand their lengths; the numbers follow, all
 * doubles before all integers, each in the order of the declaration. Whatever the declaration refuses is not given back.
 * @param magic eight characters, others for each kind of result and for each change of its declaration.
 */
export function packedCodec<T>(magic: string, declaration: z.ZodType<T>): Codec<T> {
	return {
		encode(value) {
			const doubles: Float64Array[] = [];
			const integers: Uint32Array[] = [];
			const lengths = withNumbers(declaration, value, (_held, numbers) => {
				if (numbers instanceof Float64Array) doubles.push(numbers);
				else if (numbers instanceof Uint32Array) integers.push(numbers);
				else throw new TypeError('an array of numbers is none');
				return numbers.length;
			});
			return pack(magic, lengths, [...doubles, ...integers]);
		},

		async decode(bytes) {
			const unpacked = await unpack(magic, bytes);
			if (unpacked === undefined) return undefined;
			const { header, arrays } = unpacked;
			const withDoubles = withNumbers(declaration, header, (held, found) =>
				held === 'float64' ? arrays.doubles(length.parse(found)) : found,
			);
			const whole = withNumbers(declaration, withDoubles, (held, found) =>
				held === 'uint32' ? arrays.integers(length.parse(found)) : found,
			);
			arrays.requireEnd();
			return declaration.parse(whole);
		},
	};
}
