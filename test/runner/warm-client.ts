import { after } from 'node:test';
import { Client } from './client.ts';

/**
 * Shares one runner among the tests of the suite that it is called in: it starts with the first test that asks for it, shakes hands by
 * `initialize`, and ends after the last test. For tests that do not look at how a runner starts or ends.
 */
export function warmClient(initialize: (client: Client) => Promise<unknown>): () => Promise<Client> {
	const ends: (() => void | Promise<void>)[] = [];
	after(async () => {
		for (const end of ends) await end();
	});
	let started: Promise<Client> | undefined;
	return () => {
		started ??= (async () => {
			const client = new Client({ after: (end) => void ends.push(end) });
			await initialize(client);
			return client;
		})();
		return started;
	};
}
