import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MemoryProblem } from '../../formats/memory-problem.ts';
import {
	languageNotKnown,
	wordingNotJudged,
	type MemoryFinding,
	type MemoryScanRecord,
	type MemoryScanSummary,
} from '../../formats/memory-scan-record.ts';
import { withoutLinks } from '../../wording/phrases.ts';
import { terminalJson } from './terminal-text.ts';
import type { LineAndColumn } from '../lines-of-files.ts';

/** Where findings stand, as people and SARIF count; `null` where that cannot be found out. */
export type FindPlace = (file: string, offset: number) => Promise<LineAndColumn | null>;

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;

const ruleHelp: Readonly<Record<MemoryFinding['reason'], string>> = {
	memsad: 'The entry is unusually close to what users ask the agent.',
	'memsad+': 'The entry is worded unlike benign entries of its length.',
	validation: 'The entry contains an order to the agent, or a target for data.',
	proactive: 'The entry is close to many kinds of questions at once.',
	provenance: 'The entry has changed since it was signed, or nobody you know has signed it.',
	lineage: 'The entry was made from one that is flagged.',
	'hidden-text': 'The entry hides characters that people do not see and agents read.',
	drift: 'The entry is new or has changed since the file was approved.',
	graph: 'The node has unusually many edges, and most are new.',
	copies: 'Several entries of the store say nearly the same.',
};

/**
 * Writes the findings of a scan as a SARIF 2.1.0 log, in which no text of an entry becomes a link. Those that a person has marked benign are suppressed, and
 * say so. What could not be judged of an entry is left out: services that show SARIF would list each such entry as an alert. The remarks on the scan say it.
 */
export async function memorySarif(
	summary: Pick<MemoryScanSummary, 'store' | 'calibration' | 'problems' | 'told' | 'remarks'>,
	records: readonly MemoryScanRecord[],
	version: string,
	placeOf: FindPlace,
): Promise<string> {
	const codes = new Map<string, MemoryFinding['reason']>();
	const shownOf = ({ findings }: MemoryScanRecord): MemoryFinding[] =>
		findings.filter(({ code }) => code !== wordingNotJudged && code !== languageNotKnown);
	for (const record of records) for (const { code, reason } of shownOf(record)) codes.set(code, reason);
	const ids = [...codes.keys()].toSorted();
	const results = [];
	for (const record of records)
		for (const one of shownOf(record)) {
			const place = one.place ?? record.place;
			results.push({
				ruleId: one.code,
				ruleIndex: ids.indexOf(one.code),
				level: levels[one.severity],
				message: { text: withoutLinks(one.message) },
				locations: [
					{
						// oxlint-disable-next-line no-await-in-loop -- each file is read once
						...(place === null ? {} : { physicalLocation: await physical(place, placeOf) }),
						logicalLocations: [{ name: record.id, fullyQualifiedName: `${summary.store}#${record.id}`, kind: 'element' }],
					},
				],
				// What stays when lines move.
				partialFingerprints: { 'ragAssayEntry/v1': `${record.content}:${one.code}` },
				...(one.ignored ? { suppressions: [{ kind: 'external', justification: 'Marked as benign.' }] } : {}),
				properties: { entry: record.id, score: one.score, threshold: one.threshold },
			});
		}
	const log = {
		$schema: 'https://json.schemastore.org/sarif-2.1.0.json',
		version: '2.1.0',
		runs: [
			{
				tool: {
					driver: {
						name: 'RAG Assay',
						version,
						rules: ids.map((id) => ({ id, shortDescription: { text: ruleHelp[codes.get(id)!] } })),
					},
				},
				invocations: [
					{
						// What could not be read was not judged.
						executionSuccessful: summary.problems === 0,
						toolExecutionNotifications: [
							...summary.told.map(notification),
							...[summary.calibration.says, ...summary.remarks.map(({ message, hint }) => `${message} ${hint}`)].map((text) => ({
								level: 'note',
								message: { text: withoutLinks(text) },
							})),
						],
					},
				],
				columnKind: 'utf16CodeUnits',
				results,
			},
		],
	};
	return terminalJson(`${JSON.stringify(log, undefined, '\t')}\n`);
}

/** What could not be read, or may be read otherwise. */
function notification({ severity, code, message, hint, file, line, start, end }: MemoryProblem) {
	const region = end === 0 ? {} : { region: { ...(line === null ? {} : { startLine: line }), charOffset: start, charLength: end - start } };
	return {
		descriptor: { id: code },
		level: severity,
		message: { text: withoutLinks(hint === null ? message : `${message} ${hint}`) },
		locations: [
			isAbsolute(file)
				? { physicalLocation: { artifactLocation: { uri: pathToFileURL(file).href }, ...region } }
				: { logicalLocations: [{ fullyQualifiedName: file }] },
		],
	};
}

async function physical({ file, start, end }: NonNullable<MemoryFinding['place']>, placeOf: FindPlace) {
	const [from, to] = [await placeOf(file, start), await placeOf(file, end)];
	return {
		artifactLocation: { uri: pathToFileURL(file).href },
		region: {
			...(from === null ? {} : { startLine: from.line, startColumn: from.column }),
			...(from === null || to === null ? {} : { endLine: to.line, endColumn: to.column }),
			charOffset: start,
			charLength: end - start,
		},
	};
}
