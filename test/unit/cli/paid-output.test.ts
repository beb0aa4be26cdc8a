import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { UserError } from '../../../src/errors.ts';
import { requirePlace, type PlaceOptions } from '../../../src/cli/paid-output.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a place that does not serve is refused before the work, and only work that spends says that nothing was spent', async (t) => {
	const folder = temporaryFolder(t);
	const file = join(folder, 'there');
	writeFileSync(file, '');
	const refused = async (place: string, options: PlaceOptions): Promise<string> => {
		const error: unknown = await requirePlace(place, options).then(
			() => assert.fail('it is not refused'),
			(cause: unknown) => cause,
		);
		assert.ok(error instanceof UserError);
		return `${error.code}: ${error.hint}`;
	};
	const paid = { option: '--out', force: false, spends: true };
	const free = { option: '--html', force: true, spends: false };
	assert.deepEqual(
		[
			await refused(join(folder, 'none', 'x'), paid),
			await refused(folder, paid),
			await refused(file, paid),
			await refused(join(folder, 'none', 'x'), free),
			await refused(folder, free),
		],
		[
			'RA703: Make it, or name a file elsewhere with --out. Nothing was spent.',
			'RA704: Name a file with --out. Nothing was spent.',
			'RA704: Name another one with --out, or overwrite it with --force. Nothing was spent.',
			'RA703: Make it, or name a file elsewhere with --html.',
			'RA704: Name a file with --html.',
		],
	);
	assert.equal(await requirePlace(file, free), undefined);
	assert.deepEqual(await requirePlace(join(folder, 'new'), paid), { state: null });
});
