import { randomUUID } from 'node:crypto';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errorNumbers } from '../../error-numbers.ts';
import type { FileKind } from '../../files/file-kind.ts';
import { readText } from '../../files/read-file.ts';

/** What the model store keeps beside its models: a manifest, how far a download came, who writes. */
export const storeRecord: FileKind = {
	subject: 'This file of the model store',
	max: 4 * 2 ** 20,
	code: errorNumbers.damagedStoredModel,
	hint: 'Remove its folder, and load the model once with the network allowed.',
};

const manifest = z.object({
	schema: z.literal('rag-assay/stored-model@1'),
	id: z.string(),
	revision: z.string(),
	/** Commit that the revision stood for; every file is of this one. */
	commit: z.string().nullable(),
	host: z.string(),
	/** By name, with `/`. `checkedByHub`: the hub gave the same SHA-256; otherwise it is that of the first download. */
	files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string(), checkedByHub: z.boolean() })),
	/** Model files by what was asked for (a dtype, or `default`), each with all its external data. */
	graphs: z.record(z.string(), z.object({ name: z.string(), externalData: z.array(z.string()) })),
	/** Whether it was asked for what lies beside an encoder (pooling, prompts), too. */
	encoder: z.boolean().optional(),
});

/** What the store knows about one repository at one revision. */
export type Manifest = z.infer<typeof manifest>;

const path = (folder: string): string => join(folder, 'manifest.json');

/** The manifest of a stored model's folder; `undefined` when there is none that can be read: then nothing there is trusted. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
	const text = await readText(path(folder), storeRecord);
	if (text === undefined) return undefined;
	try {
		return manifest.parse(JSON.parse(text));
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
		throw error;
	}
}

/** Replaces the manifest in one step. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
	const temporary = `${path(folder)}.${randomUUID()}`;
	await writeFile(temporary, `${JSON.stringify(content, undefined, '\t')}\n`);
	await rename(temporary, path(folder));
}
