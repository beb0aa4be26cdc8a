/**
 * What one hostile file costs in a process of its own: `node bench-growth-run.ts JSON`, a `growthRun`, answers a `GrowthResult` as JSON. All of the way
 * but the model's own arithmetic: read and told as the command line and as an editor do, cut into sentences, fitted into the demo model's window.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promptParts } from '../../src/analysis/analyze-trace.ts';
import { labeledSentences } from '../../src/analysis/calibration/labeled-sentences.ts';
import { UserError } from '../../src/errors.ts';
import { isAnswered, type AnsweredTrace } from '../../src/formats/read-traces.ts';
import { settledLabels } from '../../src/formats/sidecar-labels.ts';
import { emptySidecar, type Sidecar } from '../../src/formats/sidecar.ts';
import { traceSubject } from '../../src/formats/subject.ts';
import { sidecarFile } from '../../src/formats/file-names.ts';
import { OpenDocuments } from '../../src/runner/lsp/open-documents.ts';
import { readTraceFile, traceFileOf } from '../../src/runner/traces/trace-file.ts';
import { completionsAt, foldsOf, symbolsOf } from '../../src/runner/traces/outline-and-completion.ts';
import { diagnosticsOf } from '../../src/runner/traces/trace-diagnostics.ts';
import { readNamedFile } from '../../src/runner/traces/find-trace-files.ts';
import { loadSidecar } from '../../src/runner/traces/sidecar-store.ts';
import { uriOf } from '../../src/runner/lsp/uris.ts';
import { isRefusal } from '../../src/text/abstention.ts';
import { tagText } from '../../src/text/sentences.ts';
import { growthRun, type GrowthResult } from './bench-growth.ts';
import { judgeSupport } from '../../src/methods/support/support.ts';
import { indexOf } from '../support/measure-support.ts';
import { hostileShapes } from './hostile-shapes.ts';
import { peakMemory } from '../bench/peak-memory.ts';

const { shape: name, parts, repeats } = growthRun.parse(JSON.parse(process.argv[2] ?? ''));
const { files, tokenized, compared } = hostileShapes[name]!;
const fit = tokenized === true ? await fitting() : undefined;

/** Into the demo model's window; the tokenizer takes a second to load, which most shapes need not. */
async function fitting(): Promise<(trace: AnsweredTrace) => void> {
	const [{ fitConversation }, { layoutFor }, { checkModelFolder }, { loadTokenizer }] = await Promise.all([
		import('../../src/lm/fit-context-window.ts'),
		import('../../src/lm/layout.ts'),
		import('../../src/lm/safety/model-folder.ts'),
		import('../../src/lm/tokenizer.ts'),
	]);
	const tokenizer = await loadTokenizer(await checkModelFolder(fileURLToPath(new URL('../../models/demo', import.meta.url))));
	return (trace) => {
		fitConversation(layoutFor(tokenizer.template), tokenizer, promptParts(trace), 2048);
	};
}

/** One whole way of a file; answers how much was said of it. */
async function read(path: string): Promise<number> {
	const named = await mended(readNamedFile(path));
	const open = new OpenDocuments();
	const file = traceFileOf(uriOf(path), open);
	const shown = file === undefined ? undefined : await readTraceFile(file, open);
	const uris = shown?.uris ?? [];
	let count = (named?.problems.length ?? 0) + (named?.notes.length ?? 0);
	for (const uri of uris) {
		count += diagnosticsOf(uri, shown!, undefined, { kind: 'idle' }).length;
		symbolsOf(uri, shown!);
		foldsOf(uri, shown!);
		completionsAt(uri, { line: 0, character: 0 }, shown!, true);
	}
	const sidecar = (await mended(loadSidecar(sidecarFile(path)))) ?? emptySidecar;
	for (const trace of named?.parsed.traces.filter(isAnswered) ?? []) await judge(trace, sidecar);
	return count;
}

async function judge(trace: AnsweredTrace, sidecar: Sidecar): Promise<void> {
	const { text } = trace.response;
	const tagged = await tagText(text, 'other');
	isRefusal(text, tagged, trace.query.text);
	labeledSentences(sidecar, traceSubject('t'), text, tagged.sentences);
	settledLabels(sidecar, traceSubject('t'));
	fit?.(trace);
	if (compared === true) {
		const asked = promptParts(trace);
		judgeSupport({ response: text, tagged, language: 'en', query: asked.query }, indexOf({ ...asked, response: text }));
	}
}

/** What a user could mend is an answer, too. */
async function mended<T>(work: Promise<T>): Promise<T | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof UserError) return undefined;
		throw error;
	}
}

/** Reads the shape's file of so many parts; the first reading of the smallest one warms up. */
async function measure(count: number): Promise<GrowthResult> {
	const folder = mkdtempSync(join(tmpdir(), 'rag-assay-growth-'));
	try {
		let bytes = 0;
		const paths = Object.entries(files(count)).map(([end, text]) => {
			const path = end.startsWith('/') ? join(folder, end) : join(folder, `t${end}`);
			writeFileSync(path, text);
			bytes += Buffer.byteLength(text);
			return path;
		});
		const seconds: number[] = [];
		let problems = 0;
		for (let i = 0; i < repeats; i++) {
			const before = process.cpuUsage();
			// oxlint-disable-next-line no-await-in-loop -- one after another is what is measured
			problems = await read(paths[0]!);
			const { user, system } = process.cpuUsage(before);
			seconds.push((user + system) / 1e6);
		}
		return { seconds: Math.min(...seconds), bytes, problems, peakBytes: peakMemory() };
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

await measure(parts[0]!);
const results: GrowthResult[] = [];
// oxlint-disable-next-line no-await-in-loop -- as above
for (const count of parts) results.push(await measure(count));
console.log(JSON.stringify(results));
