import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelProcessEnvironment } from '../../../../src/runner/models/model-process.ts';

test('telemetry of ONNX Runtime is off in the model process, whatever its environment says', () => {
	assert.deepEqual(modelProcessEnvironment({ A: 'b', ORT_DISABLE_TELEMETRY: '0' }, false), { A: 'b', ORT_DISABLE_TELEMETRY: '1' });
});

test("an editor's binary is made a Node", () => {
	assert.deepEqual(modelProcessEnvironment({}, true), { ORT_DISABLE_TELEMETRY: '1', ELECTRON_RUN_AS_NODE: '1' });
});
