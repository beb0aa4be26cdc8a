export const profileSuffix = '.assay-profile.json';

/** File name of a profile: what it is called, without what file systems mind. */
export function profileFileName(name: string): string {
	const stem = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[.-]+|[.-]+$/g, '').slice(0, 80);
	return `${stem === '' ? 'profile' : stem}${profileSuffix}`;
}

/** A file's path or name, made one of a profile: a dialog lets a person write what they like. */
export function asProfileFile(file: string): string {
	return file.endsWith(profileSuffix) ? file : `${file.replace(/(\.assay-profile)?(\.json)?$/i, '')}${profileSuffix}`;
}
