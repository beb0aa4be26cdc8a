import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleFiles } from '../../../../../lab/making/examples/example-file.ts';
import { further } from '../../../../../lab/making/examples/further.ts';
import { tour } from '../../../../../lab/making/examples/tour.ts';
import type { Wanted } from '../../../../../lab/making/examples/wanted.ts';
import { readNamedTraces } from '../../../../../src/formats/read-traces.ts';
import { answered } from '../../datasets/small-world.ts';

const answer = {
	...answered('The doctor of Maria Okafor is Dr Stone. The ward of Maria Okafor is Ward A.', { temperature: 0.8 }),
	seed: 42,
};
const wanted = (file: string, form?: Wanted['form']): Wanted => ({
	file,
	domain: 'hospital',
	kind: 'two',
	fits: () => true,
	answer: '',
	look: '',
	...(form === undefined ? {} : { form }),
});

async function read(files: Readonly<Record<string, string>>) {
	const [file, text] = Object.entries(files).at(-1)!;
	const { traces, problems } = await readNamedTraces(file, text, (name) => Promise.resolve(files[name]));
	assert.deepEqual(problems, []);
	return traces[0]!;
}

test('a trace file says how it was made, and what should have been said', async () => {
	const files = exampleFiles(wanted('clinic/wrong'), answer);
	assert.deepEqual(Object.keys(files), ['clinic/wrong.rag.md']);
	const trace = await read(files);
	assert.deepEqual([trace.id, trace.model, trace.tags], ['clinic-wrong', 'demo', ['hospital', 'temperature-0.8', 'seed-42']]);
	assert.deepEqual(
		trace.contexts.map(({ id, text }) => [id, text.text]),
		[
			['note-1', 'Maria Okafor stayed in Ward A.'],
			['note-2', 'Dr Stone treated James Reid. He stayed in Ward B.'],
		],
	);
	assert.equal(trace.response?.text, answer.text);
	assert.equal(trace.reference?.text, 'The doctor of Maria Okafor is not stated. The ward of Maria Okafor is Ward A.');
});

test("in the tour an id is the file's name; greedy needs no seed", async () => {
	assert.deepEqual(await read(exampleFiles(wanted('hospital/wrong'), { ...answer, temperature: 0 })).then(({ id, tags }) => [id, tags]), [
		'wrong',
		['hospital', 'greedy'],
	]);
});

test('a pair is cut in two; what is not answered has a reference and no response', async () => {
	const pair = exampleFiles(wanted('hospital/both', 'pair'), answer);
	assert.deepEqual(Object.keys(pair), ['hospital/both.prompt.md', 'hospital/both.response.md']);
	assert.equal((await read(pair)).response?.text, answer.text);
	const open = await read(exampleFiles(wanted('hospital/open', 'unanswered'), answer));
	assert.deepEqual([open.response, open.model, open.reference === undefined], [undefined, undefined, false]);
});

test('a dozen of each domain are looked for, each under a name of its own', () => {
	const files = [...tour, ...further].map(({ file }) => file);
	assert.equal(new Set(files).size, files.length);
	for (const folders of [
		['hospital', 'clinic'],
		['bank', 'branch'],
		['network', 'sites'],
		['company', 'firms'],
		['records', 'clients'],
	]) {
		assert.equal(files.filter((file) => folders.includes(file.split('/')[0]!)).length, 12, folders.join());
	}
});
