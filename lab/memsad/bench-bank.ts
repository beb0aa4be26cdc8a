import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { fileKinds } from '../../src/files/file-kind.ts';
import { readText } from '../../src/files/read-file.ts';
import type { MemoryBank } from './measure-bank.ts';

const folder = new URL('bank/', import.meta.url);
const entry = z.object({ id: z.string(), text: z.string().min(1), kind: z.string() });
const note = z.object({ id: z.string(), wording: z.string() });
const query = z.object({ query: z.string().min(1) });

/** Entries that somebody wrote who knew neither the attacks' forms nor the detectors; `undefined`: nobody has yet. For figures alone. */
export async function readMemoryBank(): Promise<MemoryBank | undefined> {
	const [benign, planted, notes, history] = [
		await lines('benign.jsonl', entry),
		await lines('planted.jsonl', entry),
		await lines('planted_notes.jsonl', note),
		await lines('history.jsonl', query),
	];
	if (benign === undefined || planted === undefined || notes === undefined || history === undefined) return undefined;
	const wordings = new Map(notes.map(({ id, wording }) => [id, wording]));
	return {
		benign: benign.map(({ text }) => text),
		planted: planted.map(({ id, text, kind }) => ({ text, attack: kind, wording: wordings.get(id) ?? 'unnoted' })),
		history: history.map((one) => one.query),
	};
}

async function lines<T>(name: string, schema: z.ZodType<T>): Promise<T[] | undefined> {
	const file = fileURLToPath(new URL(name, folder));
	return (await readText(file, fileKinds.dataSet))
		?.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => schema.parse(JSON.parse(line)));
}
