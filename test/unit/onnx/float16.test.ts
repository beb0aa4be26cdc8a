import assert from 'node:assert/strict';
import { test } from 'node:test';
import { float16ToFloat32 } from '../../../src/onnx/float16.ts';

test('half precision: values from IEEE 754-2019 and of the engine, bit for bit', (t) => {
	const known: [number, number][] = [
		[0x0000, 0],
		[0x0001, 2 ** -24],
		[0x03ff, 1023 * 2 ** -24],
		[0x0400, 2 ** -14],
		[0x3555, 0.333_251_953_125],
		[0x3c00, 1],
		[0x7bff, 65_504],
		[0x7c00, Infinity],
		[0xfc00, -Infinity],
		[0xc000, -2],
	];
	const into = new Float32Array(known.length);
	float16ToFloat32(
		Uint16Array.from(known, ([bits]) => bits),
		into,
	);
	assert.deepEqual(
		[...into],
		known.map(([, value]) => value),
	);
	const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits);
	const converted = new Float32Array(65_536);
	float16ToFloat32(all, converted);
	const Float16 = Object.getOwnPropertyDescriptor(globalThis, 'Float16Array')?.value;
	if (typeof Float16 !== 'function') {
		t.diagnostic('this engine has no Float16Array to compare with');
		return;
	}
	const engine = Float32Array.from(new Float16(all.buffer));
	assert.equal(
		converted.findIndex((value, bits) => !Object.is(value, engine[bits])),
		-1,
	);
});
