import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { calibrationSetup, type CalibrationPreview, type CalibrationState } from '../../../../src/protocol/calibration-panel.ts';
import { CalibrationViewModel, type ViewModelSource } from '../../../../src/extension/calibration/calibration-model.ts';

const preview: CalibrationPreview = { sources: [], items: 3, kept: [], methods: [], options: [], failures: [] };
const going: CalibrationState = { kind: 'measuring', done: 5, total: 9, failed: 0, secondsLeft: 10 };
const options = calibrationSetup.parse({ data: ['/d'] });

function viewModel(source: Partial<ViewModelSource> = {}) {
	const calls: string[] = [];
	let told = 0;
	const made = new CalibrationViewModel(
		{
			preview: ({ data }) => {
				calls.push(`preview ${data.join()}`);
				return Promise.resolve(preview);
			},
			start: () => {
				calls.push('start');
				return Promise.resolve({ run: 'aaaaaaaa' });
			},
			cancel: (run) => {
				calls.push(`cancel ${run}`);
				return Promise.resolve();
			},
			current: () => {
				calls.push('current');
				return Promise.resolve(null);
			},
			report: () => {
				calls.push('report');
				return Promise.reject(new Error('unknown run'));
			},
			...source,
		},
		calibrationSetup.parse({}),
		() => {
			told++;
		},
	);
	return { viewModel: made, calls, told: () => told };
}

