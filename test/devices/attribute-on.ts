/**
 * Attributes every fixture, and a text with the demo model, on a placement; prints a line of JSON (`Outcome`) after each.
 * Arguments: the placement, which share of them (from 0) of how many, and the names of fixtures by commas, `demo` for the demo model (absent: all).
 */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../src/errors.ts';
import { loadDecoder } from '../../src/lm/load-decoder.ts';
import { DecoderSession } from '../../src/lm/decoder-session.ts';
import { placements, type Placement } from '../../src/lm/devices/device.ts';
import { executionProvidersFor } from '../../src/lm/devices/execution-providers.ts';
import type { SpadMode } from '../../src/lm/attribution/attribute.ts';
import { cutBeforeHead } from '../../src/onnx/split-at-unembedding.ts';
import { checkSpad } from '../../src/lm/attribution/self-check.ts';
import { checkModelFolder } from '../../src/lm/safety/model-folder.ts';
import { attributed, byPieces, errorsOf, fixtureFolders, furthest } from '../unit/lm/attribution/fixture-attribution.ts';
import { fixtureFolder } from '../support/fixture-folder.ts';

/** What became of one graph: distances from its oracle, or the message of its refusal. */
export interface Outcome {
	readonly name: string;
	readonly tolerance: number;
	readonly run?: { readonly mode: SpadMode; readonly errors: Readonly<Record<string, number>> };
	readonly refusal?: string;
}

/** So many tokens at a time that the device's kernels for long texts run, and on a cache those for short ones behind it. */
const rows = 40;

async function fixtureOn(folder: string, placement: Placement): Promise<Outcome> {
	const fixture = await fixtureFolder(folder);
	const provider = executionProvidersFor(placement);
	const base = { name: basename(folder), tolerance: fixture.tolerance };
	const session = await DecoderSession.open(fixture.files.graph.path, provider, fixture.config, cutBeforeHead(fixture.files));
	try {
		const verdict = await checkSpad(fixture.files, session, provider, fixture.config);
		if (!verdict.trusted) return { ...base, refusal: verdict.reason };
		const mode = byPieces.has(base.name) ? 'whole' : verdict.mode;
		return { ...base, run: { mode, errors: errorsOf(await attributed(fixture, provider, mode, { rows }), fixture) } };
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		return { ...base, refusal: error.message };
	} finally {
		await session.dispose();
	}
}

/** More than 32 tokens before the response, which is where kernels for long texts begin. */
const parts = {
	system: 'Answer from the documents.',
	query: 'What is the blood pressure of the patient, and which ward is she in?',
	contexts: [
		'The patient was admitted on Monday. Her blood pressure is 128 over 84.',
		'Ward 12 has two free beds. The patient is in ward 7.',
	].map((text, i) => ({ id: `c${i}`, text })),
	response: 'Her blood pressure is 128 over 84.',
};

/** The demo model against itself on the CPU. */
async function demoOn(placement: Placement): Promise<Outcome> {
	const files = await checkModelFolder(fileURLToPath(new URL('../../models/demo', import.meta.url)));
	const options = { signal: new AbortController().signal, onProgress: () => undefined };
	const on = async (where: Placement) => {
		const model = await loadDecoder({ files, name: 'demo', device: executionProvidersFor(where), ...options });
		try {
			const {
				attributed: { sources, contextShares, entropy, logProbability },
			} = await model.attribute(parts, options);
			return { sources, contexts: contextShares, entropy, logProbability };
		} finally {
			await model.dispose();
		}
	};
	const [expected, found] = [await on('cpu'), await on(placement)];
	const errors = Object.fromEntries(
		Object.entries(expected).map(([part, numbers]) => [
			part,
			furthest(Object.entries(found).find(([name]) => name === part)![1], [...numbers]),
		]),
	);
	return { name: 'demo', tolerance: 1e-4, run: { mode: 'cached', errors } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const placement = placements.find((one) => one === process.argv[2]);
	if (placement === undefined) throw new Error(`${process.argv[2]} is none of ${placements.join(', ')}`);
	const tell = (outcome: Outcome) =>
		new Promise<void>((resolve) => {
			process.stdout.write(`${JSON.stringify(outcome)}\n`, () => resolve());
		});
	const [share, shares, which] = [Number(process.argv[3]), Number(process.argv[4]), process.argv[5]];
	const isAsked = (name: string): boolean => which === undefined || which.split(',').includes(name);
	const folders = fixtureFolders().filter((folder) => isAsked(basename(folder)));
	const jobs = [...folders.map((folder) => () => fixtureOn(folder, placement)), ...(isAsked('demo') ? [() => demoOn(placement)] : [])];
	for (const [i, job] of jobs.entries()) if (i % shares === share) await tell(await job());
	// What a driver does when it is put away is not looked at here.
	process.kill(process.pid, 'SIGKILL');
}
