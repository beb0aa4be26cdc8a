import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../src/errors.ts';
import { chooseDevice, deviceChecks, type DeviceReport } from '../../src/lm/devices/choose-device.ts';
import { tolerance } from '../../src/lm/devices/compare-devices.ts';
import type { Device } from '../../src/lm/devices/device.ts';
import { slowTest } from '../support/slow-test.ts';
import { startProcess } from '../support/start-process.ts';
import { fixtureFolders } from '../unit/lm/attribution/fixture-attribution.ts';
import type { Outcome } from './attribute-on.ts';
import { coveringGraphs } from './covering-graphs.ts';
import { environmentForCuda, installedCuda } from './cuda-environment.ts';
import { softwareDriver } from './vulkan-driver.ts';

const program = fileURLToPath(new URL('../unit/lm/devices/probe-program.ts', import.meta.url));
const modelFolder = fileURLToPath(new URL('../../models/demo', import.meta.url));

/** `RAG_ASSAY_DEVICE` names the one device that is to be tested and must work; otherwise each is, where it does. */
const asked = process.env['RAG_ASSAY_DEVICE'];
const tested = (['webgpu', 'cuda'] as const).filter((device) => asked === undefined || asked === device);
assert.ok(tested.length > 0, `RAG_ASSAY_DEVICE is '${asked}'; webgpu or cuda was expected`);

/** What a card without half precision says of a graph that needs it; the graph is then refused, and not wrong. */
const noHalfPrecision = /requires f16 but the device does not support it/;

/** The device as `--device` takes it, or why it cannot be had. */
async function found(device: Device): Promise<DeviceReport | string> {
	try {
		return await chooseDevice(
			device,
			deviceChecks({ program, modelFolder, cudaFolder: installedCuda, signal: new AbortController().signal, timeLimit: 300_000 }),
		);
	} catch (error) {
		if (error instanceof UserError && error.code === 'RA221') return error.message;
		throw error;
	}
}

/**
 * Fixtures that are run: all of them where a device was asked for by name. A driver that draws in software takes ten seconds to compile
 * a graph's shaders: there it is those that together have every operator; the others run on the CPU in the unit tests.
 */
const graphs = async (): Promise<string[]> =>
	(asked === undefined ? await coveringGraphs(fixtureFolders()) : fixtureFolders()).map((folder) => basename(folder));

/** Processes at a time; most of a graph's time goes into its shaders, which a driver compiles on one core. */
const shares = 2;

/** In processes of their own, which a driver may take down. */
async function outcomes(placement: string, names: readonly string[]): Promise<readonly Outcome[]> {
	return (await Promise.all(Array.from({ length: shares }, (_, share) => shareOfOutcomes(placement, names, share)))).flat();
}

function shareOfOutcomes(placement: string, names: readonly string[], share: number): Promise<readonly Outcome[]> {
	return new Promise((resolve, reject) => {
		const child = startProcess(
			{ after },
			process.execPath,
			[fileURLToPath(new URL('attribute-on.ts', import.meta.url)), placement, `${share}`, `${shares}`, names.join()],
			{ stdio: ['ignore', 'pipe', 'pipe'] },
		);
		let [lines, errors] = ['', ''];
		child.stdout.on('data', (chunk: Buffer) => {
			lines += chunk.toString();
		});
		child.stderr.on('data', (chunk: Buffer) => {
			errors += chunk.toString();
		});
		child.once('error', reject);
		child.once('close', (_, signal) => {
			const whole: Outcome[] = lines
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line));
			// What comes last in a share is put away by a signal; a graph that is missing is told by its own test.
			if (signal === 'SIGKILL') resolve(whole);
			else
				reject(
					new Error(
						`the process on ${placement} ended after ${whole.at(-1)?.name ?? 'nothing'}: ${errors.trim().split('\n').slice(-8).join('\n')}`,
					),
				);
		});
	});
}

Object.assign(process.env, softwareDriver());
Object.assign(process.env, environmentForCuda());
// All of them before the first test: a file that waits between its tests may be taken for finished.
const reports = new Map<Device, Awaited<ReturnType<typeof found>>>();
for (const device of tested) reports.set(device, await found(device));
for (const [device, report] of reports) {
	if (typeof report === 'string') {
		test(`attribution on ${device}`, { skip: asked === undefined && report }, () => assert.fail(report));
		continue;
	}
	describe(`attribution on ${device}`, () => {
		test('the device agrees with the CPU', (t) => {
			const candidate = report.candidates.find((one) => one.device === device);
			assert.ok(candidate?.difference !== null && candidate?.difference !== undefined && candidate.difference <= tolerance);
			t.diagnostic(candidate.reason);
		});

		/** Runs graphs on the device, and holds each to its oracle in a test of its own. */
		const attribute = async (t: TestContext, names: readonly string[]): Promise<void> => {
			const all = await outcomes(report.chosen, names);
			for (const name of names) {
				const outcome = all.find((one) => one.name === name);
				const shows =
					outcome?.refusal !== undefined
						? 'refused, and not attributed wrongly'
						: name === 'demo'
							? 'sources and log-probabilities are those of the CPU'
							: "sources, contexts and parts by layer are the oracle's";
				await t.test(`${name}: ${shows}`, (one) => {
					assert.ok(outcome !== undefined, 'it was not run');
					if (outcome.refusal !== undefined) {
						assert.match(outcome.refusal, noHalfPrecision);
						one.diagnostic(`${name}: refused: ${outcome.refusal}`);
						return;
					}
					assert.ok(outcome.run !== undefined);
					const { mode, errors } = outcome.run;
					one.diagnostic(
						`${name} (${mode}): ${Object.entries(errors)
							.map(([part, error]) => `${part} ${error.toExponential(1)}`)
							.join(', ')}; tolerance ${outcome.tolerance}`,
					);
					for (const [part, error] of Object.entries(errors))
						assert.ok(
							error <= (part === 'sum' ? 1e-6 : outcome.tolerance),
							`${name} (${mode}): ${part} differ by ${error}, more than ${outcome.tolerance}`,
						);
				});
			}
		};

		// Of a graph a software driver compiles shaders for twenty seconds. That the device agrees with the CPU, above, runs the demo model on it.
		slowTest('each graph', async (t) => attribute(t, [...(await graphs()), 'demo']));
	});
}
