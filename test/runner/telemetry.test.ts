import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { LoadModel } from '../../src/protocol/requests.ts';
import { ask } from '../../src/protocol/rpc.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { Client } from '../support/runner-client.ts';

describe('no telemetry', { skip: process.platform === 'linux' ? false : 'processes are looked at through /proc' }, () => {
	const home = temporaryFolder({ after }, 'rag-assay-home-');

	// Without the variable, ONNX Runtime 1.30 leaves an identifier of the device and a cache of events in `.cache/Microsoft`.
	it("the model process tells ONNX Runtime so, whatever the user's environment says, and nothing is written about the machine", async (t) => {
		// What keeps it quiet in tests of its own, and on build machines, is taken away.
		const client = new Client(t, {
			env: {
				HOME: home,
				XDG_CACHE_HOME: undefined,
				CI: undefined,
				GITHUB_ACTIONS: undefined,
				TF_BUILD: undefined,
				ORT_RUNNING_UNIT_TESTS: undefined,
				ORT_DISABLE_TELEMETRY: '0',
			},
		});
		await client.initialize();
		assert.equal((await ask(client.connection, LoadModel, null)).state, 'ready');
		const [pid] = client.modelProcesses();
		assert.ok(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes('ORT_DISABLE_TELEMETRY=1'));
		await client.stop();
		assert.deepEqual(readdirSync(home, { recursive: true }), []);
	});
});
