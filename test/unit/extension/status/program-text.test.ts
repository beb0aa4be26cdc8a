import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceReportText } from '../../../../src/extension/commands/device-text.ts';
import { programText } from '../../../../src/extension/status/status-text.ts';

const node = { path: '/usr/bin/node', node: '22.3.0', electron: null };
const editor = { path: '/opt/code/code', node: '22.19.0', electron: '38.2.0' };
const meaning =
	'It ends when a model asks for 1 GiB of memory or more in one block, so larger models are refused. Install Node.js 20 or newer from https://nodejs.org and restart the runner; if it is not found, name it in the setting ragAssay.runner.execPath.';

test("the status item says which program runs the runner, and of the editor's own what that means and what to install", () => {
	assert.deepEqual(programText(node), { text: 'Runs on Node.js 22.3.0', detail: '/usr/bin/node' });
	assert.deepEqual(programText(editor), {
		text: "Runs on the editor's own program",
		detail: `The editor's own binary (Electron 38.2.0, Node.js 22.19.0) at /opt/code/code. ${meaning}`,
	});
	assert.equal(programText(undefined), undefined);
});

test('so does the device report', () => {
	assert.match(
		deviceReportText({ chosen: 'cpu', candidates: [], program: node }),
		/\n\nThe runner uses Node\.js 22\.3\.0 at \/usr\/bin\/node\.\n$/,
	);
	assert.ok(
		deviceReportText({ chosen: 'cpu', candidates: [], program: editor }).includes(
			`The runner uses the editor's own binary (Electron 38.2.0, Node.js 22.19.0) at /opt/code/code. ${meaning}`,
		),
	);
});
