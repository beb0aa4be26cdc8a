import { screeningRules, type QueryScreenRecord } from '../formats/query-screen-record.ts';
import { asTable } from './csv.ts';

const head =
	`id,query,session,flagged,benign,reasons,document,similarity,rule,threshold,mean,std,z,documents,${screeningRules.join(',')},session times,session of,returned,hidden,kept`.split(
		',',
	);

/** Screened queries as a table, one a row; similarities are cosines, ids of documents are parted by spaces. */
export function screeningTable(records: readonly QueryScreenRecord[]): string {
	return asTable([
		head,
		...records.map((record) => [
			record.id,
			record.query,
			record.session ?? '',
			String(record.flagged),
			String(record.findings.length > 0 && !record.flagged),
			record.findings.map(({ reason }) => reason).join(' '),
			record.target,
			record.max,
			record.rule ?? '',
			record.threshold ?? '',
			record.mean,
			record.std,
			record.z ?? '',
			record.n,
			...screeningRules.map((rule) => record.thresholds[rule] ?? ''),
			record.sessionSignal?.times ?? '',
			record.sessionSignal?.of ?? '',
			record.retrieved.map(({ id }) => id).join(' '),
			record.hidden ?? '',
			record.kept.join(' '),
		]),
	]);
}

/** Screened queries as JSON Lines, as `queries screen --json` writes them. */
export function screeningLines(records: readonly QueryScreenRecord[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}
