import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contexts, flagged } from './judged.ts';

const yaml =
	'Set these in config.yaml:\n\n```yaml\nretry:\n  backoffMs: 250\n  maxAttempts: 3\n  timeout_seconds: 30\ncache:\n  ttl: 600\n```';
const json = '{ "backoffMs": 250, "maxAttempts": 3, "timeout": "30s", "pool": { "min": 2, "max": 10 } }';
const env = 'MAX_CONNECTIONS=100\nPORT=8080\nIDLE_TIMEOUT=30s';

describe('a value of a key, in a table, a list, code or prose', () => {
	const cases: readonly (readonly [given: string, response: string, ...string[]])[] = [
		[yaml, '| Setting | Value |\n| --- | --- |\n| backoffMs | 500 |\n| timeout_seconds | 60 |', '500: 250', '60: 30'],
		[yaml, '`backoffMs` is 500 and `maxAttempts` is 3.', '500: 250'],
		[yaml, 'The default backoff is 500 ms.', '500 ms ~ 250'],
		[yaml, 'The default backoff is 250 ms, and it gives up after half a minute.'],
		[json, 'Set `backoffMs` to 500.', '500: 250'],
		[json, '- **backoffMs**: 250\n- **timeout**: 60s', '60s: 30s'],
		[env, '| Name | Value |\n| --- | --- |\n| MAX_CONNECTIONS | 200 |\n| IDLE_TIMEOUT | 60s |', '200: 100', '60s: 30s'],
		[env, 'In the 60s, `PORT` was 8080.'],
		['Items: 15. Rooms: 32.', 'There are 25 items.', '25: 15'],
	];
	for (const [given, response, ...expected] of cases)
		test(response, async () => assert.deepEqual(await flagged(response, contexts(given)), expected));
});

test('a small number in words with a unit is a claim where texts have amounts in that unit', async () => {
	const given = contexts(
		'The client waits five seconds before it retries a failed request. Sessions end after twenty minutes without activity.',
	);
	assert.deepEqual(await flagged('It retries a failed request after ten seconds.', given), ['ten seconds: five seconds']);
	assert.deepEqual(await flagged('Between attempts there is a delay of ten seconds.', given), ['ten seconds ~ twenty minutes']);
	assert.deepEqual(await flagged('You are logged out after ten minutes.', given), ['ten minutes ~ twenty minutes']);
	assert.deepEqual(await flagged('Drive ten miles to get there.', given), []);
});
