import { screeningThreshold } from '../../src/analysis/queries/screening-rule.ts';
import {
	defaultMembershipSettings as settings,
	type MembershipAttackName,
	type MembershipRedteamReport,
} from '../../src/formats/membership-redteam.ts';
import type { ScreeningRule } from '../../src/formats/query-screen-record.ts';
import { standOutScore } from '../../src/methods/mirabel/thresholds.ts';
import { attackMembership, heldOutCopy, type MembershipOn } from '../../src/redteam/membership/attack-membership.ts';
import type { Figure } from '../figure.ts';
import type { ScreenedCorpus } from './corpora.ts';
import { atMost, type Target } from '../target.ts';

/** What attackers can tell from answers, with detect-and-hide and without, of one corpus and one reader. */
export interface MeasuredDefense {
	readonly corpus: string;
	readonly reader: string;
	readonly rule: ScreeningRule;
	readonly attacks: MembershipRedteamReport['attacks'];
}

/** The pipeline, without what flags a query. */
export type Reading = Omit<MembershipOn, 'threshold'>;

/** `count`: documents that are asked about, by S²MIA and MBA, and by IA. `k`: documents that the reader reads. */
export async function measureDefense(
	corpus: ScreenedCorpus,
	reader: string,
	rule: ScreeningRule,
	{ count, interrogated, seed, k }: { readonly count: number; readonly interrogated: number; readonly seed: number; readonly k: number },
	{ isLexical, ...on }: Reading & { readonly isLexical: boolean },
): Promise<MeasuredDefense> {
	const by: MembershipOn = {
		...on,
		threshold: async (scoresOf) => {
			const zs = await scoresOf(
				corpus.calibration.map(({ text }) => text),
				standOutScore(isLexical),
			);
			return screeningThreshold(rule, 0.05, {
				benign: { name: 'benign queries', foundBeside: null, zs },
				profile: null,
				moments: null,
				isLexical,
			});
		},
	};
	const attack = async (attacks: readonly MembershipAttackName[], documents: number): Promise<MeasuredDefense['attacks']> =>
		(await attackMembership(heldOutCopy(corpus.texts, documents, seed), { k, seed, attacks, settings }, by)).attacks;
	const attacks = await attack(['s2mia', 'mba'], count);
	const asked = interrogated === 0 ? [] : await attack(['ia'], interrogated);
	return { corpus: corpus.name, reader, rule, attacks: [...attacks, ...asked] };
}

/** `ENCODER | TABLE | ROW | COLUMN`; the averages are over attacks and corpora, weighted alike. */
export function defenseFigures(encoder: string, measured: readonly MeasuredDefense[]): Figure[] {
	const groups = [...new Set(measured.map(({ reader, rule }) => `${reader}, ${rule}`))];
	return groups.flatMap((group) => {
		const own = measured.filter(({ reader, rule }) => `${reader}, ${rule}` === group);
		const all = own.flatMap(({ attacks }) => attacks);
		const table = `${encoder} | what attackers can tell: ${group} threshold`;
		const plain = (name: string, value: number, n: number, target: Target | null = null): Figure => ({
			name,
			value,
			low: null,
			high: null,
			n,
			unit: '',
			target,
		});
		const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
		return [
			...own.flatMap(({ corpus, attacks }) =>
				attacks.flatMap(({ title, documents, undefended, defended }) => {
					const row = `${table} | ${corpus}, ${title}`;
					return [
						{ name: `${row} | accuracy`, ...undefended.accuracy, unit: '', target: null },
						{ name: `${row} | accuracy, hidden`, ...defended.accuracy, unit: '', target: null },
						plain(`${row} | adjusted`, undefended.adjustedAccuracy, documents),
						plain(`${row} | adjusted, hidden`, defended.adjustedAccuracy, documents),
						plain(`${row} | KS`, undefended.ks, documents),
						plain(`${row} | KS, hidden`, defended.ks, documents),
						...undefended.ksByScore.flatMap(({ score, ks }, i) => [
							plain(`${row} | KS, ${score}`, ks, documents),
							plain(`${row} | KS, ${score}, hidden`, defended.ksByScore[i]?.ks ?? NaN, documents),
						]),
					];
				}),
			),
			...(['adjusted', 'adjusted, hidden', 'KS', 'KS, hidden'] as const).map((column) => {
				const value = mean(
					all.map((attack) => {
						const outcome = column.endsWith('hidden') ? attack.defended : attack.undefended;
						return column.startsWith('KS') ? outcome.ks : outcome.adjustedAccuracy;
					}),
				);
				const target = column === 'adjusted, hidden' && encoder !== 'lexical' ? atMost(0.05) : null;
				return plain(
					`${table} | averaged | ${column}`,
					value,
					all.reduce((sum, { documents }) => sum + documents, 0),
					target,
				);
			}),
		];
	});
}
