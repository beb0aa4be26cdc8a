import type { DeviceInstallation } from '../../protocol/devices.ts';
import { bold, dim, paint, type ColourDepth } from './colour.ts';
import { oneLine } from './plain-text.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;

/** What `device install` is about to do, one package a line. */
export function installationText({ runtime, cuda, folder, packages }: DeviceInstallation, depth: ColourDepth): string {
	const what = { there: () => 'installed', machine: own, link: own, fetch: ({ bytes }: { bytes: number }) => megabytes(bytes) };
	const width = Math.max(...packages.map(({ name, version }) => name.length + version.length + 1));
	return [
		`${paint(depth, bold, `CUDA ${cuda} for ONNX Runtime ${runtime}`)}  ${paint(depth, dim, oneLine(folder))}`,
		...packages.map((one) => `  ${`${one.name} ${one.version}`.padEnd(width)}  ${what[one.state](one).padStart(9)}  ${one.brings}`),
	].join('\n');
}

function own({ path }: { path: string | null }): string {
	return `this machine's own: ${oneLine(path ?? '')}`;
}

/** What it weighs and where it comes from, in sentences. */
export function massText({ bytes, unpackedBytes, host }: DeviceInstallation): string {
	if (bytes === 0) return 'Nothing is left to download.';
	return `${megabytes(bytes)} to download from ${host}, and ${megabytes(unpackedBytes)} on disk. NVIDIA's libraries come under NVIDIA's license; the texts are kept beside them.`;
}
