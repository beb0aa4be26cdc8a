import * as z from 'zod';
import { errorNumbers } from '../error-numbers.ts';
import { analysisMethodNames, analysisMethods, type NeededReading } from '../formats/analysis-methods.ts';
import { dynamicQuantization, readingDifference } from '../model-io/requests.ts';
import type { RunningProgram } from '../running-program.ts';
import { durationInWords } from '../wording/numbers.ts';
import type { ModelState } from './requests.ts';
import { request } from './rpc.ts';

/** Errors that another model mends. */
export const modelFaults: ReadonlySet<string> = new Set([
	errorNumbers.noModelFolder,
	errorNumbers.invalidModelId,
	errorNumbers.modelNotInStore,
]);

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
const machineReport = deviceReport.extend({ program: runningProgram });
export type MachineReport = z.infer<typeof machineReport>;
export const GetDeviceReport = request('ragAssay/deviceReport', z.null(), machineReport);

/** What `device install` does about one package of the package index. */
const installedPackage = z.object({
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

/** What a model folder can be used for, and where its graph and `config.json` disagree. */
export const modelInspection = z.object({
	name: z.string(),
	dtype: z.string(),
	/** The model file, and its size with its weights. */
	file: z.string(),
	bytes: z.number(),
	/** Model files of the folder by dtype, with the bytes of their weights. */
	weights: z.array(z.object({ dtype: z.string(), file: z.string(), bytes: z.number() })),
	/** What an ordinary trace needs, and one that fills the context window: estimates. `null` where the model cannot be scored. */
	needs: z
		.array(
			z.object({
				/** Of the trace, and of the response in it. */
				tokens: z.number().int(),
				responseTokens: z.number().int(),
				/** Of the model process in all, from above; `null` where sources cannot be attributed. */
				scoringBytes: z.number(),
				attributionBytes: z.number().nullable(),
				/** Of reading it with and without contexts on the CPU, from a short run; `null` where each text is read at once. */
				seconds: z.number().nullable(),
			}),
		)
		.nullable(),
	/** The decoder in the graph; `null` where it is not understood. */
	structure: z
		.object({
			layers: z.number().int(),
			hidden: z.number().int(),
			vocabulary: z.number().int(),
			nodes: z.number().int(),
			/** Layers whose attention reads the same state as another branch: the feed-forward block, or one without attention. */
			parallelLayers: z.number().int(),
			/** Layers, from 0, in which a branch without attention looks at other tokens: its share counts as `ffn`. */
			mixingLayers: z.array(z.number().int()),
		})
		.nullable(),
	methods: z.array(
		z.object({
			method: z.enum(analysisMethodNames),
			supported: z.boolean(),
			/** Why, in one sentence: for an unsupported graph the node, and what was expected there. */
			reason: z.string(),
		}),
	),
	/** Largest deviations that the numeric self-check found, by what was compared (`null`: no number; absent: it was not needed, or there is no cache); `null` where it was not made. */
	check: z.record(z.string(), z.number().nullable()).nullable(),
	/** How far readings are apart at once and token by token, on a fixed text, where numbers depend on the pieces in which a text is fed; `null` where they do not, or nothing can be scored. */
	readings: readingDifference.nullable(),
	/** Of a form that was quantized dynamically; `null` of others. */
	dynamicQuantization: dynamicQuantization.nullable(),
	/** What of its graph would run on the CPU on WebGPU, one sentence. */
	webgpu: z.string(),
	/** How far each layer's rows look back; empty where the graph is not understood. */
	windows: z.array(
		z.object({
			layer: z.number().int(),
			sees: z.enum(['window', 'all', 'unknown']),
			/** Keys that a row sees, its own included, in a sliding window; of `all`, how many were tried, `null` where the operator has no window; `null` of `unknown`. */
			keys: z.number().int().nullable(),
		}),
	),
	/** Where the graph and `config.json` disagree, one sentence each: the graph is what runs. */
	contradictions: z.array(z.string()),
	/** What `config.json` says and could not be held against the graph, one sentence each. */
	notCompared: z.array(z.string()),
});
export type ModelInspection = z.infer<typeof modelInspection>;
/** Of the model of the settings; it is loaded for this, beside the one that is in use. */
export const InspectModel = request('ragAssay/inspectModel', z.null(), modelInspection);

type Support = Pick<ModelInspection['methods'][number], 'supported' | 'reason'>;

/** What a model can be used for, from what it can be asked: a method needs all of its readings, and the last says most of it. */
export function methodSupport(of: Readonly<Record<NeededReading, Support>>): ModelInspection['methods'] {
	return analysisMethods.map(({ name, readings }) => {
		const { supported, reason } = of[readings.find((one) => !of[one].supported) ?? readings.at(-1) ?? 'score'];
		return { method: name, supported, reason };
	});
}

/** Which program runs the runner and its model process, in one line. */
export function programName({ path, node, electron }: RunningProgram): string {
	return electron === null ? `Node.js ${node} at ${path}` : `the editor's own binary (Electron ${electron}, Node.js ${node}) at ${path}`;
}

/** What running on the editor's binary means and what to do about it; `null` for a plain Node, about which there is nothing to say. */
export function programMeaning({ electron }: RunningProgram): string | null {
	return electron === null
		? null
		: 'It ends when a model asks for 1 GiB of memory or more in one block, so larger models are refused. ' +
				'Install Node.js 20 or newer from https://nodejs.org and restart the runner; if it is not found, name it in the setting ragAssay.runner.execPath.';
}

/** That nothing is heard of the model process, and what comes of it, in two sentences. */
export function silenceInWords({ seconds, doing, endsAfter }: NonNullable<ModelState['silence']>): string {
	return `No sign of life for ${durationInWords(seconds)} while ${doing}. Cancel (Ctrl-C in a terminal) stops it; after ${durationInWords(endsAfter)} it is ended.`;
}
