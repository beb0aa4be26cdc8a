import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../../../../src/errors.ts';
import { ResumedText } from '../../../../src/runner/models/queued-model.ts';

describe('ResumedText', () => {
	it('hands every character on once, however often its writer begins again', () => {
		fc.assert(
			fc.property(fc.string(), fc.array(fc.array(fc.nat(20), { maxLength: 10 }), { minLength: 1, maxLength: 4 }), (text, attempts) => {
				let handedOn = '';
				const resumed = new ResumedText((piece) => {
					assert.notEqual(piece, '');
					handedOn += piece;
				});
				for (const [i, lengths] of attempts.entries()) {
					resumed.restart();
					let at = 0;
					for (const length of lengths) {
						if (at < text.length) resumed.add(text.slice(at, (at += length)));
					}
					if (i === attempts.length - 1 && at < text.length) resumed.add(text.slice(at));
				}
				assert.equal(handedOn, text);
			}),
		);
	});

	it('refuses a second text that is another one', () => {
		const resumed = new ResumedText(() => undefined);
		resumed.add('The first');
		resumed.restart();
		resumed.add('The ');
		assert.throws(
			() => resumed.add('second'),
			(error) => error instanceof UserError && error.code === 'RA501',
		);
	});
});
