import { thisSuite } from '../support/test-or-suite.ts';
import { Client } from '../support/runner-client.ts';

/**
 * Shares one runner among the tests of the suite that it is called in: it starts with the first test that asks for it, shakes hands by
 * `initialize`, and ends after the last test. For tests that do not look at how a runner starts or ends.
 */
export function warmClient(initialize: (client: Client) => Promise<unknown>): () => Promise<Client> {
	const suite = thisSuite();
	let started: Promise<Client> | undefined;
	return () => {
		started ??= (async () => {
			const client = new Client(suite);
			await initialize(client);
			return client;
		})();
		return started;
	};
}
