import { createHash } from 'node:crypto';
import type { PinnedMember, PinnedPackage, PinnedRuntime } from '../../../../../src/lm/devices/cuda/pinned-package.ts';
import { zipFile, type ZipEntry } from './zip-file.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that do not compress: what is not random is not the size that it seems. */
export function noise(length: number, seed: number): Uint8Array {
	let state = seed;
	return Uint8Array.from({ length }, () => {
		state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
		return state >>> 16;
	});
}

export const provider = { name: 'libonnxruntime_providers_cuda.so', content: noise(40_000, 1) };
export const cublas = { name: 'libcublas.so.13', content: noise(60_000, 2) };
export const cublasLt = { name: 'libcublasLt.so.13', content: noise(9_000, 3) };

export const member = ({ name, content }: { name: string; content: Uint8Array }): PinnedMember => ({
	path: `pack/lib/${name}`,
	name,
	bytes: content.length,
	sha256: sha256(content),
});

/** An archive with these libraries, beside things that are not wanted. */
export const archiveOf = (libraries: readonly { name: string; content: Uint8Array }[], more: readonly ZipEntry[] = []): Uint8Array =>
	zipFile([
		{ name: 'pack/__init__.py', content: new TextEncoder().encode('print(1)') },
		...libraries.map(({ name, content }) => ({ name: `pack/lib/${name}`, content })),
		...more,
	]);

export function pinnedPackage(
	name: string,
	archive: Uint8Array,
	members: readonly PinnedMember[],
	more: Partial<PinnedPackage> = {},
): PinnedPackage {
	const file = `${name.replaceAll('-', '_')}-1.0-py3-none-any.whl`;
	return {
		name,
		version: '1.0',
		brings: name,
		file,
		bytes: archive.length,
		sha256: sha256(archive),
		members,
		needed: members.map((one) => one.name),
		anyOfMachine: true,
		...more,
	};
}

/** Two packages: the provider's, and one that a machine may have itself. */
export function fakeRuntime(archives = { ort: archiveOf([provider]), cublas: archiveOf([cublas, cublasLt]) }): {
	pinned: PinnedRuntime;
	files: Record<string, Uint8Array>;
} {
	const packages = [
		pinnedPackage('ort-gpu', archives.ort, [member(provider)], { anyOfMachine: false }),
		pinnedPackage('nv-cublas', archives.cublas, [member(cublas), member(cublasLt)]),
	];
	return {
		pinned: { runtime: '1.30.0', cuda: '13.0', driver: '580', platform: 'linux', arch: 'x64', packages },
		files: { [packages[0]!.file]: archives.ort, [packages[1]!.file]: archives.cublas },
	};
}
