/** A runner that behaves as FAKE_RUNNER says; it speaks real frames. */
import { writeFileSync } from 'node:fs';
import { createMessageConnection, ResponseError, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';

const manner = process.env.FAKE_RUNNER ?? 'good';
if (manner === 'dies at start') {
	process.stderr.write('some warning\nCannot find module x\n');
	process.exit(7);
}
const connection = createMessageConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout));
connection.onRequest('initialize', (params) => {
	if (process.env.FAKE_RUNNER_SAW) writeFileSync(process.env.FAKE_RUNNER_SAW, JSON.stringify(params.initializationOptions));
	return { capabilities: {} };
});
connection.onRequest('shutdown', () => (manner === 'never ends' ? new Promise(() => {}) : null));
connection.onNotification('exit', () => process.exit(0));
connection.onRequest('ragAssay/clearCache', (_params, token) => {
	switch (manner) {
		case 'dies':
			return process.exit(9);
		case 'says why and dies':
			return connection.sendNotification('ragAssay/exiting', { reason: 'the disk is full', restart: false }).then(() => process.exit(1));
		case 'refuses':
			throw new ResponseError(-32000, 'x', { code: 'RA502', message: 'No room.', hint: 'Make some.' });
		case 'has a defect':
			throw new Error('boom');
		case 'answers badly':
			return { files: 'three' };
		case 'is busy':
			for (const end = Date.now() + 60_000; Date.now() < end; );
			return { files: 0, bytes: 0 };
		case 'waits':
			return new Promise((_resolve, reject) => {
				const cancel = () => reject(new ResponseError(-32800, 'cancelled'));
				// A token that was canceled before the request was handled fires no event.
				if (token.isCancellationRequested) cancel();
				else token.onCancellationRequested(cancel);
			});
		default:
			return { files: 3, bytes: 2097152 };
	}
});
connection.onRequest('ragAssay/calibration/files', (params) => {
	if (process.env.FAKE_RUNNER_ASKED) writeFileSync(process.env.FAKE_RUNNER_ASKED, JSON.stringify(params));
	process.exit(9);
});
connection.onRequest('ragAssay/private/generate', () => {
	const { release, original, meanwhile } = JSON.parse(process.env.FAKE_RUNNER_ANSWER);
	// Another program, while the answer is being made.
	for (const file of meanwhile) writeFileSync(file, 'made meanwhile');
	return { release, original, whyNoOriginal: null };
});
connection.listen();
