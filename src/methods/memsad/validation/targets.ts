import type { PatternSeverity, RuleName } from './pattern-match.ts';

/** Where data may leave: found in the text as it stands, case and signs kept. */
export interface TargetMatch {
	readonly name: RuleName;
	readonly severity: PatternSeverity;
	readonly start: number;
	readonly end: number;
	readonly description: string;
}

/** What a placeholder is called that stands for what an agent knows, not for what a program's own address takes. */
const dataName =
	'(?:(?:user|chat|all|full|entire|last|your|the|my|session|base64|encoded|urlencoded|previous|stolen|secret|sensitive|private)[_ -]?)*(?:data|messages?|conversations?|history|contents?|contexts?|secrets?|passwords?|passwd|pwd|credentials?|creds|cookies?|prompts?|responses?|answers?|summary|summaries|transcripts?|chat|memory|memories|payload|body|output|input|emails?|env|ssn|card|api[_ -]?keys?|private[_ -]?keys?|access[_ -]?tokens?|info|information|text|document|file[_ -]?contents?|system[_ -]?prompt|query|queries|question)';
const placeholder = String.raw`(?:\$?\{\{? ?${dataName}[^{}]{0,40}\}?\}|\$\(?[A-Za-z_][\w ./-]{0,40}\)?|<${dataName}[^<>]{0,40}>|\[${dataName}[^[\]]{0,40}\]|%7B${dataName}%7D|%s|\{${dataName}\}|(?:INSERT|YOUR|THE|USER|STOLEN|EXFIL)_[A-Z_]{3,30})`;
const url = String.raw`(?:https?|wss?|ftp):\/\/[^\s"'<>()\[\]{}?#]{1,300}`;
/** What a parameter is called that carries data off; `q` and `query` belong to every search. */
const carrier = String.raw`[?&;](?:data|d|c|content|text|msg|message|m|leak|exfil|info|secret|token|key|pw|pass|password|cookie|conv|conversation|history|chat|ctx|context|payload|body|dump|log|b64|base64|creds?|credentials?|prompt|summary|user|email|q|query|input|output|answer|response)=`;

const badge =
	/^https?:\/\/(?:img\.shields\.io|badge\.fury\.io|codecov\.io|github\.com|(?:[\w-]+\.)?githubusercontent\.com|travis-ci\.(?:org|com)|circleci\.com|badgen\.net|(?:www\.)?gravatar\.com|snyk\.io|app\.netlify\.com|api\.star-history\.com|contrib\.rocks|opencollective\.com|sonarcloud\.io|readthedocs\.org|deepwiki\.com)\//iu;

interface TargetRule {
	readonly name: RuleName;
	readonly severity: PatternSeverity;
	/** What every match has: texts without it are passed over. */
	readonly needs: RegExp;
	readonly pattern: RegExp;
	readonly description: string;
	readonly unless?: (match: string) => boolean;
	/** What is said, and flags nothing. */
	readonly isCommon?: (match: string) => boolean;
}

