import { errorNumbers } from '../../error-numbers.ts';
import { UserError } from '../../errors.ts';
import { hidesPassword, shownStore } from '../../wording/store-names.ts';

/** Where a person says that a server's memory is. Its user and password are handed to the server, and said nowhere. */
export interface StoreAddress {
	/** The address without user, password and options of the server. */
	readonly name: string;
	readonly url: URL;
	readonly user: string | null;
	readonly password: string | null;
	/** Parts of its path. */
	readonly path: readonly string[];
	/** What is asked for behind `?`, of the options that the store knows. */
	readonly options: Readonly<Record<string, string>>;
	/** The others, which are the server's. */
	readonly others: URLSearchParams;
}

/**
 * Reads an address such as `chroma+http://host:8000/collection?text=data`; `null`: it has none of these schemes.
 * @throws {UserError} RA347 where it has one and cannot be understood; the message repeats no word of it but the scheme.
 */
export function storeAddress(
	target: string,
	{
		schemes,
		options: known,
		example,
	}: { readonly schemes: readonly string[]; readonly options: readonly string[]; readonly example: string },
): StoreAddress | null {
	const scheme = schemes.find((one) => target.toLowerCase().startsWith(`${one}://`));
	if (scheme === undefined) return null;
	// Of a scheme that nobody knows: of one that is known, a port that is its usual one is dropped.
	const plain = parsed(`rag-assay${target.slice(scheme.length)}`);
	const path = plain?.pathname
		.split('/')
		.filter((part) => part !== '')
		.map(decoded);
	const [user, password] = [decoded(plain?.username ?? ''), decoded(plain?.password ?? '')];
	if (
		plain === null ||
		plain.hostname === '' ||
		hidesPassword(target.slice(scheme.length + 3)) ||
		path === undefined ||
		!path.every((part) => part !== null) ||
		user === null ||
		password === null
	)
		throw new UserError(errorNumbers.invalidStoreAddress, `The address of a memory that begins with '${scheme}://' cannot be understood.`, {
			hint: `Expected such as '${example}'; write %40 for @, %2F for /, %3A for :, %3F for ? and %23 for # in user, password and names.`,
		});
	const options: Record<string, string> = {};
	const others = new URLSearchParams();
	for (const [name, value] of plain.searchParams)
		if (known.includes(name)) options[name] = value;
		else others.append(name, value);
	return {
		name: shownStore(target),
		url: plain,
		user: user === '' ? null : user,
		password: password === '' ? null : password,
		path,
		options,
		others,
	};
}

/** The error of an address with an option that its store does not know, or without one that it needs. */
export function invalidAddress(name: string, why: string, example: string): UserError {
	return new UserError(errorNumbers.invalidStoreAddress, `The address '${name}' cannot be used: ${why}.`, {
		hint: `Expected such as '${example}'.`,
	});
}

/** `URL.parse`, which Node 20 lacks. */
function parsed(address: string): URL | null {
	return URL.canParse(address) ? new URL(address) : null;
}

/** `null`: a % that stands for nothing. */
function decoded(part: string): string | null {
	try {
		return decodeURIComponent(part);
	} catch (error) {
		if (error instanceof URIError) return null;
		throw error;
	}
}
