import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { after } from 'node:test';

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const address = server.address();
	await new Promise((done) => server.close(done));
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}

/** Port of a web server of this machine that lives as long as the test that starts it. */
export async function listening(answer: RequestListener): Promise<number> {
	const server = createWebServer(answer);
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	after(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('no port');
	return address.port;
}