const rules: readonly TargetRule[] = [
	{
		name: 'image-with-parameters',
		needs: /!\[|<img/iu,
		severity: 'error',
		description: 'shows an image whose address carries data off as soon as it is drawn',
		pattern: new RegExp(
			String.raw`!\[[^\]\n]{0,200}\]\(\s{0,4}<?${url}[^\s)]{0,300}?(?:${placeholder}|[?&][\w-]{1,30}=(?:\.\.\.|…|[A-Za-z0-9+/_%=-]{24,}))[^)\n]{0,200}\)|<img\b[^>]{0,200}?\bsrc\s?=\s?["']?${url}[^\s"'>]{0,200}?(?:${placeholder}|[?&][\w-]{1,30}=(?:\.\.\.|…|[A-Za-z0-9+/_%=-]{24,}))[^>]{0,200}>`,
			'giu',
		),
		unless: (match) => isBadge(match),
	},
	{
		name: 'image-with-parameters',
		needs: /!\[|<img/iu,
		severity: 'warning',
		description: 'shows an image whose address has parameters that could carry data off',
		pattern: new RegExp(
			String.raw`!\[[^\]\n]{0,200}\]\(\s{0,4}<?${url}${carrier}[^)\n]{0,300}\)|<img\b[^>]{0,200}?\bsrc\s?=\s?["']?${url}${carrier}[^>]{0,300}>`,
			'giu',
		),
		unless: (match) => isBadge(match),
	},
	{
		name: 'exfiltration-url',
		needs: /:\/\//u,
		severity: 'error',
		description: 'has an address with a place for data of the conversation in it',
		pattern: new RegExp(String.raw`${url}(?:[^\s"'<>()[\]{}]{0,200}?[?&;#][^\s"'<>()[\]{}$]{0,200}?=|\/)(?:${placeholder})`, 'giu'),
		unless: (match) => isOwnTemplate(match),
	},
	{
		name: 'exfiltration-url',
		needs: /\w\.\w/u,
		severity: 'warning',
		description: 'names a place that collects what is sent to it',
		pattern:
			/(?<![\w.-])(?:https?:\/\/)?(?:[\w-]{1,63}\.){0,4}(?:webhook\.site|requestbin\.(?:com|net)|pipedream\.net|hookbin\.com|beeceptor\.com|interact\.sh|oast(?:ify)?\.(?:com|fun|live|me|online|pro|site)|burpcollaborator\.net|ngrok(?:-free)?\.(?:io|app|dev)|requestcatcher\.com|canarytokens\.(?:com|org)|dnslog\.cn|ceye\.io|transfer\.sh|file\.io|0x0\.st|termbin\.com|pastebin\.com\/api|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|trycloudflare\.com|serveo\.net|loca\.lt)(?![\w-])(?:\/[^\s"'<>)\]]{0,200})?/giu,
	},
	{
		name: 'piped-command',
		needs: /curl|wget|iwr|irm|iex|invoke-|fetch/iu,
		severity: 'warning',
		description: 'runs what it fetches from an address without a look at it',
		isCommon: (match) => isInstaller(match),
		pattern:
			/(?<![\w-])(?:(?:curl|wget|iwr|invoke-webrequest|irm|invoke-restmethod|fetch)\b[^\n|;&]{0,300}\|\s{0,4}(?:sudo\s+(?:-\w+\s+){0,3})?(?:ba|z|da|k|fi)?(?:sh|bash|python[\d.]*|perl|ruby|node|php|iex|invoke-expression|tee\s+\/etc)\b|(?:ba|z)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b[^\n]{0,300}|(?:eval|source|python[\d.]* -c)\s+["']?(?:<\(|\$\(|`)\s{0,4}(?:curl|wget)\b[^\n]{0,300}|(?:iex|invoke-expression)\b[^\n]{0,40}(?:iwr|irm|downloadstring|invoke-webrequest|invoke-restmethod)[^\n]{0,300})/giu,
	},
	{
		name: 'upload-command',
		needs: /curl|wget|nc\b|ncat|netcat|socat|openssl|scp|rsync|\/dev\/tcp/iu,
		severity: 'error',
		description: 'sends a file, a variable or the output of a command to an address',
		pattern:
			/(?<![\w-])(?:curl\b[^\n|;&]{0,200}?\s(?:(?:-d|--data(?:-binary|-raw|-urlencode)?|-F|--form|-T|--upload-file)[ =]?\s{0,2}["']?(?:[\w-]{1,30}=)?(?:@(?:~|\/|\.env|\.ssh|\.aws|\$|-|[\w./-]{0,60}(?:secret|credential|passw|\.env|id_rsa|\.pem|\.key|token|history|cookies))[^\s"']{0,120}|\$\([^\n)]{1,120}\)|`[^`\n]{1,120}`|\$\{?(?:[A-Z_]{0,30}(?:KEY|TOKEN|SECRET|PASS(?:WORD)?|CREDENTIALS?)[A-Z_]{0,20})\}?))[^\n]{0,200}|wget\b[^\n|;&]{0,200}?--post-(?:data|file)[ =][^\n]{1,200}|(?:cat|env|printenv|tar|base64|history|type|echo|sqlite3|pg_dump|mysqldump)\b[^\n|;&]{0,120}\|\s{0,4}(?:[^\n|;&]{1,60}\|\s{0,4})?(?:curl|wget|nc|ncat|netcat|socat|openssl s_client)\b[^\n]{1,200}|(?:nc|ncat|netcat)\s+(?:-\w+\s+){0,4}[\w.-]{3,100}\s+\d{2,5}\s{0,2}<\s{0,2}\S{1,100}|(?:scp|rsync)\s+(?:-\w+\s+){0,4}(?:\/etc\/|\/root\/|[\w~/.-]{0,60}(?:\.ssh|\.aws|\.gnupg|\.env|\.kube|id_rsa|credentials))[^\s]{0,100}\s+[\w.-]{1,60}@[\w.-]{1,100}:[^\s]{0,100}|(?:bash|sh)\s+-i\s+>&\s{0,2}\/dev\/tcp\/[^\n]{1,100})/giu,
	},
];

/** @param text as it stands */
export function targetMatches(text: string): TargetMatch[] {
	return rules.flatMap(({ name, severity, needs, pattern, description, unless, isCommon }) =>
		!needs.test(text)
			? []
			: Array.from(text.matchAll(pattern))
					.filter(([match]) => unless?.(match) !== true)
					.map(({ 0: match, index: start }) => ({
						name,
						severity: isCommon?.(match) === true ? 'info' : severity,
						start,
						end: start + match.length,
						description,
					})),
	);
}

/** An installer of a known toolchain or package manager, from its own host; `raw.githubusercontent.com` serves what anybody wrote. */
const installer =
	/^https:\/\/(?:sh\.rustup\.rs|bun\.(?:sh|com)|deno\.land|astral\.sh|get\.(?:docker\.com|pnpm\.io|volta\.sh|k3s\.io)|install\.python-poetry\.org|deb\.nodesource\.com|rpm\.nodesource\.com|raw\.githubusercontent\.com\/(?:nvm-sh\/nvm|Homebrew\/install|helm\/helm)|nixos\.org|starship\.rs|mise\.run)(?=[/\s"'|)]|$)/u;

/** Whether all that a command fetches is such an installer. */
function isInstaller(match: string): boolean {
	const addresses = match.match(/[a-z][a-z\d+.-]*:\/\/[^\s"'`|)]+/giu) ?? [];
	const others = match.replaceAll(/[a-z][a-z\d+.-]*:\/\/[^\s"'`|)]+/giu, '');
	return (
		addresses.length > 0 &&
		addresses.every((address) => installer.test(address) && !/[?&#@$]/u.test(address)) &&
		!/[a-z-]\.[a-z]|\d\.\d+\.\d/iu.test(others)
	);
}

function isBadge(match: string): boolean {
	const address = /https?:\/\/[^\s"')>]+/iu.exec(match)?.[0] ?? '';
	return badge.test(address) && !new RegExp(placeholder, 'iu').test(address);
}

/** `https://api.example.com/search?q={query}` and `/files/{file}`: a search's own words, or a path of a documented interface. */
function isOwnTemplate(match: string): boolean {
	return (
		/[?&](?:q|query|search|term|keywords?|text|input|question)=[$<[{]{1,3} ?(?:query|input|text|question)[>\]}]{0,2}$|^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0|host\.docker\.internal)(?::\d+)?\/|\/\/(?:[\w.-]+@)?(?:localhost|db|postgres|redis)\b/iu.test(
			match,
		) ||
		(/\/[$<[{]{1,3} ?[\w -]+[>\]}]{0,2}$/u.test(match) &&
			!/[?&#]/u.test(match) &&
			!/\{?(?:conversation|history|secret|password|credential|cookie|prompt|transcript|memor|chat|system|api[_ -]?key|private|stolen)/iu.test(
				match,
			)) ||
		/\$(?:\(?(?:HOST|PORT|VERSION|TAG|BRANCH|USER|REPO|ARCH|OS|PROJECT|REGION|ENV|NAME|ID|COMMIT|SHA|RELEASE|DOMAIN|PLATFORM|uname)\b)/u.test(
			match,
		)
	);
}
