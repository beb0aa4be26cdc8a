import { join } from 'node:path';
import type { PrivacyBudgetState } from '../../../src/protocol/private.ts';
import { outlook } from '../../support/example-privacy-plan.ts';
import { panelPage, type OpenedPage } from './panel-page.ts';
import { screenshots } from './workbench.ts';

/** Opens the page in a state. */
export type OpenPrivacyBudgetPage = (state: PrivacyBudgetState, size?: { width: number; height: number }) => Promise<OpenedPage>;

/**
 * The page of the privacy budget in a browser, without VS Code, from the first to the last test of the suite it is called in. Its host plans
 * sentence votes alone; everything else is as in `test/support/example-privacy-plan.ts`.
 */
export function privacyBudgetPage(): OpenPrivacyBudgetPage {
	const page = panelPage(
		'privacy-budget',
		'Privacy Budget',
		(method, params, given: { state: PrivacyBudgetState; outlook: typeof outlook }) => {
			if (method.endsWith('/privacyBudget/open')) return given.state;
			if (method.endsWith('/panel/saveExport')) return { saved: true };
			if (method.endsWith('/privacyBudget/verify')) return { file: '/w/ledger', entries: 12, damage: [] };
			if (!method.endsWith('/privacyBudget/plan')) return null;
			if ((globalThis as { failPlans?: boolean }).failPlans === true) return { plan: null };
			const { settings, documents } = params as { settings: typeof given.outlook.plan.settings; documents: number };
			const curveOf = (epsilon: number): number[] => {
				const curve = [0];
				for (let n = 1; n <= documents; n++) {
					const before = curve[n - 1]!;
					curve.push(
						Math.min(
							Math.exp(epsilon) * before + settings.delta / settings.sentences,
							1 - Math.exp(-epsilon) * (1 - before - settings.delta / settings.sentences),
							1,
						),
					);
				}
				return curve;
			};
			const min = (curve: number[], share: number): number | null => {
				const found = curve.findIndex((probability) => probability >= share);
				return found === -1 ? null : found;
			};
			const wordsOf = (epsilon: number): { possible: boolean; says: string } => {
				const sure = min(curveOf(epsilon / settings.sentences), 0.5);
				return sure === null
					? { possible: false, says: `Nothing: even all ${documents} documents are too few.` }
					: {
							possible: true,
							says: `${settings.sentences} sentence${settings.sentences === 1 ? '' : 's'}, if ${sure} of ${documents} documents word it alike.`,
						};
			};
			const curve = curveOf(settings.epsilon / settings.sentences);
			const own = wordsOf(settings.epsilon);
			const { plan } = given.outlook;
			return {
				plan: {
					...plan,
					settings,
					documents,
					says: [`With ${documents} documents, ε = ${settings.epsilon}: ${own.says}`, plan.says[1]],
					decoders: plan.decoders.map((way) =>
						way.decoder === 'sentence-vote'
							? { ...way, ...own, releaseProbability: curve, half: min(curve, 0.5), sure: min(curve, 0.95) }
							: way,
					),
					releases: plan.releases.map(({ count }) => ({
						count,
						epsilon: Math.min(settings.epsilon * count, settings.epsilon * count ** 0.85),
					})),
				},
				presets: [1, 3, 6].map((epsilon) => ({ epsilon, ...wordsOf(epsilon) })),
			};
		},
	);
	return (state, size = { width: 1100, height: 2300 }) => page({ state, outlook }, size);
}

/** Where a picture of the page is left. */
export function pictureOf(name: string): string {
	return join(screenshots, `privacy-budget-page-${name}.png`);
}
