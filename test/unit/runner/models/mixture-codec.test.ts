import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mixtureCodec } from '../../../../src/runner/models/result-codec.ts';

test('comes back as it was; anything else is nothing', async () => {
	const of = (offset: number): Float64Array => Float64Array.of(offset, offset + 0.5, 1 / (offset + 3));
	const result = { cross: of(0), spread: of(1), moved: of(2), renyiContextOnly: of(3), renyiWithContext: of(4) };
	const bytes = await mixtureCodec.encode(result);
	assert.deepEqual(await mixtureCodec.decode(bytes), result);
	bytes[bytes.length - 1]! ^= 1;
	assert.equal(await mixtureCodec.decode(bytes), undefined);
});
