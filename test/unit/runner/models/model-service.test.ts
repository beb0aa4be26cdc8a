import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runnerSettings } from '../../../../src/protocol/requests.ts';
import { RunnerContext } from '../../../../src/runner/context/runner-context.ts';
import type { Log } from '../../../../src/runner/lsp/log.ts';
import { ModelService } from '../../../../src/runner/models/model-service.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { identity } from '../scored.ts';

const silent: Log = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

/** A service of a process without a model, whose bundled profile lies at `profile` in a folder of its own. */
function serviceIn(t: TestContext): { models: ModelService; profile: string } {
	const folder = temporaryFolder(t, 'rag-assay-models-');
	const profile = join(folder, 'demo.assay-profile.json');
	const context = new RunnerContext(runnerSettings.parse({ cacheDirectory: join(folder, 'cache') }), {
		paths: {
			root: folder,
			version: '0',
			runtime: '0',
			runtimeFolder: undefined,
			modelProcess: fileURLToPath(new URL('../fake-model-process.ts', import.meta.url)),
			calibrationWorker: '',
			lexicalWorker: '',
			demoModel: 'anything',
			demoProfile: profile,
		},
		log: silent,
	});
	const models = new ModelService(context, { rank: () => 0, onState: () => undefined });
	t.after(() => models.dispose());
	return { models, profile };
}

describe('ModelService', () => {
	it('opens the model where a profile is there and cannot be read, and tells that with its number, its place and what to do', async (t) => {
		const { models, profile } = serviceIn(t);
		// A folder in its place: permissions stop nobody who is root.
		mkdirSync(profile);
		const { signal } = new AbortController();
		assert.equal((await models.openModel('test', signal)).identity.name, identity.name);
		const told = models.state.profileProblem ?? '';
		assert.ok(
			told.startsWith(`${profile}: RA604: The profile '${basename(profile)}' cannot be read: it is a folder, and a file was expected.`),
			told,
		);
		assert.match(told, /install RAG Assay again, or name your own profile\.$/);
		const { profile: judging, refused } = await models.open('test', signal);
		assert.deepEqual([judging, refused?.code, refused?.place?.file], [null, 'RA604', profile]);
		await models.load(signal);
		assert.equal(models.state.profileProblem, told);
	});

	it("opens it where there is no profile at all, which is nobody's fault", async (t) => {
		const { models } = serviceIn(t);
		const { profile, refused } = await models.open('test', new AbortController().signal);
		assert.deepEqual([profile, refused, models.state.profileProblem], [null, null, 'No profile was named, and there is no bundled one.']);
	});
});
