import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { underUsualNames } from '../../../src/lm/genai-config.ts';
import { loadModelConfig } from '../../../src/lm/model-config.ts';
import { plainFile } from '../../../src/lm/safety/plain-file.ts';
import { ownFixtures } from './attribution/fixture-attribution.ts';

const read = async (fixture: string, name: string) => {
	const config = await plainFile(join(ownFixtures, fixture, name), 2 ** 20);
	assert.ok(config !== undefined);
	return loadModelConfig({ config, generationConfig: undefined });
};

describe("a builder's genai_config.json", () => {
	test('says what config.json says, of every fixture that has both', async () => {
		for (const fixture of ['gemma2-genai-window', 'gptoss-genai', 'phi-genai-parallel', 'qwen2-genai-int4-shared']) {
			assert.deepEqual(await read(fixture, 'genai_config.json'), await read(fixture, 'config.json'), fixture);
		}
	});

	test('names the layers with a window', () => {
		const parsed: unknown = JSON.parse(readFileSync(join(ownFixtures, 'gptoss-genai', 'genai_config.json'), 'utf8'));
		const { sliding_window: window, layer_types: types } = underUsualNames(parsed) as Record<string, unknown>;
		assert.deepEqual([window, types], [9, ['sliding_attention', 'full_attention']]);
	});

	test('is not what another file is', () => {
		for (const other of [{ vocab_size: 7 }, { model: {} }, { model: { decoder: { hidden_size: 'wide' } } }, null, 3])
			assert.equal(underUsualNames(other), other);
	});
});
