import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { fileKinds } from '../../src/files/file-kind.ts';
import { readText } from '../../src/files/read-file.ts';
import type { ProseDocument } from './corpora.ts';
import type { WrittenQueries } from './measure-screening.ts';

const collector = fileURLToPath(new URL('collect_prose.py', import.meta.url));
const document = z.object({ corpus: z.string(), title: z.string(), about: z.string(), text: z.string().min(1) });

/** Prose of this machine, by corpus, with the hash of all of it. Rejects where there is no `python3`. */
export async function collectProse(
	count: number,
	seed: number,
): Promise<{ corpora: ReadonlyMap<string, ProseDocument[]>; sha256: string }> {
	const { stdout } = await promisify(execFile)('python3', [collector, String(count), String(seed)], { maxBuffer: 2 ** 28 });
	const corpora = new Map<string, ProseDocument[]>();
	for (const line of stdout.split('\n').filter((one) => one !== '')) {
		const one = document.parse(JSON.parse(line));
		corpora.set(one.corpus, [...(corpora.get(one.corpus) ?? []), one]);
	}
	return { corpora, sha256: createHash('sha256').update(stdout).digest('hex') };
}

const bank = new URL('bank/', import.meta.url);
const query = z.object({ text: z.string().min(1), kind: z.string(), corpus: z.string() });
const session = z.object({ id: z.string(), queries: z.array(z.string().min(1)), corpus: z.string() });
/** Sessions that stay with one thing, as their author says (bank/README.md). */
const staying = new Set(
	[1, 2, 6, 7, 10, 11, 15, 17, 22, 23, 26, 28, 29, 35, 36, 38, 42, 43, 44, 53].map((n) => `s${String(n).padStart(2, '0')}`),
);

/** Queries and sessions that somebody wrote who knew neither the screening nor the documents; for figures alone. `undefined`: nobody has yet. */
export async function readWrittenQueries(): Promise<WrittenQueries | undefined> {
	const [queries, sessions] = [await lines('queries.jsonl', query), await lines('sessions.jsonl', session)];
	if (queries === undefined || sessions === undefined) return undefined;
	return { queries, sessions: sessions.map((one) => ({ ...one, hard: staying.has(one.id) })) };
}

async function lines<T>(name: string, schema: z.ZodType<T>): Promise<T[] | undefined> {
	return (await readText(fileURLToPath(new URL(name, bank)), fileKinds.dataSet))
		?.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => schema.parse(JSON.parse(line)));
}
