/**
 * Measures the exports that export.py wrote, keeps what came of it in docs/models.json, and writes docs/models.md:
 *
 *     npx node lab/model-families/measure.ts EXPORTS [FAMILY ..]
 *
 * Of families that are not named, or have no folder there, what was kept before stays.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { env } from 'onnxruntime-node';
import * as z from 'zod';
import { modelsPage, outcomeOf } from './page.ts';
import { measuredSchema, resultsSchema, type Measured } from './results.ts';

const kept = fileURLToPath(new URL('../../docs/models.json', import.meta.url));
const page = fileURLToPath(new URL('../../docs/models.md', import.meta.url));
const program = fileURLToPath(new URL('measure-one.ts', import.meta.url));
const run = promisify(execFile);
const metaSchema = z.object({ family: z.string(), title: z.string(), exporter: z.string(), versions: z.record(z.string(), z.string()) });
type Meta = z.infer<typeof metaSchema>;

async function measure(folder: string, { family, title, exporter }: Meta): Promise<Measured> {
	try {
		const { stdout } = await run(process.execPath, [program, folder], { maxBuffer: 2 ** 24, timeout: 300_000 });
		return measuredSchema.parse(JSON.parse(stdout.replaceAll(folder, 'FOLDER')));
	} catch (error) {
		const ended =
			error instanceof Error && 'signal' in error && typeof error.signal === 'string' ? `was ended by ${error.signal}` : undefined;
		if (ended === undefined) throw error;
		return {
			family,
			title,
			exporter,
			exported: { works: true, reason: null },
			score: { works: false, reason: `the process that ran it ${ended}`, difference: null },
			cache: null,
			sources: null,
			generate: null,
			layers: null,
			mixingLayers: 0,
			contradictions: [],
			noOracle: null,
		};
	}
}

const [root, ...wanted] = process.argv.slice(2);
if (root === undefined) {
	process.stderr.write('Expected: npx node lab/model-families/measure.ts EXPORTS [FAMILY ..]\n');
	process.exitCode = 2;
} else {
	const before = existsSync(kept) ? resultsSchema.parse(JSON.parse(readFileSync(kept, 'utf8'))) : { versions: {}, measured: [] };
	const folders = readdirSync(root)
		.toSorted()
		.flatMap((name) => {
			const folder = join(root, name);
			if (!existsSync(join(folder, 'meta.json'))) return [];
			const meta = metaSchema.parse(JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')));
			return wanted.length === 0 || wanted.includes(meta.family) ? [{ folder, meta }] : [];
		});
	const key = ({ family, exporter }: Pick<Measured, 'family' | 'exporter'>): string => `${family} ${exporter}`;
	const found = new Map(before.measured.map((one) => [key(one), one]));
	const versions = new Map(Object.entries(before.versions).map(([name, all]) => [name, new Set(all)]));
	if (wanted.length === 0) versions.clear();
	for (const { folder, meta } of folders) {
		// oxlint-disable-next-line no-await-in-loop -- one at a time: each may take all cores
		const one = await measure(folder, meta);
		found.set(key(one), one);
		for (const [name, version] of Object.entries(meta.versions)) versions.set(name, (versions.get(name) ?? new Set()).add(version));
		process.stderr.write(`${key(one)}: ${outcomeOf(one)}\n`);
	}
	versions.set('onnxruntime-node', new Set([env.versions.node ?? 'unknown']));
	const measured = [...found.values()].toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
	const results = resultsSchema.parse({
		versions: Object.fromEntries([...versions].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, all]) => [name, [...all].toSorted()])),
		measured,
	});
	writeFileSync(kept, `${JSON.stringify(results, undefined, '\t')}\n`);
	writeFileSync(page, modelsPage(results));
	if (measured.some((one) => outcomeOf(one) === 'wrong')) {
		process.stderr.write('Some exports are attributed wrongly, and not refused: docs/models.md says which.\n');
		process.exitCode = 1;
	}
}
