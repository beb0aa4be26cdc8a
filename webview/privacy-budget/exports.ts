import type { BudgetOutlook, BudgetState } from '../../src/protocol/private.ts';
import { asTable } from '../../src/report/csv.ts';

/** Proposed name of an export. */
export function exportName({ plan: { settings, documents } }: BudgetOutlook): string {
	return `private-plan-${settings.decoder}-epsilon-${settings.epsilon}-documents-${documents}`;
}

/** All that was planned, as the runner answered it, and what the ledger had then. */
export function asJson({ plan }: BudgetOutlook, ledger: BudgetState | null): string {
	return `${JSON.stringify({ ...plan, budget: ledger }, null, '\t')}\n`;
}

/**
 * The same as one long table, a number a row. Kinds: `setting`; `way` (of a decoder: whether it gives anything, its steps, the
 * documents that half and 95% take); `release` (`at`: documents that agree, `value`: probability); `releases` (`at`: answers, `value`: ε
 * together); `group` (`at`: documents of a person); `split`; `ledger`.
 */
export function asCsv({ plan }: BudgetOutlook, ledger: BudgetState | null): string {
	const rows: (string | number)[][] = [['kind', 'name', 'at', 'value']];
	const add = (kind: string, name: string, at: number | '', value: number | string | null): void => {
		rows.push([kind, name, at, value ?? '']);
	};
	const { settings } = plan;
	add('setting', 'epsilon', '', settings.epsilon);
	add('setting', 'delta', '', settings.delta);
	add('setting', 'documents', '', plan.documents);
	add('setting', 'decoder', '', settings.decoder);
	add('setting', 'sentences', '', settings.sentences);
	for (const [name, value] of Object.entries(settings.expert))
		add('setting', name, '', typeof value === 'boolean' ? String(value) : (value ?? null));
	for (const [name, value] of Object.entries(plan.split)) add('split', name, '', value);
	for (const way of plan.decoders) {
		add('way', `${way.decoder} possible`, '', String(way.possible));
		add('way', `${way.decoder} steps`, '', way.steps);
		add('way', `${way.decoder} epsilon of a step`, '', way.stepEpsilon);
		add('way', `${way.decoder} temperature`, '', way.temperature);
		add('way', `${way.decoder} documents for half`, '', way.half);
		add('way', `${way.decoder} documents for 95%`, '', way.sure);
		for (const [documents, probability] of way.releaseProbability.entries()) add('release', way.decoder, documents, probability);
	}
	for (const { count, epsilon } of plan.releases) add('releases', 'epsilon', count, epsilon);
	for (const { documents, epsilon, delta } of plan.group) {
		add('group', 'epsilon', documents, epsilon);
		add('group', 'delta', documents, delta);
	}
	if (ledger !== null) {
		const { epsilon, delta, spentEpsilon, spentDelta, releases } = ledger;
		for (const [name, value] of Object.entries({ epsilon, delta, spentEpsilon, spentDelta, releases })) add('ledger', name, '', value);
	}
	return asTable(rows);
}
