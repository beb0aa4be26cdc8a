/** How the name of a profile ends, so that editors and people know it. */
export const profileEnd = '.assay-profile.json';

/** Whether an editor lists a file as a profile, by its path or name. */
export function isProfileFile(file: string): boolean {
	return file.endsWith(profileEnd) && !/(?:^|[\\/])\.assay-profile\.json$/.test(file);
}

/** File name of a profile: what it is called, without what file systems mind. */
export function profileFileName(name: string): string {
	const stem = name
		.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-')
		.replaceAll(/^[.-]+|[.-]+$/g, '')
		.slice(0, 80);
	return `${stem === '' ? 'profile' : stem}${profileEnd}`;
}

/** A file's path or name, made one of a profile: people write what they like. */
export function asProfileFile(file: string): string {
	if (isProfileFile(file)) return file;
	const stem = file.replace(/(\.assay-profile)?(\.json)?$/i, '');
	return `${/(?:^|[\\/])$/.test(stem) ? `${stem}profile` : stem}${profileEnd}`;
}
