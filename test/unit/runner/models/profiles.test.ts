import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { calibration } from '../../../../src/analysis/calibration/methods.ts';
import type { Profile } from '../../../../src/formats/profile.ts';
import { findProfile } from '../../../../src/runner/models/profiles.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { fakeIdentity } from '../../../support/fake-model.ts';
import {
	confidenceGapDetector,
	exampleEncoder,
	exampleModel,
	exampleProfile,
	madeBy,
	madeOtherwise,
	otherModel,
	repcsDetector,
} from '../../../support/example-profile.ts';

describe('the profile that judges', async () => {
	const folder = temporaryFolder({ after }, 'profiles-');
	const file = async (name: string, profile: Profile): Promise<string> => {
		await writeFile(join(folder, name), calibration.profiles.format(profile));
		return join(folder, name);
	};
	const fitting = await file('fitting.json', exampleProfile);
	const foreign = await file('foreign.json', { ...madeOtherwise(exampleProfile, { readers: [otherModel] }), name: 'foreign' });

	it('is the named one, or the bundled one where it fits', async () => {
		for (const found of [await findProfile(fitting, foreign, fakeIdentity), await findProfile(undefined, fitting, fakeIdentity)]) {
			assert.deepEqual([found.profile?.name, found.file, found.notes, found.problem], ['demo', fitting, [], null]);
		}
	});

	it('is none where the bundled one does not fit or is not there, and why is said', async () => {
		const other = await findProfile(undefined, foreign, fakeIdentity);
		assert.deepEqual([other.profile, other.notes.length], [null, 1]);
		assert.equal(
			other.problem,
			"No profile was named, and the bundled one does not fit. Profile 'foreign' was calibrated for model 'smol' (bbbbbbbbbbbb), but the loaded model is 'demo' (aaaaaaaaaaaa).",
		);
		const absent = await findProfile(undefined, join(folder, 'absent.json'), fakeIdentity);
		assert.deepEqual([absent.profile, absent.problem], [null, 'No profile was named, and there is no bundled one.']);
	});

	it('is told with its number, its place and what to do where it cannot be read, also the bundled one', async () => {
		// A folder in its place: permissions stop nobody who is root.
		const unreadable = join(folder, 'unreadable.json');
		await mkdir(unreadable);
		for (const [found, hint] of [
			[
				() => findProfile(unreadable, fitting, fakeIdentity),
				/^Name a profile that a calibration has written\. To use the bundled one, name none/,
			],
			[() => findProfile(undefined, unreadable, fakeIdentity), /^It is the bundled profile\. Make the file readable/],
		] as const) {
			await assert.rejects(
				found(),
				(error) =>
					error instanceof UserError &&
					error.code === 'RA604' &&
					error.place?.file === unreadable &&
					error.message === "The profile 'unreadable.json' cannot be read: it is a folder, and a file was expected." &&
					hint.test(error.hint ?? ''),
			);
		}
	});

	it('is said where its embedder cannot be compared, because nothing here embeds', async () => {
		const embedding = await file('embedding.json', madeOtherwise(exampleProfile, { readers: [exampleModel, exampleEncoder] }));
		const found = await findProfile(embedding, foreign, fakeIdentity);
		assert.deepEqual([found.profile?.name, found.problem, found.notes.length], ['demo', null, 1]);
		assert.match(found.notes[0]!, /embedder 'minilm' .* not compared\.$/);
	});

	it('is the part that fits of one whose detectors are of several readers, and what is left out is said', async () => {
		const mixed = await file('mixed.json', {
			...exampleProfile,
			detectors: [
				...exampleProfile.detectors,
				...madeBy([repcsDetector], { readers: [exampleEncoder] }),
				...madeBy([confidenceGapDetector], { readers: [] }),
			],
		});
		for (const found of [await findProfile(mixed, foreign, fakeIdentity), await findProfile(undefined, mixed, fakeIdentity)]) {
			assert.deepEqual([found.problem, found.profile?.detectors.map(({ method }) => method)], [null, ['mean-entropy', 'confidence-gap']]);
			assert.deepEqual(found.notes, found.left);
			assert.match(
				found.left.join('\n'),
				/^The detector 'repcs response' of profile 'demo' does not judge: .* 'minilm' .* no embedder is in use\. Use [^\n]*$/,
			);
		}
		const others = await findProfile(mixed, foreign, { ...fakeIdentity, name: 'smol', sha256: otherModel.sha256 });
		assert.deepEqual([others.profile?.detectors.map(({ method }) => method), others.left.length], [['confidence-gap'], 2]);
	});

	it('leaves out detectors of methods that only a later version knows, says so, and is none where nothing else is in it', async () => {
		const later = { method: 'astrology', level: 'sentence' };
		const write = async (name: string, detectors: readonly object[]): Promise<string> => {
			await writeFile(join(folder, name), JSON.stringify({ ...exampleProfile, detectors }));
			return join(folder, name);
		};
		const found = await findProfile(await write('later.json', [later, ...exampleProfile.detectors]), foreign, fakeIdentity);
		assert.deepEqual([found.profile, found.problem, found.notes], [exampleProfile, null, found.left]);
		assert.match(
			found.left.join('\n'),
			/^The detector 'astrology sentence' of profile 'demo' does not judge: .* does not know\. Update [^\n]*$/,
		);
		const strange = await write('strange.json', [later]);
		await assert.rejects(
			findProfile(strange, fitting, fakeIdentity),
			(error) => error instanceof UserError && error.code === 'RA610' && error.place?.file === strange,
		);
		const bundled = await findProfile(undefined, strange, fakeIdentity);
		assert.equal(bundled.profile, null);
		assert.match(
			bundled.problem ?? '',
			/does not fit\. Profile 'demo' was calibrated by the method 'astrology', which .* does not know\.$/,
		);
	});

	it("is refused by name when another model's is asked for", async () => {
		await assert.rejects(
			findProfile(foreign, fitting, fakeIdentity),
			(error) =>
				error instanceof UserError &&
				error.code === 'RA602' &&
				error.place?.file === foreign &&
				error.message.includes("model 'smol'") &&
				error.message.includes("model is 'demo'"),
		);
	});
});
