/** Program of a thread that fits one detector of the toys, as the product's fits one of the product. */
import { parentPort } from 'node:worker_threads';
import { serveFits } from '../../../../../src/runner/calibration/serve-fits.ts';
import { toyFamily } from './toy-family.ts';

if (parentPort === null) throw new Error('this program is a thread of a test');
serveFits(toyFamily, parentPort);
