import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { analyzeTrace, promptParts } from '../../../src/analysis/analyze-trace.ts';
import { readsBadly } from '../../../lab/world/reads-badly.ts';
import { readTraces } from '../../../src/formats/read-traces.ts';
import { loadDecoder } from '../../../src/lm/load-decoder.ts';
import { executionProvidersFor } from '../../../src/lm/devices/execution-providers.ts';
import { checkModelFolder } from '../../../src/lm/safety/model-folder.ts';
import { withModel } from '../../../lab/making/demo-model.ts';
import { slowTest } from '../../support/slow-test.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'examples/traces');
const files = globSync('*/*.{rag,response}.md', { cwd: folder }).toSorted();
const read = async (file: string) => readFileSync(join(folder, file), 'utf8');

const nameOf = (file: string): string => file.replace(/\.(rag|response)\.md$/, '');

async function traceOf(file: string) {
	const parsed = await readTraces(file, await read(file), read);
	assert.deepEqual(parsed?.problems, [], file);
	assert.equal(parsed.traces.length, 1, file);
	return parsed.traces[0]!;
}

test('a dozen traces a domain and two pairs among them, each readable without a problem, one without a response', async () => {
	const traces = await Promise.all(files.map(traceOf));
	for (const [domain, more] of [
		['hospital', 'clinic'],
		['bank', 'branch'],
		['network', 'sites'],
		['company', 'firms'],
		['records', 'clients'],
	] as const) {
		assert.ok(files.filter((file) => [domain, more].some((name) => file.startsWith(`${name}/`))).length >= 12, domain);
	}
	assert.ok(files.filter((file) => file.endsWith('.response.md')).length >= 2);
	assert.equal(new Set(traces.map((trace) => trace.id)).size, traces.length, 'ids are unique');
	assert.deepEqual(
		traces.filter((trace) => trace.response === undefined).map((trace) => trace.id),
		['unanswered'],
	);
});

test('no name in them reads badly', async () => {
	const texts = (await Promise.all(files.map(traceOf))).map(({ query, contexts, response }) =>
		[query.text, ...contexts.map((context) => context.text.text), response?.text ?? ''].join(' '),
	);
	assert.deepEqual(texts.filter(readsBadly), []);
});

test('the README speaks of each and of no other', async () => {
	const told = Array.from((await read('../README.md')).matchAll(/^\| `([\w/-]*[\w-])`/gm), (match) => match[1]!);
	assert.deepEqual(told.toSorted(), files.map(nameOf).toSorted());
});

/** Stands for all examples in `npm test`. */
const few = files.filter((file) => file.startsWith('bank/')).slice(0, 3);

/** Holds examples to what the model writes for them; how many of them say how they were written. */
async function answersOfTheModel(some: readonly string[]): Promise<number> {
	const signal = new AbortController().signal;
	const model = await loadDecoder({
		files: await checkModelFolder(join(root, 'models', 'demo')),
		name: 'demo',
		device: executionProvidersFor('cpu'),
		signal,
		onProgress: () => {},
	});
	try {
		const made = { greedy: 0, sampled: 0 };
		for (const file of some) {
			const trace = await traceOf(file);
			const [temperature, seed] = ['temperature-', 'seed-'].map((name) =>
				trace.tags.find((tag) => tag.startsWith(name))?.slice(name.length),
			);
			const isGreedy = trace.tags.includes('greedy');
			if (!isGreedy && seed === undefined) continue;
			made[isGreedy ? 'greedy' : 'sampled']++;
			const { response: _, ...asked } = trace;
			const { text } = await model.generate(promptParts(asked), {
				maxTokens: 128,
				temperature: isGreedy ? 0 : Number(temperature),
				topP: 1,
				...(isGreedy ? {} : { seed: Number(seed) }),
				signal,
				onText: () => {},
			});
			assert.equal(text, trace.response?.text, file);
		}
		return made.greedy + made.sampled;
	} finally {
		await model.dispose();
	}
}

test('answers are what the demo model writes', async () => {
	assert.ok((await answersOfTheModel(few)) > 0);
});

slowTest('all answers are what the demo model writes, greedily or at the temperature and with the seed that their tags tell', async () => {
	assert.ok((await answersOfTheModel(files)) >= 50);
});

/** How many findings a row of the README tells of: `**flagged**` is one, `**flagged 2**` two. */
function flaggedIn(row: string): number {
	const told = /\*\*flagged(?: (\d))?\*\*/.exec(row);
	return told === null ? 0 : Number(told[1] ?? 1);
}

async function assertFlaggedAsTold(some: readonly string[]): Promise<void> {
	const signal = new AbortController().signal;
	const [, maybeRecited] = /^\*\*`rag-assay\/memorized`\*\* (.*)$/m.exec(await read('../README.md')) ?? [];
	assert.ok(maybeRecited !== undefined, 'no paragraph of README.md is about rag-assay/memorized');
	const recited = Array.from(maybeRecited.matchAll(/`([\w/-]+)`/g), ([, name]) => name!);
	const found: string[] = [];
	const names = some.map(nameOf);
	const told = new Map(Array.from((await read('../README.md')).matchAll(/^\| `([\w/-]+)`.*$/gm), ([row, name]) => [name!, flaggedIn(row)]));
	// As the product runs it: with the sources of each token, and the profile's classifiers.
	await withModel({}, async ({ model, profile, classifiers }) => {
		for (const file of some) {
			const { response, ...asked } = await traceOf(file);
			if (response === undefined) continue;
			const { findings } = await analyzeTrace({ ...asked, response }, model, profile, { file, classifiers, signal, onProgress: () => {} });
			const flagged = findings.filter(({ code }) => code === 'rag-assay/ungrounded').length;
			const name = nameOf(file);
			assert.equal(flagged, told.get(name), file);
			if (findings.some(({ code }) => code === 'rag-assay/memorized')) found.push(name);
		}
	});
	assert.deepEqual(found.toSorted(), recited.filter((name) => names.includes(name)).toSorted());
}

test('the sentences and answers that the README calls flagged are the ones that are', () => assertFlaggedAsTold(few));
slowTest('so it is with all of them', () => assertFlaggedAsTold(files));
