import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bytes, field, integer } from '../../support/protobuf-writer.ts';
import { repository } from './installation.ts';

interface Config {
	max_position_embeddings: number;
	rope_theta: number;
	head_dim: number;
}

/**
 * Copies the demo model with a context window of `positions` tokens: its rotary embedding (Su et al. 2021, RoFormer, eq. 34) is
 * computed for as many positions. Beyond the window it was trained on the model knows little, but it scores each token.
 */
export function writeLongWindowModel(folder: string, positions: number): void {
	cpSync(join(repository, 'models/demo'), folder, { recursive: true, filter: (path) => !path.endsWith('.assay-profile.json') });
	const configFile = join(folder, 'config.json');
	const config = JSON.parse(readFileSync(configFile, 'utf8')) as Config;
	writeFileSync(configFile, JSON.stringify({ ...config, max_position_embeddings: positions }));
	const modelFile = join(folder, 'onnx/model.onnx');
	const half = config.head_dim / 2;
	const angles = Float32Array.from(
		{ length: positions * half },
		(_, i) => Math.floor(i / half) * config.rope_theta ** (-(i % half) / half),
	);
	const caches = new Map([
		['cos_cache', angles.map(Math.cos)],
		['sin_cache', angles.map(Math.sin)],
	]);
	// onnx.proto: ModelProto.graph is field 7, GraphProto.initializer 5, TensorProto dims 1, data_type 2, name 8, raw_data 9.
	const model = fieldsOf(readFileSync(modelFile)).map(({ number, whole, payload }) =>
		number !== 7
			? whole
			: field(
					7,
					...fieldsOf(payload).map((part) => {
						const cache = part.number === 5 ? nameOf(part.payload) : '';
						const values = caches.get(cache);
						return values === undefined
							? part.whole
							: field(5, integer(1, positions), integer(1, half), integer(2, 1), field(8, cache), field(9, new Uint8Array(values.buffer)));
					}),
				),
	);
	writeFileSync(modelFile, bytes(...model));
}

interface Field {
	readonly number: number;
	readonly whole: Uint8Array;
	readonly payload: Uint8Array;
}

function nameOf(tensor: Uint8Array): string {
	return Buffer.from(fieldsOf(tensor).find(({ number }) => number === 8)?.payload ?? []).toString();
}

/** The fields of a protobuf message, in order; `payload` is empty for those that are not length-delimited. */
function fieldsOf(message: Uint8Array): Field[] {
	const fields: Field[] = [];
	let at = 0;
	const varint = (): number => {
		for (let value = 0, factor = 1; ; factor *= 128) {
			const byte = message[at++]!;
			value += (byte & 127) * factor;
			if (byte < 128) return value;
		}
	};
	while (at < message.length) {
		const start = at;
		const key = varint();
		const kind = key & 7;
		const length = kind === 2 ? varint() : kind === 5 ? 4 : kind === 1 ? 8 : 0;
		if (kind === 0) varint();
		const payload = message.subarray(at, at + length);
		at += length;
		fields.push({ number: key >>> 3, whole: message.subarray(start, at), payload: kind === 2 ? payload : new Uint8Array() });
	}
	return fields;
}