describe('the calibration view model', () => {
	test('data are looked through, each once', async () => {
		const { viewModel: d, calls, told } = viewModel();
		await d.setData(['/a', '/b', '/a']);
		assert.deepEqual(d.state.setup.data, ['/a', '/b']);
		assert.deepEqual(d.state.previewing, { kind: 'ready', preview });
		assert.deepEqual(calls, ['preview /a,/b']);
		assert.ok(told() >= 2);
		await d.setData([]);
		assert.deepEqual(d.state.previewing, { kind: 'none' });
	});

	test('the newest look wins, and the one before is canceled', async () => {
		const answers: ((found: CalibrationPreview) => void)[] = [];
		const cancelled: boolean[] = [];
		const { viewModel: d } = viewModel({
			preview: (_data, token) =>
				new Promise((answer) => {
					const i = answers.push(answer) - 1;
					token.onCancellationRequested(() => {
						cancelled[i] = true;
					});
				}),
		});
		const looks = [d.setData(['/a']), d.setData(['/b'])];
		answers[1]!({ ...preview, items: 2 });
		answers[0]!({ ...preview, items: 1 });
		await Promise.all(looks);
		assert.deepEqual(d.state.previewing, { kind: 'ready', preview: { ...preview, items: 2 } });
		assert.deepEqual(cancelled, [true]);
	});

	test('options that decide what the data allow have them looked through again, while what was found stands', async () => {
		const asked: unknown[] = [];
		const { viewModel: d } = viewModel({
			preview: (given) => {
				asked.push(given);
				return Promise.resolve({ ...preview, items: asked.length });
			},
		});
		const { data: _, ...usual } = options;
		await d.setOptions({ ...usual, options: { alpha: 0.1 } });
		assert.deepEqual(asked, [], 'there are no data');
		await d.setData(['/a']);
		const looking = d.setOptions({ ...usual, seed: 3, options: { alpha: 0.2, protocol: 'II' } });
		assert.deepEqual(d.state.previewing, { kind: 'ready', preview: { ...preview, items: 1 } });
		await looking;
		assert.deepEqual(asked, [
			{ data: ['/a'], seed: 1, options: { alpha: 0.1 } },
			{ data: ['/a'], seed: 3, options: { alpha: 0.2, protocol: 'II' } },
		]);
		assert.deepEqual(d.state.previewing, { kind: 'ready', preview: { ...preview, items: 2 } });
		await d.setOptions({ ...usual, seed: 3, options: { protocol: 'II', alpha: 0.2 }, name: 'bank' });
		assert.equal(asked.length, 2, 'a name decides nothing');
	});

	test('what cannot be looked through says why', async () => {
		const { viewModel: d } = viewModel({
			preview: () =>
				Promise.reject(Object.assign(new Error('x'), { data: { code: 'RA101', message: 'No such folder.', hint: 'Check the path.' } })),
		});
		await d.setData(['/a']);
		assert.deepEqual(d.state.previewing, { kind: 'failed', message: 'No such folder. Check the path. (RA101)' });
	});

	test('a run is followed, also by what was told before its name was known', async () => {
		let named: (run: { run: string }) => void = () => undefined;
		const { viewModel: d, calls } = viewModel({
			start: () =>
				new Promise((resolve) => {
					named = resolve;
				}),
		});
		const started = d.start();
		d.setRunState('aaaaaaaa', { kind: 'done' });
		d.setRunState('bbbbbbbb', going);
		named({ run: 'aaaaaaaa' });
		await started;
		assert.deepEqual(d.state.run?.state, { kind: 'done' });
		d.setRunState('bbbbbbbb', going);
		assert.deepEqual(d.state.run.state, { kind: 'done' }, 'another run is none of ours');
		await d.cancel();
		assert.deepEqual(calls, ['cancel aaaaaaaa']);
	});

	test('a start that is refused says why, and the next one forgets it', async () => {
		let refuse = true;
		const { viewModel: d } = viewModel({
			start: () => (refuse ? Promise.reject(new Error('no model')) : Promise.resolve({ run: 'aaaaaaaa' })),
		});
		await d.start();
		assert.equal(d.state.problem, 'no model');
		assert.equal(d.state.run, null);
		refuse = false;
		await d.start();
		assert.equal(d.state.problem, null);
	});

	test('the runner ends in the middle of a run: it goes on in the next one', async () => {
		const { viewModel: d, calls } = viewModel();
		await d.start();
		d.setRunState('aaaaaaaa', going);
		await d.recover();
		assert.deepEqual(calls, ['start', 'current', 'start']);
		assert.equal(d.state.run?.state.kind, 'measuring');
	});

	test('a run that somebody canceled stays so', async () => {
		const ends: CalibrationState[] = [
			{ ...going, kind: 'cancelled' },
			{ kind: 'cancelled-fitting', failed: 0 },
		];
		await Promise.all(
			ends.map(async (state) => {
				const { viewModel: d, calls } = viewModel();
				await d.start();
				d.setRunState('aaaaaaaa', state);
				await d.recover();
				assert.deepEqual(calls, ['start', 'current']);
				assert.deepEqual(d.state.run?.state, state);
			}),
		);
	});

	test('a runner that will not come back leaves it to a person to go on', async () => {
		const { viewModel: d } = viewModel();
		await d.start();
		d.abandon();
		assert.equal(d.state.run?.state.kind, 'lost');
	});

	for (const [was, calls, kind] of [
		['going', ['preview /d', 'current', 'start'], 'measuring'],
		['stopped', ['preview /d', 'current'], 'lost'],
		['done', ['preview /d', 'current', 'report'], 'lost'],
	] as const) {
		test(`after a reload, with a run that was ${was} and that nobody knows any more`, async () => {
			const { viewModel: d, calls: made } = viewModel();
			await d.remember({ setup: options, run: { run: 'aaaaaaaa', options, was } });
			await turn();
			assert.deepEqual(made, calls);
			assert.equal(d.state.run?.state.kind, kind);
			assert.deepEqual(d.state.setup, options);
		});
	}

	test('after a reload, a run that was going stays so until a runner answers, and then goes on', async () => {
		let stopped = true;
		const { viewModel: d, calls } = viewModel({
			current: () =>
				stopped
					? Promise.reject(Object.assign(new Error('x'), { data: { code: 'RA801', message: 'The runner has stopped.' } }))
					: Promise.resolve(null),
		});
		await d.remember({ setup: options, run: { run: 'aaaaaaaa', options, was: 'going' } });
		assert.equal(d.state.run?.state.kind, 'measuring', 'a second reload must find it going');
		assert.equal(d.state.problem, 'The runner has stopped. (RA801)');
		stopped = false;
		await d.recover();
		assert.deepEqual(calls, ['preview /d', 'start']);
		assert.equal(d.state.problem, null);
	});

	test('a run that cannot go on is lost, and the problem says why', async () => {
		const { viewModel: d } = viewModel({ start: () => Promise.reject(new Error('the data are gone')) });
		await d.remember({ setup: options, run: { run: 'aaaaaaaa', options, was: 'going' } });
		assert.equal(d.state.run?.state.kind, 'lost');
		assert.equal(d.state.problem, 'the data are gone');
	});

	test('after a reload, with a run whose report is there, it is done', async () => {
		const { viewModel: d } = viewModel({ report: () => Promise.resolve({}) });
		await d.remember({ setup: options, run: { run: 'aaaaaaaa', options, was: 'done' } });
		assert.deepEqual(d.state.run?.state, { kind: 'done' });
	});

	test('after a reload, a runner that still works at it is believed', async () => {
		const { viewModel: d, calls } = viewModel({ current: () => Promise.resolve({ run: 'aaaaaaaa', options, state: going }) });
		await d.remember({ setup: options, run: { run: 'aaaaaaaa', options, was: 'going' } });
		assert.deepEqual(d.state.run?.state, going);
		assert.deepEqual(calls, ['preview /d']);
	});
});
