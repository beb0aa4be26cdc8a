/**
 * Program of a thread that fits one detector: it is sent its work, tells how far it has come, and answers once. It knows
 * no model and no files; whoever started it ends it to cancel.
 */
import { parentPort } from 'node:worker_threads';
import { calibration } from '../../analysis/calibration/methods.ts';
import { toWire } from '../../protocol/wire-error.ts';
import type { FitAnswer, FitWork } from './fit-work.ts';

if (parentPort === null) throw new Error('this program is a thread of the runner');
const port = parentPort;

/** Time between two words on progress, milliseconds. */
const interval = 200;

async function work({ id, traces, settings }: FitWork): Promise<void> {
	let told = 0;
	const tell = (answer: FitAnswer): void => port.postMessage(answer);
	try {
		const fitted = await calibration.fitNamed(id).fit(traces, {
			...settings,
			onProgress: (done, of) => {
				const now = performance.now();
				if (now - told < interval) return;
				told = now;
				tell({ type: 'progress', share: of === 0 ? 0 : done / of });
			},
		});
		tell({ type: 'fitted', fitted });
	} catch (error) {
		tell({ type: 'error', error: toWire(error) });
	}
}
port.once('message', (sent: FitWork) => {
	void work(sent);
});
