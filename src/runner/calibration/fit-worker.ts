/** Program of a thread that fits one detector of the product. */
import { parentPort } from 'node:worker_threads';
import { calibration } from '../../analysis/calibration/methods.ts';
import { serveFits } from './serve-fits.ts';

if (parentPort === null) throw new Error('this program is a thread of the runner');
serveFits(calibration, parentPort);
