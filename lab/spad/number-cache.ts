import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatNumbers, readNumbers } from './kept-numbers.ts';
import type { LabeledResponse } from './labeled-response.ts';
import { measureResponse, type MeasuringModel, type ResponseNumbers } from './response-numbers.ts';

/** Least time between two reports of progress, in milliseconds. */
const betweenReports = 30_000;

/**
 * The numbers of all responses, by id: those that the file holds, and the others from the model, which are added to the file one by
 * one. A run that was interrupted goes on where it stopped.
 */
export async function cachedNumbers(
	file: string,
	responses: readonly Pick<LabeledResponse, 'id' | 'parts'>[],
	model: MeasuringModel,
	signal: AbortSignal,
	log: (message: string) => void,
): Promise<Map<string, ResponseNumbers>> {
	const numbers = await readKept(file);
	const missing = responses.filter(({ id }) => !numbers.has(id));
	if (missing.length === 0) return numbers;
	await mkdir(dirname(file), { recursive: true });
	const stream = createWriteStream(file, { flags: 'a' });
	let said = performance.now();
	for (const [i, { id, parts }] of missing.entries()) {
		// oxlint-disable-next-line no-await-in-loop -- the model does one thing at a time
		const own = await measureResponse(model, parts, signal);
		numbers.set(id, own);
		stream.write(`${formatNumbers(id, own)}\n`);
		if (performance.now() - said < betweenReports) continue;
		said = performance.now();
		log(`${i + 1} of ${missing.length} responses attributed`);
	}
	stream.end();
	await finished(stream);
	return numbers;
}

async function readKept(file: string): Promise<Map<string, ResponseNumbers>> {
	if ((await stat(file).catch(() => undefined)) === undefined) return new Map();
	const text = await readFile(file, 'utf8');
	// A line without an end is what an interrupted run left.
	const whole = text.slice(0, text.lastIndexOf('\n') + 1);
	if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
	return new Map(
		whole
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => {
				const { id, numbers } = readNumbers(line);
				return [id, numbers];
			}),
	);
}
