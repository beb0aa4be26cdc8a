/** Program of a thread that fits the embedder `lexical`. */
import { parentPort } from 'node:worker_threads';
import { fitLexicalSample, type LexicalSample } from '../../embedding/lexical/fit-lexical.ts';
import type { LexicalAnswer } from './lexical-worker-client.ts';

const port = parentPort;
if (port === null) throw new Error('this program is a thread of the runner');
port.once('message', (sample: LexicalSample) => {
	const tell = (answer: LexicalAnswer): void => port.postMessage(answer);
	void fitLexicalSample(sample, { onProgress: (done, total) => tell({ type: 'progress', share: done / total }) }).then((model) =>
		tell({ type: 'fitted', model }),
	);
});
