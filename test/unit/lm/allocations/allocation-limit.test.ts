import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { allocationLimit } from '../../../../src/lm/allocations/allocation-limit.ts';

describe('allocationLimit', () => {
	it("is there on the editor's program, and not on a plain Node", () => {
		assert.equal(allocationLimit({}, { electron: '39.2.3' }), 2 ** 30);
		assert.equal(allocationLimit({}, { electron: null }), undefined);
	});

	it('is what the environment says, whatever it runs on', () => {
		assert.equal(allocationLimit({ RAG_ASSAY_ALLOCATION_LIMIT: '1000' }, { electron: null }), 1000);
		assert.equal(allocationLimit({ RAG_ASSAY_ALLOCATION_LIMIT: '1000' }, { electron: '39.2.3' }), 1000);
		assert.equal(allocationLimit({ RAG_ASSAY_ALLOCATION_LIMIT: '0' }, { electron: '39.2.3' }), undefined);
		for (const odd of ['', '1e3', '-1', '1 GiB'])
			assert.throws(
				() => allocationLimit({ RAG_ASSAY_ALLOCATION_LIMIT: odd }, { electron: null }),
				(error) => error instanceof UserError && error.code === 'RA415',
			);
	});
});
