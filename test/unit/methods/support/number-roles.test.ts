import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contexts, flagged } from './judged.ts';

const release =
	'The current API version is 2.4. It was released with better limits: too many requests in a minute return an error, and clients should wait. Section 3.2 lists the limits.';
const limits =
	'Clients may send 60 requests per minute. Too many requests are refused until the next minute. The gateway listens on port 8443. The support line is 555-0142.';
const device = 'Firmware 7.3.1 runs on the router. The default address of the router is 192.168.10.1. The store is in 02139 Cambridge.';

describe('a number contradicts only a number that is good for the same', () => {
	const given = contexts(release, limits, device);
	const cases: readonly (readonly [what: string, response: string, ...string[]])[] = [
		['a status code in a table, and a version', '| Code | Meaning |\n| --- | --- |\n| 429 | Too many requests |', '429'],
		['a status code, and a count', 'HTTP 429 means that clients sent too many requests in a minute.', '429'],
		['a status code, and a port', '| Code | Meaning |\n| --- | --- |\n| 503 | The gateway does not listen on its port |', '503'],
		['a port of four digits that looks like a year', 'The gateway listens on port 2049.', '2049: 8443'],
		['the port of a key and its value', 'The port of the gateway is 8080.', '8080: 8443'],
		['a version and a version', 'The current version of the API is 2.6.', '2.6: 2.4'],
		['a count and a count', 'Clients may send 90 requests per minute.', '90: 60'],
		['an address and firmware', 'The default firmware of the router is 7.3.2.', '7.3.2: 7.3.1'],
		['an address and a version', 'The default address of the router is 192.168.10.7.', '192.168.10.7: 192.168.10.1'],
		['a count and a telephone number', 'The support line takes 640 calls.', '640'],
	];
	for (const [what, response, ...expected] of cases) test(what, async () => assert.deepEqual(await flagged(response, given), expected));

	test('a count of what the texts count elsewhere', async () => {
		const hotel = contexts('The hotel has 212 rooms on 14 floors. Platform 6 of the station is 300 steps away.');
		assert.deepEqual(await flagged('The hotel has 16 floors.', hotel), ['16: 14']);
		assert.deepEqual(await flagged('The hotel has 19 platforms and 212 rooms.', hotel), ['19']);
		assert.deepEqual(await flagged('The hotel has 221 rooms.', contexts('The hotel. Rooms: 212. Floors: 14.')), ['221 ~ 212']);
	});

	test('a number of a list or a section is no rival', async () => {
		const listed = contexts(
			'1. Open the valve.\n2. Wait until the lamp is green.\n17. Close the valve with the red lever.\n\n3.2 Opening the valve',
		);
		assert.deepEqual(await flagged('Close the valve with the red lever 25 times.', listed), ['25']);
		assert.deepEqual(await flagged('Opening the valve takes 4.8 turns.', listed), ['4.8']);
	});

	test('a code in a table, and another one of the same table', async () => {
		const table = contexts('| Code | Meaning |\n| --- | --- |\n| 429 | Too many requests |\n| 503 | The gateway is down |');
		assert.deepEqual(await flagged('| Code | Meaning |\n| --- | --- |\n| 428 | Too many requests |', table), ['428: 429']);
		assert.deepEqual(await flagged('The error code for too many requests is 428.', table), ['428 ~ 429']);
	});

	test('a port in a column of its own', async () => {
		const table = contexts('| Service | Port |\n| --- | --- |\n| api gateway | 8443 |\n| mail relay | 2525 |');
		assert.deepEqual(await flagged('The api gateway listens on port 8080.', table), ['8080: 8443']);
	});
});
