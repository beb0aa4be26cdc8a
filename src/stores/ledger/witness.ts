import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { writeDurably, ownerOnly, type WritingSystem } from '../../files/durable-file.ts';
import { fileKinds } from '../../files/file-kind.ts';
import { readText, parsedJson } from '../../files/read-file.ts';
import { plural } from '../../wording/phrases.ts';
import type { LedgerContent } from './read-ledger.ts';
import { sha256Of } from './record-line.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** How far a ledger had come when it was written last from here: of each id a file. */
const witness = z.strictObject({
	schema: z.literal('rag-assay/ledger-witness@1'),
	id: z.uuid(),
	entries: z.number().int().positive(),
	/** Of the last of them. */
	hash,
});
type Witness = z.infer<typeof witness>;

/** Which ledger lay in a place. */
const placeWitness = z.strictObject({ schema: z.literal('rag-assay/ledger-place@1'), id: z.uuid() });

/** What is remembered, away from it, of the ledger in a place. */
export interface Remembered {
	/** Of the ledger that lay here last. */
	readonly here: Witness | undefined;
	/** Of the ledger of this id, wherever it lay. */
	readonly same: Witness | undefined;
	/** A file of these that cannot be understood. */
	readonly unreadable: string | undefined;
}

/** @param folder of all witnesses. @param id of the ledger that lies at `file` (links resolved), if there is one. */
export async function remembered(folder: string, file: string, id: string | undefined): Promise<Remembered> {
	const place = await read(placeFile(folder, file), placeWitness);
	if (place === null) return { here: undefined, same: undefined, unreadable: placeFile(folder, file) };
	const ids = [place?.id, id];
	const [here, same] = await Promise.all(ids.map(async (one) => (one === undefined ? undefined : read(witnessFile(folder, one), witness))));
	const unreadable = [here, same].indexOf(null);
	return {
		here: here ?? undefined,
		same: same ?? undefined,
		unreadable: unreadable < 0 ? undefined : witnessFile(folder, ids[unreadable]!),
	};
}

/** What the memory says against a ledger's content (`undefined`: there is no file), in sentences. */
export function contradictions({ here, same, unreadable }: Remembered, content: LedgerContent | undefined): string[] {
	if (unreadable !== undefined) return [`What is remembered of this ledger cannot be understood; delete ${unreadable} to do without it.`];
	const first = content?.records[0];
	const known = first?.kind === 'begin' ? first : undefined;
	const said: string[] = [];
	if (content === undefined) {
		if (here !== undefined)
			said.push(`The ledger is gone: it had ${plural(here.entries, 'record')} when it was written last from this machine.`);
	} else if (here !== undefined && here.id !== known?.id && here.id !== known?.replaces?.id)
		said.push(`Another ledger lay here, of ${plural(here.entries, 'record')}, and was replaced.`);
	if (same !== undefined && content !== undefined) {
		const there = content.records.find(({ entry }) => entry === same.entries - 1);
		if (there === undefined && content.damage.length === 0)
			said.push(
				`The ledger was rolled back: it ends with entry ${content.records.length - 1}, and ended with entry ${same.entries - 1} when it was written last from this machine.`,
			);
		else if (there !== undefined && there.hash !== same.hash)
			said.push(`The ledger is another one: its entry ${same.entries - 1} is not the one that was written last from this machine.`);
	}
	return said;
}

/** Rejects as the file system does where nothing can be remembered: to be found out before anything is paid for. */
export async function requireMemory(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true, mode: ownerOnly });
	await access(folder, constants.W_OK);
}

/** Remembers how far a ledger has come. It lasts when it resolves. Rejects as the file system does. */
export async function remember(folder: string, file: string, content: LedgerContent, system: WritingSystem): Promise<void> {
	const first = content.records[0];
	const last = content.records.at(-1);
	if (first?.kind !== 'begin' || last === undefined) throw new Error('only a sound ledger is remembered');
	const { id } = first;
	const [one, other] = [
		{ schema: 'rag-assay/ledger-witness@1', id, entries: last.entry + 1, hash: last.hash },
		{ schema: 'rag-assay/ledger-place@1', id },
	] satisfies [Witness, z.infer<typeof placeWitness>];
	await writeDurably(witnessFile(folder, id), `${JSON.stringify(one)}\n`, system);
	await writeDurably(placeFile(folder, file), `${JSON.stringify(other)}\n`, system);
}

function witnessFile(folder: string, id: string): string {
	return join(folder, `${id}.json`);
}

/** Where a ledger lies is nobody's business who reads the names. */
function placeFile(folder: string, file: string): string {
	return join(folder, `at-${sha256Of(file).slice(0, 32)}.json`);
}

/** `undefined`: there is none; `null`: it cannot be understood. */
async function read<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined | null> {
	const text = await readText(path, fileKinds.ledgerWitness);
	if (text === undefined) return undefined;
	return schema.safeParse(parsedJson(text)).data ?? null;
}
