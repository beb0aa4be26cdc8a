import type { MessagePort } from 'node:worker_threads';
import type { CalibrationFamily } from '../../analysis/calibration/calibration-family.ts';
import { toWire } from '../../protocol/wire-error.ts';
import type { FitAnswer, FitTask } from './fit-workers.ts';

/** Time between two words on progress, milliseconds. */
const interval = 200;

/**
 * What a thread does that fits one detector of a family: it is sent its work, tells how far it has come, and answers once. It knows no model and no
 * files; whoever started it ends it to cancel.
 */
export function serveFits({ fitNamed }: Pick<CalibrationFamily, 'fitNamed'>, port: MessagePort): void {
	const task = async ({ id, items, settings }: FitTask): Promise<void> => {
		let lastReport = 0;
		const tell = (answer: FitAnswer): void => port.postMessage(answer);
		try {
			const fitted = await fitNamed(id).fit(items, {
				...settings,
				onProgress: (done, of) => {
					const now = performance.now();
					if (now - lastReport < interval) return;
					lastReport = now;
					tell({ type: 'progress', share: of === 0 ? 0 : done / of });
				},
			});
			tell({ type: 'fitted', fitted });
		} catch (error) {
			tell({ type: 'error', error: toWire(error) });
		}
	};
	port.once('message', (sent: FitTask) => {
		void task(sent);
	});
}
