import assert from 'node:assert/strict';
import { test } from 'node:test';
import { multiplyAdds } from '../../../../lab/spad/bench-speed.ts';

test("multiply-adds at SmolLM2-135M's shape, by hand", () => {
	// A layer, a token: q and o 576 · 576 each, k and v 576 · 192 each, three of 576 · 1536. The head: 576 · 49,152.
	const [decoder, head] = [30 * (2 * 576 * 576 + 2 * 576 * 192 + 3 * 576 * 1536), 576 * 49_152];
	const { plain, attributed } = multiplyAdds({ layers: 30, tokens: 384, rows: 64 });
	assert.equal(plain, 384 * (decoder + head));
	// The embedding, after each attention and each block, and the output itself; the last feed-forward block of 64 rows in place of 384.
	assert.ok(Math.abs(attributed - (384 * decoder + 62 * 64 * head - 320 * 3 * 576 * 1536)) < 1);
	assert.deepEqual(
		[plain, attributed].map((count) => (count / 1e9).toFixed(1)),
		['51.6', '152.3'],
	);
});
