import { UserError } from '../../src/errors.ts';

/** What is judged on one side of a data set, by what people call it: 'responses', 'sentences'. */
export type Judged = Readonly<Record<string, readonly { readonly positive: boolean }[]>>;

/**
 * Detectors are fitted on one side and judged on the other, with grounded and ungrounded cases on each.
 * @throws {UserError} RA658 naming the first side that lacks one.
 */
export function requireBothClasses(folder: string, sides: Readonly<Record<'train' | 'test', Judged>>): void {
	for (const [side, judged] of Object.entries(sides)) {
		for (const [what, all] of Object.entries(judged)) {
			const wrong = all.filter(({ positive }) => positive).length;
			if (wrong > 0 && wrong < all.length) continue;
			const found =
				all.length === 0
					? `no ${what} that can be judged`
					: `${all.length} ${what}, ${wrong === 0 ? 'none of them' : 'all of them'} ungrounded`;
			throw new UserError(
				'RA658',
				`This data set cannot be measured: its ${side} split has ${found}, and both grounded and ungrounded ones were expected.`,
				{
					place: { file: folder },
					hint: 'A record\u2019s "split" is "train" or "test"; its "labels" are the spans that are not supported, and [] where all is.',
				},
			);
		}
	}
}
