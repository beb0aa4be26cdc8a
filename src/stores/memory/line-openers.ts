import { basename } from 'node:path';
import { isInstructionFile } from '../../formats/memory/instruction-files.ts';
import { isMemoryRecord, readJsonlEntry, vectorLength } from '../../formats/memory/jsonl-memory.ts';
import { isMcpRecord, readMcpLine } from '../../formats/memory/mcp-memory.ts';
import { firstLines, LineStore, openLines, type FirstLines, type LineStoreKind } from './line-store.ts';
import type { MemoryStore, StoreOpener } from './memory-store.ts';
import { namedTarget } from './named-target.ts';

/** Names that say that there are lines of JSON, whatever they hold. */
const jsonLinesName = /\.(?:jsonl|ndjson)$/i;

/** The file of the MCP memory server, by what its first lines hold. */
export const mcpMemory: StoreOpener = {
	kind: 'mcp-memory',
	example: 'memory.jsonl',
	open: (target, { signal }) =>
		openByLines(target, signal, ({ values }) => {
			if (!values.some(isMcpRecord)) return null;
			return { kind: 'mcp-memory', embeddings: null, readLine: readMcpLine };
		}),
};

/** JSON Lines of mem0's payloads, plain texts and the like; by its name also a file in which nothing of them is left. */
export const jsonLines: StoreOpener = {
	kind: 'jsonl',
	example: 'NAME.jsonl',
	open: (target, { signal }) =>
		openByLines(target, signal, ({ values, lines, hasBroken }) => {
			const records = values.filter(isMemoryRecord);
			if (records.length === 0 && !(jsonLinesName.test(target) && (lines === 0 || (hasBroken && values.length === 0)))) return null;
			const dimensions = records.map(vectorLength).find((length) => length !== null) ?? null;
			return {
				kind: 'jsonl',
				embeddings: dimensions === null ? null : { dimensions, encoder: null },
				readLine: (line) => readJsonlEntry(line, dimensions),
			};
		}),
};

async function openByLines(
	target: string,
	signal: AbortSignal,
	recognized: (first: FirstLines) => LineStoreKind | null,
): Promise<MemoryStore | null> {
	if (isInstructionFile(basename(target)) || (await namedTarget(target)) !== 'file') return null;
	const file = await openLines(target);
	if (file === null) return null;
	let kind: LineStoreKind | null = null;
	try {
		const first = await firstLines(file, signal);
		kind = first.isText ? recognized(first) : null;
	} finally {
		if (kind === null) await file[Symbol.asyncDispose]();
	}
	return kind === null ? null : new LineStore(target, file, kind);
}
