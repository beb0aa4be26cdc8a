import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where a platform keeps what a program must not lose, a user's own: XDG, macOS's Application Support, Windows' roaming application data. */
export function defaultDataDirectory(
	platform: NodeJS.Platform = process.platform,
	env: NodeJS.ProcessEnv = process.env,
	home: string = homedir(),
): string {
	if (platform === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'rag-assay');
	if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'rag-assay');
	return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'rag-assay');
}
