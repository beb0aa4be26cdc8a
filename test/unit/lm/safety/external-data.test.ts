import assert from 'node:assert/strict';
import { linkSync, mkdirSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UserError } from '../../../../src/errors.ts';
import { checkModelFolder } from '../../../../src/lm/safety/model-folder.ts';
import {
	attributeParts,
	entry,
	externalParts,
	field,
	graphParts,
	inlineParts,
	model,
	nodeParts,
	sparseParts,
} from '../../../support/protobuf-writer.ts';
import { emptyFolder, modelFolder, write } from '../../../support/model-folder-builder.ts';

const sixteen = new Uint8Array(16);
const withTensor = (location: string, ...more: Uint8Array[]) => model(graphParts(field(5, externalParts('w', location, 4, ...more))));

async function refusal(folder: string): Promise<UserError> {
	const error: unknown = await checkModelFolder(folder).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	assert.ok(error instanceof UserError, `expected a refusal, got ${String(error)}`);
	assert.ok(error.hint !== undefined && error.place !== undefined);
	return error;
}

describe('external data', () => {
	it('is refused by its name, before the disk is asked', async () => {
		const names = [
			'',
			'/etc/passwd',
			'../secret',
			'a/../../secret',
			'a/..',
			'..',
			'C:\\secret',
			'c:secret',
			'\\\\server\\share',
			'a\\..\\b',
			'weights\u0000.bin',
			'weights\n',
			'model.onnx:stream',
			'*/_ORT_MEM_ADDR_/*',
			'*/_ORT_NATIVE_ENDIAN_MEM_ADDR_/*',
			'folder/',
			'.',
			'x'.repeat(2000),
		];
		for (const name of names) {
			const folder = modelFolder(withTensor(name));
			const error = await refusal(folder);
			assert.equal(error.code, 'RA208', `${JSON.stringify(name)}: ${error.message}`);
			assert.match(error.message, /^Tensor 'w' asks for its weights from ".*", which is refused: .+\.$/);
			assert.equal(error.place!.file, join(folder, 'onnx', 'model.onnx'));
		}
	});

	it('is refused wherever the tensor stands', async () => {
		const bad = externalParts('w', '../secret');
		const places: Uint8Array[] = [
			field(15, sparseParts(bad, inlineParts('i'))),
			field(15, sparseParts(inlineParts('v'), bad)),
			field(1, nodeParts('c', 'Constant', attributeParts('value', field(5, bad)))),
			field(1, nodeParts('i', 'If', attributeParts('then_branch', field(6, graphParts(field(15, sparseParts(inlineParts('v'), bad))))))),
		];
		for (const place of places) assert.equal((await refusal(modelFolder(model(graphParts(place))))).code, 'RA208');
		assert.equal(
			(
				await refusal(
					modelFolder(model(graphParts(), field(25, field(7, nodeParts('c', 'Constant', attributeParts('value', field(5, bad))))))),
				)
			).code,
			'RA208',
		);
	});

	it('may lie in a folder below, and may be a link within', async () => {
		const folder = modelFolder(withTensor('./weights/a.bin'));
		write(folder, 'onnx/weights/b.bin', sixteen);
		symlinkSync('b.bin', join(folder, 'onnx', 'weights', 'a.bin'));
		const { externalData } = await checkModelFolder(folder);
		assert.equal(externalData[0]!.realPath, join(folder, 'onnx', 'weights', 'b.bin'));
	});

	it('is refused when missing or no plain file', async () => {
		const missing = await refusal(modelFolder(withTensor('w.bin')));
		assert.equal(missing.code, 'RA209');
		const folder = modelFolder(withTensor('w.bin'));
		mkdirSync(join(folder, 'onnx', 'w.bin'));
		assert.equal((await refusal(folder)).code, 'RA204');
	});

	it('is refused when a link leads elsewhere, of the file or of a folder on the way', async () => {
		const elsewhere = emptyFolder();
		write(elsewhere, 'w.bin', sixteen);
		const file = modelFolder(withTensor('w.bin'));
		symlinkSync(join(elsewhere, 'w.bin'), join(file, 'onnx', 'w.bin'));
		assert.equal((await refusal(file)).code, 'RA211');
		const folder = modelFolder(withTensor('weights/w.bin'));
		symlinkSync(elsewhere, join(folder, 'onnx', 'weights'));
		assert.equal((await refusal(folder)).code, 'RA211');
		// Up one folder is outside as well: the runtime refuses it, and so must the check.
		const up = modelFolder(withTensor('w.bin'));
		write(up, 'w.bin', sixteen);
		symlinkSync('../w.bin', join(up, 'onnx', 'w.bin'));
		assert.equal((await refusal(up)).code, 'RA211');
	});

	it('is refused when a hard link has a name elsewhere, and accepted when all are in the folder', async () => {
		const elsewhere = emptyFolder();
		const secret = write(elsewhere, 'secret', sixteen);
		const folder = modelFolder(withTensor('w.bin'));
		linkSync(secret, join(folder, 'onnx', 'w.bin'));
		const error = await refusal(folder);
		assert.equal(error.code, 'RA211');
		assert.match(error.message, /2 names \(hard links\)/);
		rmSync(secret);
		linkSync(join(folder, 'onnx', 'w.bin'), join(folder, 'onnx', 'same.bin'));
		await checkModelFolder(folder);
	});

	it('must hold every tensor that is said to lie in it', async () => {
		const cases: [Uint8Array[], RegExp][] = [
			[[entry('offset', '8')], /to byte 24, and the file ends at 16/],
			[[entry('offset', '-4')], /not a number of bytes/],
			[[entry('offset', '0x10')], /not a number of bytes/],
			[[entry('offset', '99999999999999999999')], /not a number of bytes/],
			[[entry('length', '8')], /given as 8 bytes, and its shape takes 16/],
			[[entry('offset', '0'), entry('length', '')], /not a number of bytes/],
		];
		for (const [more, message] of cases) {
			const folder = modelFolder(withTensor('w.bin', ...more));
			write(folder, 'onnx/w.bin', sixteen);
			const error = await refusal(folder);
			assert.equal(error.code, 'RA210');
			assert.match(error.message, message);
			assert.match(error.message, /^Tensor 'w' in "w\.bin"/);
		}
		const real = modelFolder();
		truncateSync(join(real, 'onnx', 'model.onnx.data'), 60_000);
		assert.equal((await refusal(real)).code, 'RA210');
	});
});
