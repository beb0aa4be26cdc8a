/**
 * Answers on the Unix socket named by `RAG_ASSAY_E2E_SOCKET`: a connection sends one JSON request, closes its half, and gets one JSON
 * answer. The file is CommonJS because extension hosts load no TypeScript; its other end, with the types, is `harness/host-client.ts`.
 */
const assert = require('node:assert/strict');
const { rmSync } = require('node:fs');
const { createServer } = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');
const { runInThisContext } = require('node:vm');
const vscode = require('vscode');

exports.activate = (context) => {
	const path = process.env.RAG_ASSAY_E2E_SOCKET;
	if (path === undefined) return;
	rmSync(path, { force: true }); // a reloaded window takes over
	const server = createServer({ allowHalfOpen: true }, (connection) => {
		const chunks = [];
		connection.on('error', () => connection.destroy());
		connection.on('data', (chunk) => chunks.push(chunk));
		connection.on('end', () => {
			const reply = answer(JSON.parse(Buffer.concat(chunks).toString())).catch((error) => ({
				error: error instanceof Error ? error.stack : String(error),
			}));
			void reply.then((value) => connection.end(JSON.stringify(value)));
		});
	}).listen(path);
	context.subscriptions.push({ dispose: () => server.close() });
};

/** `source` is a function's text: of `(tools, argument) => value`. */
async function answer(request) {
	switch (request.kind) {
		case 'extensions':
			return { value: vscode.extensions.all.map((extension) => extension.id.toLowerCase()) };
		case 'evaluate':
			return { value: await runInThisContext(`(${request.source})`)(tools, request.argument) };
		case 'suite':
			return { value: await require(request.file).runSuite(vscode) };
		default:
			throw new Error(`unknown request ${request.kind}`);
	}
}

const tools = {
	vscode,
	assert,
	/** Asks again until the answer is truthy. */
	async until(probe, what, milliseconds = 120_000) {
		for (const end = Date.now() + milliseconds; ; ) {
			const value = await probe();
			if (value) return value;
			if (Date.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`);
			await sleep(30);
		}
	},
};
