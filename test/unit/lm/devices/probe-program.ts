/** What a model process does first, and, by its `PROBE` variable, what one does whose driver is broken. */
import { answerProbe } from '../../../../src/lm/devices/probe-answer.ts';

const send = async (message: object): Promise<void> =>
	new Promise((done) => {
		process.send?.(message, undefined, undefined, () => done());
	});

switch (process.env['PROBE'] ?? '') {
	case 'crash':
		process.kill(process.pid, 'SIGSEGV');
		break;
	case 'noise-and-abort':
		process.stderr.write('native noise\n');
		process.abort();
		break;
	case 'silent':
		process.exit(3);
		break;
	case 'hang':
		setInterval(() => undefined, 1000);
		break;
	case 'wrong':
		await send({ difference: 0.3 });
		break;
	case 'wrong-attention':
		await send({ difference: 0.3, withoutAttention: 1e-6 });
		break;
	case 'wrong-throughout':
		await send({ difference: 0.3, withoutAttention: 0.2 });
		break;
	case 'same':
		await send({ difference: 0 });
		break;
	case 'not-numbers':
		await send({ difference: null });
		break;
	case 'answer-and-crash':
		await send({ difference: 1e-6 });
		process.kill(process.pid, 'SIGSEGV');
		break;
	default:
		if (!(await answerProbe(process.argv.slice(2)))) throw new Error('not started to try a device');
}
