import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { slowTest } from '../../../support/slow-test.ts';
import { outputOf, startProcess } from '../../../support/start-process.ts';
import { emptyFolder } from '../../../support/model-folder-builder.ts';

const MiB = 2 ** 20;
const program = fileURLToPath(new URL('wide-vocabulary-run.ts', import.meta.url));
const answer = z.object({ loaded: z.number(), peak: z.number(), weights: z.number(), largest: z.number() });

slowTest(
	'attributing 2,000 response tokens with a vocabulary of 151,936 stays within bounded memory',
	{
		timeout: 240_000,
		skip: process.platform === 'linux' ? false : 'the peak is read from /proc',
	},
	async (t) => {
		const run = startProcess(t, process.execPath, [program, emptyFolder(), '2100', '2000']);
		const { status, stdout, stderr } = await outputOf(run);
		assert.equal(status, 0, stderr);
		const { loaded, peak, weights, largest } = answer.parse(JSON.parse(stdout));
		t.diagnostic(
			`loaded ${Math.round(loaded / MiB)} MiB, peak ${Math.round(peak / MiB)} MiB; weights ${Math.round(weights / MiB)} MiB, all logits at once ${Math.round((2000 * 151_936 * 4) / MiB)} MiB`,
		);
		assert.ok(largest <= 1e-6, `sources add up to the probability but for ${largest}`);
		// Measured: 490 to 530 MiB, of which 330 to 350 MiB are the process with the model loaded. With all rows of a chunk in one block: 740 MiB.
		assert.ok(peak <= 704 * MiB, `${Math.round(peak / MiB)} MiB`);
		assert.ok(peak - loaded <= 288 * MiB, `${Math.round((peak - loaded) / MiB)} MiB`);
	},
);
