/**
 * Writes `src/lm/devices/cuda/cuda-packages.ts`: what `rag-assay device install cuda` fetches, by size and SHA-256. Downloads the archives
 * (1.2 GB) to a folder, which may be named and is then kept: `npx node scripts/pin-cuda.ts [FOLDER]`. The package index is the one that
 * pip is configured for, else the public one; its hashes are compared with what comes. To be run for a new version of onnxruntime-node, after the versions
 * below: ONNX Runtime's own, and the CUDA that `build_and_package_info.py` in its wheel names.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPromise } from 'yauzl';
import * as z from 'zod';
import { packageIndex } from '../src/lm/devices/cuda/package-index.ts';
import type { PinnedMember, PinnedPackage, PinnedRuntime } from '../src/lm/devices/cuda/pinned-package.ts';
import { download } from '../src/lm/store/download.ts';
import { hubRequest } from '../src/lm/store/hub-request.ts';

interface Wanted extends Pick<PinnedPackage, 'name' | 'version' | 'brings' | 'needed' | 'anyOfMachine' | 'mustName'> {
	/** Which of the version's archives. */
	readonly archive: RegExp;
	/** Which of its members. */
	readonly members: RegExp;
}

const { version: runtime } = z
	.object({ version: z.string() })
	.parse(JSON.parse(readFileSync(new URL('../node_modules/onnxruntime-node/package.json', import.meta.url), 'utf8')));

/** CUDA 13.0 Update 2, with which ONNX Runtime 1.30 was built, and a cuDNN for it; any driver for CUDA 13 runs it. cuFFT is left out: ONNX Runtime loads it for Fourier transforms alone. */
const platform = { cuda: '13.0', driver: '580', platform: 'linux', arch: 'x64' } as const;
const linux = /x86_64\.whl$/;
const wanted: readonly Wanted[] = [
	{
		name: 'onnxruntime-gpu',
		version: runtime,
		brings: "ONNX Runtime's CUDA provider",
		archive: /-cp312-cp312-manylinux\w*_x86_64\.whl$/,
		members: /^onnxruntime\/(?:capi\/libonnxruntime_providers_(?:cuda|shared)\.so|LICENSE)$/,
		needed: ['libonnxruntime_providers_cuda.so', 'libonnxruntime_providers_shared.so'],
		anyOfMachine: false,
	},
	{
		name: 'nvidia-cuda-runtime',
		version: '13.0.96',
		brings: 'the CUDA 13 runtime',
		archive: linux,
		members: /\/libcudart\.so\.13$|License\.txt$/,
		needed: ['libcudart.so.13'],
		anyOfMachine: true,
	},
	{
		name: 'nvidia-cublas',
		version: '13.0.2.14',
		brings: 'cuBLAS 13',
		archive: linux,
		members: /\/libcublas(?:Lt)?\.so\.13$|License\.txt$/,
		needed: ['libcublas.so.13', 'libcublasLt.so.13'],
		anyOfMachine: true,
	},
	{
		name: 'nvidia-curand',
		version: '10.4.0.35',
		brings: 'cuRAND 10',
		archive: linux,
		members: /\/libcurand\.so\.10$|License\.txt$/,
		needed: ['libcurand.so.10'],
		anyOfMachine: true,
	},
	{
		name: 'nvidia-cuda-nvrtc',
		version: '13.0.88',
		brings: 'NVRTC 13',
		archive: linux,
		members: /\/libnvrtc(?:-builtins)?\.so\.13(?:\.0)?$|License\.txt$/,
		needed: ['libnvrtc.so.13'],
		anyOfMachine: true,
	},
	{
		name: 'nvidia-cudnn-cu13',
		version: '9.20.0.48',
		brings: 'cuDNN 9',
		archive: linux,
		members: /\/libcudnn\w*\.so\.9$|License\.txt$/,
		needed: ['libcudnn.so.9'],
		anyOfMachine: true,
		mustName: 'libcublasLt.so.13',
	},
];

