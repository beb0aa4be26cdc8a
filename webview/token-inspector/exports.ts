import { tokenSources } from '../../src/formats/token-sources.ts';
import type { Detail } from '../../src/protocol/token-inspector.ts';
import { asTable } from '../../src/report/csv.ts';
import { pathSteps, stepName } from './layer-path.ts';

/** What the exports hold: the token and the file that it is in. */
export interface Exported {
	readonly detail: Detail;
	readonly file: string;
}

/** Proposed name of an export: the file's, the token's number; nothing that a file system minds. */
export function exportName({ detail, file }: Exported): string {
	const stem = file
		.replace(/(\.rag|\.response)?\.md$/, '')
		.replaceAll(/[^\w.-]+/g, '-')
		.replaceAll(/^[.-]+|[.-]+$/g, '')
		.slice(0, 50);
	return `${stem === '' ? 'trace' : stem}-token-${detail.index + 1}`;
}

/** Everything about the token, as the runner answers it. */
export function asJson({ detail, file }: Exported): string {
	return `${JSON.stringify({ file, ...detail }, null, '\t')}\n`;
}

/**
 * The same as one long table (RFC 4180): a number a row, with what it is about. Kinds: `source` (parts of the
 * probability), `word` and `without context` (probabilities of the whole word), `path` (a step's part by source, and `running`, the probability so far), `reason` (log-odds of a hallucination,
 * below zero what speaks against one).
 */
export function asCsv({ detail, file }: Exported): string {
	const token = [file, detail.index + 1, detail.token.text] as const;
	const rows: (readonly (string | number)[])[] = [['file', 'token', 'text', 'kind', 'step', 'name', 'value']];
	const add = (kind: string, step: string, name: string, value: number): void => {
		rows.push([...token, kind, step, name, value]);
	};
	add('probability', '', 'probability', Math.exp(detail.token.logprob));
	for (const [i, source] of tokenSources.entries()) add('source', '', source, detail.sources[i] ?? 0);
	if (detail.word !== null) {
		add('word', '', 'probability', detail.word.probability);
		add('word', '', 'without any context', detail.word.none);
	}
	for (const { id, without } of detail.contexts) if (without !== null) add('without context', '', id, without);
	for (const step of pathSteps(detail)) {
		for (const source of tokenSources) if (step.parts[source] !== undefined) add('path', stepName(step), source, step.parts[source]);
		add('path', stepName(step), 'running', step.running);
	}
	for (const verdict of [detail.sentence?.spad, detail.response]) {
		if (verdict === null || verdict === undefined) continue;
		for (const { features } of [...verdict.reasons, ...verdict.counterReasons])
			for (const { name, contribution } of features) add('reason', `${verdict.classifier}, ${verdict.level}`, name, contribution);
	}
	return asTable(rows);
}
