import { isAbsolute, join, relative, sep } from 'node:path';

/** Returns the path that a setting names. A relative path counts from the workspace's first folder, so that a team can commit it. */
export function workspacePath(setting: string, folder: string | undefined): string {
	return isAbsolute(setting) || folder === undefined ? setting : join(folder, setting);
}

/** What to write into the setting for a file: relative, with forward slashes, where it lies in the workspace's first folder. */
export function profileSettingOf(file: string, folder: string | undefined): string {
	if (folder === undefined) return file;
	const path = relative(folder, file);
	return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
}
