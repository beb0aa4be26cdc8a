import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { join } from 'node:path';
import { bundleInHostSuite } from './harness/in-host-bundle.ts';
import { repository } from './harness/installation.ts';
import { session } from './harness/session.ts';

describe('inside the extension host', { timeout: 600_000 }, () => {
	const s = session({ workspace: join(repository, 'test/e2e/workspace'), builtIns: 'all' });

	test('the suite that a desktop VS Code runs, too', async (t) => {
		const results = await s.server.host.suite(await bundleInHostSuite());
		assert.ok(results.length > 0);
		for (const { name, error } of results)
			await t.test(name, () => {
				assert.equal(error, undefined, error);
			});
	});
});
