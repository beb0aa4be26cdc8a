/** Parts of an address that choose what is read, in the order of the databases that know them. Others are the server's, and may be secrets. */
const knownOptions: ReadonlySet<string> = new Set(['table', 'text', 'id', 'embedding', 'tenant', 'database', 'vector']);

/** Returns whether a store is named by an address such as `postgres://…`, not by a path. A Windows drive has one letter, so `c://` is a path. */
export function isStoreAddress(target: string): boolean {
	return /^[a-z][a-z0-9+.-]+:\/\//i.test(target);
}

/**
 * Returns how a store is named to people and in records: a path as it is, an address without its user, its password, and the options that
 * only its server knows. Of an address that cannot be understood, only the scheme is left, because anything in it may be a password.
 */
export function shownStore(target: string): string {
	if (!isStoreAddress(target)) return target;
	const [scheme = '', rest = ''] = target.split(/:\/\/(.*)/s);
	const shownScheme = scheme.toLowerCase();
	const nothingElse = `${shownScheme}://…`;
	// With a scheme that no standard knows, the port stays.
	const plain = hidesPassword(rest) ? undefined : `rag-assay://${rest}`;
	if (plain === undefined || !URL.canParse(plain)) return nothingElse;
	const { host, pathname, searchParams } = new URL(plain);
	if (host === '') return nothingElse;
	const options = new URLSearchParams([...searchParams].filter(([name]) => knownOptions.has(name))).toString();
	return `${shownScheme}://${host}${pathname}${options === '' ? '' : `?${options}`}`;
}

/**
 * Returns whether an address, without its scheme, may have a part of its password where none belongs: a password with `/`, `?` or `#` ends
 * the host there, and the `@` behind it stands in the path.
 */
export function hidesPassword(rest: string): boolean {
	const behindHost = /[/?#].*/s.exec(rest)?.[0] ?? '';
	return behindHost.includes('@') || behindHost.includes('#');
}

/** An address with a user and a password, up to the last `@` of the word, or with a user. A file system may have merged its slashes. */
const withUser = /\b([a-z][a-z0-9+.-]+:\/{1,2})(?:[^\s/?#@:]*:\S*|[^\s/?#@]*)@/gi;

/** The same without a scheme, as in `user:password@host/db`. */
const withoutScheme =
	/(?<![\w@.:+-])(?!(?:mailto|npm|jsr|workspace|catalog|file|link):)[\w.+-]+:[^\s/@'"]+@(?=[a-z][\w.-]*(?::\d+)?(?:\/|['"\s,;.]|$))/gi;

/** An address with options. */
const withOptions = /\b([a-z][a-z0-9+.-]+:\/{1,2}[^\s?'"]*)\?([^\s'"]*)/gi;

/**
 * Returns a message without the users, the passwords and the servers' options of the addresses in it. It is for messages that repeat what a
 * person typed.
 */
export function withoutPasswords(message: string): string {
	return message
		.replaceAll(withUser, '$1')
		.replaceAll(withoutScheme, '')
		.replaceAll(withOptions, (_, address: string, options: string) => {
			const kept = options.split('&').filter((option) => knownOptions.has(option.replace(/=.*/s, '')));
			return kept.length === 0 ? address : `${address}?${kept.join('&')}`;
		});
}
