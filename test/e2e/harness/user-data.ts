import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './installation.ts';

/**
 * A VS Code's folders of its own, below `directory`, with these user settings. In the browser our settings of the machine count
 * where VS Code keeps the remote machine's: of the user's own it has them only until it knows their scope, a moment after its start.
 */
export function prepareUserData(directory: string, settings: Readonly<Record<string, unknown>>): { userData: string; extensions: string } {
	const userData = join(directory, 'user-data');
	const extensions = join(directory, 'extensions');
	for (const folder of ['User', 'Machine']) mkdirSync(join(userData, folder), { recursive: true });
	mkdirSync(extensions);
	const write = (folder: string, some: Readonly<Record<string, unknown>>): void => {
		writeFileSync(join(userData, folder, 'settings.json'), JSON.stringify(some, null, '\t'));
	};
	write('User', settings);
	write('Machine', ofTheMachine(settings));
	return { userData, extensions };
}

/** Those that belong to the machine, by the manifest. */
function ofTheMachine(settings: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
	const {
		contributes: { configuration },
	} = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
		contributes: { configuration: Configuration | Configuration[] };
	};
	const machine = new Set(
		[configuration].flat().flatMap(({ properties }) =>
			Object.entries(properties)
				.filter(([, { scope }]) => scope?.startsWith('machine'))
				.map(([key]) => key),
		),
	);
	return Object.fromEntries(Object.entries(settings).filter(([key]) => machine.has(key)));
}

interface Configuration {
	readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
}
