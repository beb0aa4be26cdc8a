import { answerProbe } from '../lm/devices/probe-answer.ts';
import type { ModelAnswer } from '../protocol/model-process.ts';
import { endWithParent } from './parent-watch.ts';
import { DecoderEngine } from './decoder-engine.ts';
import { RequestLoop } from './request-loop.ts';

async function main(): Promise<void> {
	const [, program] = process.argv;
	if (process.send === undefined || program === undefined) {
		process.stderr.write('The model process is started by the runner.\n');
		process.exitCode = 2;
		return;
	}
	endWithParent();
	process.on('disconnect', () => process.exit());
	if (await answerProbe(process.argv.slice(2))) return;

	const send = (answer: ModelAnswer): void => {
		// A channel that is closed means that the parent is gone, and this process goes too.
		if (process.connected) process.send?.(answer, undefined, undefined, () => undefined);
	};
	const loop = new RequestLoop(new DecoderEngine(program), send);
	process.on('message', (message) => loop.receive(message));
	send({ type: 'hello', pid: process.pid });
}

void main();
