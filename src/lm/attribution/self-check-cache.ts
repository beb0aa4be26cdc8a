import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'onnxruntime-node';
import * as z from 'zod';
import { hasCode } from '../../errors.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';
import type { SpadDeviations, SpadVerdict } from './self-check.ts';

const deviation = z.number().nullable();
const deviations = z.object({
	attentionRows: deviation,
	heads: deviation,
	contributions: deviation,
	future: deviation,
	stream: deviation,
	tokens: deviation,
	output: deviation,
	sum: deviation,
	cache: deviation,
});
const kept = z.discriminatedUnion('trusted', [
	z.object({ trusted: z.literal(true), mode: z.enum(['cached', 'whole']), deviations }),
	z.object({ trusted: z.literal(false), reason: z.string(), deviations: deviations.optional() }),
]);

/** Where instrumented graphs lie with what the self-check found about them. */
export interface GraphStore {
	readonly folder: string;
	/** Something went wrong, with the disk or with a cache: nothing is lost but time. */
	readonly onWarning: (message: string) => void;
}

/** Which self-check a verdict is of: one more with every change by which it may judge a graph otherwise, so that what an older one trusted is checked again. */
const checkVersion = 8;

/** Who judged: the self-check, and the runtime that computed for it. */
export const judgedBy = `check ${checkVersion}, onnxruntime ${env.versions.node ?? 'of no version'}`;

/** Name of a graph: what it computes, with whose weights, on what, and who judged it. */
export function graphName(graph: Uint8Array, model: { readonly sha256: string; readonly device: string }, judge = judgedBy): string {
	return createHash('sha256').update(`${judge}\n${model.sha256} ${model.device}\n`).update(graph).digest('hex');
}

/** What the self-check has found about this very graph, or `undefined` when it is not known (any more). */
export async function readVerdict(store: GraphStore, name: string): Promise<SpadVerdict | undefined> {
	let text: string | undefined;
	try {
		text = await readText(join(store.folder, `${name}.json`), fileKinds.cacheRecord);
	} catch (error) {
		store.onWarning(`the verdict on an instrumented graph cannot be read: ${String(error)}`);
	}
	if (text === undefined) return undefined;
	const checked = kept.safeParse(parsed(text));
	if (!checked.success) {
		store.onWarning(`the verdict on an instrumented graph is damaged; the graph is checked again: ${name}`);
		return undefined;
	}
	await noteUse(store, name);
	if (checked.data.trusted) return { ...checked.data, deviations: numbersOf(checked.data.deviations) };
	return { ...checked.data, deviations: checked.data.deviations && numbersOf(checked.data.deviations) };
}

/** What is used goes later than others, where a disk keeps that. */
async function noteUse(store: GraphStore, name: string): Promise<void> {
	const now = new Date();
	try {
		for (const ending of ['onnx', 'json']) await utimes(join(store.folder, `${name}.${ending}`), now, now);
	} catch (error) {
		if (!hasCode(error, 'ENOENT')) store.onWarning(`the use of an instrumented graph cannot be noted: ${String(error)}`);
	}
}

/** JSON has no `NaN`: it stands as `null` there. */
function numbersOf({
	attentionRows,
	heads,
	contributions,
	future,
	stream,
	tokens,
	output,
	sum,
	cache,
}: z.infer<typeof deviations>): SpadDeviations {
	const number = (value: number | null): number => value ?? NaN;
	return {
		attentionRows: number(attentionRows),
		heads: number(heads),
		contributions: number(contributions),
		future: number(future),
		stream: number(stream),
		tokens: number(tokens),
		output: number(output),
		sum: number(sum),
		cache: number(cache),
	};
}

/** Keeps a graph (it refers to the model's own weights) and what was found about it, readable by their owner only. */
export async function keepVerdict(store: GraphStore, name: string, graph: Uint8Array, verdict: SpadVerdict): Promise<void> {
	try {
		await mkdir(store.folder, { recursive: true, mode: 0o700 });
		await writeWhole(join(store.folder, `${name}.onnx`), graph);
		await writeWhole(join(store.folder, `${name}.json`), `${JSON.stringify(verdict, undefined, '\t')}\n`);
	} catch (error) {
		store.onWarning(`an instrumented graph could not be kept: ${String(error)}`);
	}
}

/** Complete or not there. */
async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
	const draft = `${path}.${randomUUID()}.draft`;
	await writeFile(draft, content, { mode: 0o600 });
	await rename(draft, path);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Half a file: the schema refuses it.
		return undefined;
	}
}