const page = z.object({
	files: z.array(z.object({ filename: z.string(), url: z.string(), size: z.number(), hashes: z.object({ sha256: z.string() }) })),
});
const signal = new AbortController().signal;
const setting = "pip's index-url";

async function pinned({ name, version, archive, members, ...rest }: Wanted, index: URL, folder: string): Promise<PinnedPackage> {
	const response = await fetch(new URL(`${name}/`, index), { headers: { accept: 'application/vnd.pypi.simple.v1+json' } });
	const found = page
		.parse(await response.json())
		.files.filter(({ filename }) => filename.includes(`-${version}-`) && archive.test(filename));
	const [file] = found;
	if (file === undefined || found.length > 1) throw new Error(`${name} ${version}: ${found.length} archives fit`);
	const {
		filename,
		size,
		hashes: { sha256 },
	} = file;
	const path = join(folder, filename);
	if (!existsSync(path)) {
		console.error(`${filename}: ${Math.round(size / 1e6)} MB`);
		await download(
			{
				name: filename,
				pinned: { bytes: size, sha256 },
				check: setting,
				checkLarge: '',
				ask: async (headers) => hubRequest({ address: new URL(file.url, response.url), setting, token: undefined, headers, signal }),
				refusal: ({ response: { statusCode } }) => {
					throw new Error(`${filename}: ${statusCode}`);
				},
			},
			path,
			{ signal, limit: size, onProgress: () => undefined },
		);
	}
	return { name, version, ...rest, file: filename, bytes: size, sha256, members: await membersOf(path, name, members) };
}

async function membersOf(path: string, name: string, which: RegExp): Promise<PinnedMember[]> {
	const zip = await openPromise(path, { autoClose: false });
	const found: PinnedMember[] = [];
	for await (const entry of zip.eachEntry()) {
		if (!which.test(entry.fileName)) continue;
		const hash = createHash('sha256');
		for await (const chunk of await zip.openReadStreamPromise(entry)) hash.update(z.instanceof(Uint8Array).parse(chunk));
		const base = entry.fileName.split('/').at(-1)!;
		found.push({
			path: entry.fileName,
			name: /license/i.test(base) ? `LICENSE-${name}.txt` : base,
			bytes: entry.uncompressedSize,
			sha256: hash.digest('hex'),
		});
	}
	zip.close();
	return found.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A value as this project writes TypeScript. */
function source(value: unknown, indent: string): string {
	if (typeof value === 'string') return value.includes("'") ? JSON.stringify(value) : `'${value}'`;
	if (Array.isArray(value)) {
		if (value.every((one) => typeof one === 'string')) return `[${value.map((one) => source(one, '')).join(', ')}]`;
		return `[\n${value.map((one) => `${indent}\t${source(one, `${indent}\t`)},\n`).join('')}${indent}]`;
	}
	if (typeof value !== 'object' || value === null) return String(value);
	const entries = Object.entries(value).map(([key, one]) => `${key}: ${source(one, `${indent}\t`)}`);
	return entries.some((one) => one.includes('\n'))
		? `{\n${entries.map((one) => `${indent}\t${one},\n`).join('')}${indent}}`
		: `{ ${entries.join(', ')} }`;
}

const given = process.argv[2];
const folder = given ?? mkdtempSync(join(tmpdir(), 'rag-assay-cuda-'));
const index = await packageIndex(undefined);
const packages: PinnedPackage[] = [];
for (const one of wanted) packages.push(await pinned(one, index, folder));
const result: PinnedRuntime = { runtime, ...platform, packages };
writeFileSync(
	fileURLToPath(new URL('../src/lm/devices/cuda/cuda-packages.ts', import.meta.url)),
	`import type { PinnedRuntime } from './pinned-package.ts';

/** What CUDA needs beside the driver, as its makers publish it. Written by \`scripts/pin-cuda.ts\`. */
export const cudaPackages: PinnedRuntime = ${source(result, '')};
`,
);
if (given === undefined) rmSync(folder, { recursive: true });
console.log(`pinned: ${packages.length} packages, ${Math.round(packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6)} MB`);
