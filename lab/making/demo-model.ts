import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerSettings } from '../../src/protocol/requests.ts';
import { ModelService, type OpenedModel } from '../../src/runner/models/model-service.ts';
import { packagePaths } from '../../src/runner/context/package-paths.ts';
import { RunnerContext } from '../../src/runner/context/runner-context.ts';

/** What ships. */
export const demoFolder = fileURLToPath(new URL('../../models/demo', import.meta.url));
/** What is kept between steps; not in the repository. */
export const workFolder = fileURLToPath(new URL('training/work', import.meta.url));

export interface Wished {
	/** Folder of a model; absent: the one that ships. */
	readonly model?: string | undefined;
	/** A profile's file; absent: the one that ships, if it fits. */
	readonly profile?: string | undefined;
}

/** Runs a model as the product does, on the CPU and with an empty cache. */
export async function withModel<T>({ model, profile }: Wished, use: (opened: OpenedModel) => Promise<T>): Promise<T> {
	const work = await mkdtemp(join(tmpdir(), 'demo-model-'));
	const settings = runnerSettings.parse({
		device: 'cpu',
		cacheDirectory: work,
		...(model === undefined ? {} : { model }),
		...(profile === undefined ? {} : { profile }),
	});
	const context = new RunnerContext(settings, {
		paths: packagePaths(fileURLToPath(new URL('../../src/runner/context/package-paths.ts', import.meta.url))),
		log: { error: say, warn: say, info: () => {}, debug: () => {} },
	});
	const service = new ModelService(context, { rank: () => 0, onState: () => {} });
	try {
		return await use(await service.open('demo', new AbortController().signal));
	} finally {
		service.unload();
		await rm(work, { recursive: true });
	}
}

export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
