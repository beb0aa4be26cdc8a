import type { MemoryFinding, MemoryScanRecord, MemoryScanSummary } from '../../formats/memory-scan-record.ts';
import { withCharacterCodes } from '../../wording/phrases.ts';
import { codeSpan, plainMarkdown } from '../lsp/markdown.ts';
import { isBenign } from './diagnostics.ts';
import { oneLineOf } from '../../wording/phrases.ts';

/** Queries that a hover names. */
const maxQueries = 5;
const maxWords = 160;

/**
 * Everything about one entry, as Markdown: the verdict first, then why, then the figures.
 * @param said findings that the editor shows at the same place by itself, as problems
 */
export function memoryHover(record: MemoryScanRecord, summary: MemoryScanSummary, said: readonly MemoryFinding[] = []): string {
	const shown = new Set(said.map(({ message }) => message));
	const reasons = new Map(record.findings.filter(({ message }) => !shown.has(message)).map((one) => [one.message, one.ignored]));
	const blocks = [
		[verdictOf(record)],
		[...reasons].map(([message, ignored]) => `- ${plainMarkdown(withCharacterCodes(message))}${ignored ? ' (marked as benign)' : ''}`),
		scoresOf(record, summary),
		nearestOf(record),
		originOf(record),
	];
	return blocks
		.filter((lines) => lines.length > 0)
		.map((lines) => lines.join('\n'))
		.join('\n\n');
}

function verdictOf(record: MemoryScanRecord): string {
	const { flagged, findings } = record;
	if (flagged) return '**Flagged**: this entry looks planted';
	if (isBenign(record)) return '**Marked as benign**: not flagged';
	return findings.length > 0 ? '**Not flagged**, with a remark' : '**Not flagged**: nothing found in this entry';
}

function scoresOf(
	{ score, max, mean, threshold, margin, radius, divergence, proactive }: MemoryScanRecord,
	summary: MemoryScanSummary,
): string[] {
	const lines: string[] = [];
	if (score !== null) {
		const parts = [
			...(max === null ? [] : [`nearest query ${number(max)}`]),
			...(mean === null ? [] : [`all queries on average ${number(mean)}`]),
		];
		lines.push(
			`Similarity to the queries: **${number(score)}**${threshold === null ? ' (no threshold)' : compared(score, threshold)}${parts.length === 0 ? '' : ` (${parts.join(', ')})`}.`,
		);
	}
	if (margin !== null && radius !== null && radius.thisThreshold > 0)
		lines.push(
			`It stays flagged while its embedding moves by less than ${number(radius.thisThreshold)}${
				(radius.anyThreshold ?? 0) > 0
					? `, and by less than ${number(radius.anyThreshold!)} with any threshold within the calibration's error`
					: ''
			}. This does not cover synonyms.`,
		);
	if (divergence !== null)
		lines.push(
			`Difference from benign entries of its length: ${number(divergence.score)}${divergence.threshold === null ? '' : compared(divergence.score, divergence.threshold)}.`,
		);
	if (proactive !== null)
		lines.push(
			`Similarity to probing queries: ${number(proactive.score)}${proactive.threshold === null ? '' : compared(proactive.score, proactive.threshold)}.`,
		);
	if (score === null)
		lines.push(summary.history === null ? 'Only rules judged this entry: there is no query history.' : 'It was not compared with queries.');
	else lines.push(plainMarkdown(summary.calibration.says));
	if (summary.encoder !== null && score !== null && summary.encoder.cannotSee !== null)
		lines.push(plainMarkdown(summary.encoder.cannotSee));
	// Each on a line of its own.
	return lines.flatMap((line, i) => (i === 0 ? [line] : ['', line]));
}

function compared(score: number, threshold: number): string {
	return score > threshold ? `, above the threshold ${number(threshold)}` : `, not above the threshold ${number(threshold)}`;
}

function nearestOf({ nearest }: MemoryScanRecord): string[] {
	if (nearest.length === 0) return [];
	return [
		'| nearest queries | similarity |',
		'| :-- | --: |',
		...nearest
			.slice(0, maxQueries)
			.map(({ query, similarity }) => `| ${codeSpan(oneLineOf(query, maxWords)).replaceAll('␣', ' ')} | ${number(similarity)} |`),
	];
}

const provenanceWords: Readonly<Record<Exclude<MemoryScanRecord['provenance'], 'not-checked'>, string>> = {
	signed: 'Signed, and unchanged since.',
	unsigned: 'Not signed.',
	altered: 'Signed, and **changed since**.',
	'unknown-key': 'Signed with a key that is not on this machine, so the signature proves nothing here.',
};

function originOf({ provenance, madeFrom }: MemoryScanRecord): string[] {
	return [
		...(provenance === 'not-checked' ? [] : [provenanceWords[provenance]]),
		...(madeFrom.length === 0
			? []
			: [
					'',
					`Made from ${madeFrom.slice(0, maxQueries).map(codeSpan).join(', ')}${madeFrom.length > maxQueries ? ' and others' : ''}. It is only as trustworthy as the least trustworthy of them.`,
				]),
	];
}

function number(value: number): string {
	return value.toFixed(2);
}
