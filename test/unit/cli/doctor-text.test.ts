import { test } from 'node:test';
import { doctorText } from '../../../src/cli/commands/doctor.ts';
import type { DoctorOutput } from '../../../src/cli/output/schemas.ts';
import { assertGolden } from './golden.ts';

const output: DoctorOutput = {
	schema: 'rag-assay/doctor@1',
	version: '1.2.3',
	node: 'v22.3.0',
	platform: 'linux x64',
	program: { path: '/usr/bin/node', node: '22.3.0', electron: null },
	model: { name: 'demo', device: 'cpu', dtype: 'fp32', profile: 'demo-1' },
	devices: {
		chosen: 'cpu',
		candidates: [
			{ device: 'webgpu', verdict: 'refused', reason: 'WebGPU found no graphics driver that it can use.', difference: null },
			{ device: 'cpu', verdict: 'chosen', reason: '', difference: 0 },
		],
	},
	caches: {
		results: { folder: '/c/results', files: 1, bytes: 2048 },
		graphs: { folder: '/c/graphs', files: 0, bytes: 0 },
		models: { folder: '/c/models', files: 3, bytes: 2 ** 30 },
		cuda: { folder: '/c/cuda', files: 31, bytes: 1.5 * 2 ** 30 },
	},
	notes: [],
};

test("doctor says which program runs the runner, and of an editor's binary what that means", () => {
	assertGolden('doctor-node.txt', doctorText(output, 1));
	assertGolden('doctor-editor.txt', doctorText({ ...output, program: { path: '/opt/code/code', node: '22.19.0', electron: '38.2.0' } }, 1));
});
