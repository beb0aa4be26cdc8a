import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A VS Code's folders of its own, below `directory`, with these user settings. */
export function prepareUserData(directory: string, settings: Readonly<Record<string, unknown>>): { userData: string; extensions: string } {
	const userData = join(directory, 'user-data');
	const extensions = join(directory, 'extensions');
	mkdirSync(join(userData, 'User'), { recursive: true });
	mkdirSync(extensions);
	writeFileSync(join(userData, 'User/settings.json'), JSON.stringify(settings, null, '\t'));
	return { userData, extensions };
}
