import { z } from 'zod';
import type { RunningProgram } from '../running-program.ts';
import { request } from './message.ts';

export const deviceReport = z.object({
	chosen: z.string(),
	candidates: z.array(
		z.object({
			device: z.string(),
			verdict: z.enum(['chosen', 'available', 'refused', 'not-tried']),
			reason: z.string(),
			/** Largest difference to CPU on the demo model, nats. */
			difference: z.number().nullable(),
			/** Whether `InstallDevice` brings what it lacks. */
			installable: z.boolean().optional(),
		}),
	),
});
export type DeviceReport = z.infer<typeof deviceReport>;
/** What the runner and its model process run on: a plain Node, or an editor's binary (`electron`: its version). */
export const runningProgram = z.object({
	path: z.string(),
	node: z.string(),
	electron: z.string().nullable(),
}) satisfies z.ZodType<RunningProgram>;
export const machineReport = deviceReport.extend({ program: runningProgram });
export type MachineReport = z.infer<typeof machineReport>;
export const GetDeviceReport = request('ragAssay/deviceReport', z.null(), machineReport);

/** What `device install` does about one package of the package index. */
export const installedPackage = z.object({
	name: z.string(),
	version: z.string(),
	/** What it brings, as people call it. */
	brings: z.string(),
	/** Its archive: the name, and what is expected of it. */
	file: z.string(),
	bytes: z.number(),
	sha256: z.string(),
	/** What its files take on disk. */
	unpackedBytes: z.number(),
	/** `there`: in the folder already; `machine`: the machine has its own, at `path`; `link`: so, and it is linked into the folder, because the system's loader would not find it. */
	state: z.enum(['there', 'machine', 'link', 'fetch']),
	path: z.string().nullable(),
});
export const deviceInstallation = z.object({
	device: z.literal('cuda'),
	/** Version of ONNX Runtime that it is for, and of CUDA. */
	runtime: z.string(),
	cuda: z.string(),
	folder: z.string(),
	/** Host of the package index. */
	host: z.string(),
	/** As planned; after an installation, what was done. */
	packages: z.array(installedPackage),
	/** Of what is to be fetched: to download, and then on disk. */
	bytes: z.number(),
	unpackedBytes: z.number(),
	/** What the device lacks: before the installation where nothing was to be done yet, else after it; `null`: nothing that can be told without starting it. */
	missing: z.string().nullable(),
	/** What of the driver is missing, which no installation brings: its card, or its library; `null`: nothing. */
	missingDriver: z.enum(['card', 'library']).nullable(),
});
export type DeviceInstallation = z.infer<typeof deviceInstallation>;
/**
 * Fetches what a device needs beside its driver; `announced: null`: reads what is installed and says what that would be. Progress by `Progress`. Refused offline (RA331), in a
 * workspace that is not trusted (RA332), and where the device cannot be (RA231). The model is unloaded, and loaded again when it is needed.
 */
export const InstallDevice = request(
	'ragAssay/installDevice',
	z.object({
		token: z.string(),
		device: z.literal('cuda'),
		/** Archives (`file` of the packages) that were said beforehand to be fetched; should another be needed, nothing is fetched (RA336). */
		announced: z.array(z.string()).nullable(),
		/** Address of the package index; absent: that of pip, else the public one. */
		index: z.string().optional(),
	}),
	deviceInstallation,
);
