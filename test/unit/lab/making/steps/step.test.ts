import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
import { CannotGoOn } from '../../../../../lab/making/steps/cannot-go-on.ts';
import { duration, runSteps, type Step } from '../../../../../lab/making/steps/step.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

suite('the steps that make the demo model', () => {
	const folder = temporaryFolder({ after }, 'steps-');
	let ran: string[];
	beforeEach(async () => {
		ran = [];
		await rm(folder, { recursive: true });
		await mkdir(join(folder, 'source'), { recursive: true });
		await writeFile(join(folder, 'source/text'), 'one');
	});

	/** `length` counts the characters of the source, `double` doubles that. */
	const steps = (extra = 0): Step[] => [
		{
			name: 'length',
			does: 'counts',
			inputs: [join(folder, 'source')],
			options: [extra],
			outputs: [join(folder, 'length')],
			run: async () => {
				ran.push('length');
				await writeFile(join(folder, 'length'), String((await readFile(join(folder, 'source/text'), 'utf8')).length + extra));
			},
		},
		{
			name: 'double',
			does: 'doubles',
			inputs: [join(folder, 'length')],
			options: [],
			outputs: [join(folder, 'double')],
			run: async () => {
				ran.push('double');
				await writeFile(join(folder, 'double'), String(2 * Number(await readFile(join(folder, 'length'), 'utf8'))));
			},
		},
	];
	const said: string[] = [];
	const run = async (wanted: readonly Step[], redo?: string): Promise<string[]> => {
		ran = [];
		said.length = 0;
		await runSteps(wanted, join(folder, 'stamps'), redo, (line) => said.push(line));
		return ran;
	};

	test('each is done once while what it reads stays the same, and says so', async () => {
		assert.deepEqual(await run(steps()), ['length', 'double']);
		assert.match(said.join('\n'), /^\[1\/2\] length: counts …\n\[1\/2\] length: \d\.\d s\n\[2\/2\] double: doubles …\n/);
		assert.deepEqual(await run(steps()), []);
		assert.match(said[0]!, /length: finished before/);
	});

	test('new contents go as far as they change something', async () => {
		await run(steps());
		await writeFile(join(folder, 'source/text'), 'two');
		assert.deepEqual(await run(steps()), ['length']);
		await writeFile(join(folder, 'source/text'), 'three');
		assert.deepEqual(await run(steps()), ['length', 'double']);
		assert.equal(await readFile(join(folder, 'double'), 'utf8'), '10');
		await writeFile(join(folder, 'source/more'), '');
		assert.deepEqual(await run(steps()), ['length'], 'a new file in a folder');
		assert.deepEqual(await run(steps(1)), ['length', 'double'], 'an option');
	});

	test('what was removed or altered is made again, and what is asked for', async () => {
		await run(steps());
		await writeFile(join(folder, 'double'), '7');
		assert.deepEqual(await run(steps()), ['double']);
		await rm(join(folder, 'length'));
		assert.deepEqual(await run(steps()), ['length']);
		assert.deepEqual(await run(steps().slice(1), 'double'), ['double']);
	});

	test('a step whose input was never made says which', async () => {
		await assert.rejects(
			run(steps().slice(1)),
			(error) => error instanceof CannotGoOn && /'double' reads .*length, which is not there/.test(error.message),
		);
	});

	test('a step that fails has no stamp', async () => {
		const [length, double] = steps();
		await assert.rejects(run([length!, { ...double!, run: () => Promise.reject(new Error('full')) }]), /full/);
		assert.deepEqual(await run(steps()), ['double']);
	});
});

test('durations read as people say them', () => {
	assert.deepEqual([0.04, 9.5, 42.4, 125.6, 7380].map(duration), ['0.0 s', '9.5 s', '42 s', '2 min 5 s', '2 h 3 min']);
});
