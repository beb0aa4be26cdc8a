/** Program of a thread whose fit has no end: whoever waits for one that is being fitted can be certain of it. */
import { parentPort } from 'node:worker_threads';

if (parentPort === null) throw new Error('this program is a thread of the runner');
// A thread lives as long as it listens.
parentPort.on('message', () => undefined);
