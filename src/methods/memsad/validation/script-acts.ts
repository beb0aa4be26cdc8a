import type { PatternMatch, RuleName } from './pattern-match.ts';

/*
 * What a script of a skill does that no honest one needs: it reads secrets and sends something away, opens a shell to somebody else, runs what was
 * encoded or fetched, does away with a home folder. Python, JavaScript, shell and PowerShell are read by their calls, and not parsed: an act over several
 * files, or behind names that are put together while it runs, is not seen.
 */

/** Calls that send a body to somebody else. */
const sends =
	/\.(?:post|put|patch)\s*\(|(?<![.\w])(?:post|put|urlopen|fetch)\s*\(|\b(?:requests|httpx|axios|got)\.request\s*\(|\burllib\.request\.(?:urlopen|Request)\s*\(|\bhttp\.client\.HTTPS?Connection\s*\(|\bhttps?\.request\s*\(|\bsendBeacon\s*\(|\bsmtplib\.|\bftplib\.|\bsocket\.create_connection\s*\(|\.connect\s*\(\s*\(|\bcurl\b[^\n]{0,200}?\s(?:-d|--data\S{0,20}|-F|--form|-T|--upload-file|--json|-X ?(?:POST|PUT))(?![\w-])|\bwget\b[^\n]{0,200}?(?:--post|\$\()|\b(?:scp|rsync|sftp)\s[^\n]{0,120}?[\w.-]+:|\b(?:nc|ncat|netcat)\s+(?!-z)\S|\/dev\/tcp\/|\bInvoke-(?:RestMethod|WebRequest)\b[^\n]{0,200}?-Method\s+['"]?(?:Post|Put)|\.Upload(?:String|Data|File)\s*\(/giu;
/** An address that is not of this machine. */
const elsewhere =
	/(?:https?|ftp):\/\/(?!(?:localhost|127\.|0\.0\.0\.0|\[::1\]))[\w${]|\bsmtplib\.|\bftplib\.|\/dev\/tcp\/(?!localhost|127\.)|\.connect\s*\(\s*\(\s*['"](?!localhost|127\.)|\b(?:nc|ncat|netcat)\s+(?!-)[\w.-]+\s+\d|\b(?:scp|rsync|sftp)\s[^\n]{0,120}?[\w.-]+:/iu;

/** Places in which people and programs keep what opens doors. */
const secretFiles =
	/(?<![\w.]|(?:-i|IdentityFile|key_filename)[ =]{0,3}['"]?[\w~${}./-]{0,40})(?:\.ssh(?:\/|\\\\|['"]\s*[,/)]\s*['"]?)(?:id_\w+(?!\.pub|\w)|\*|authorized_keys)?(?!\w|\.pub|config|known_hosts)|id_(?:rsa|ed25519|ecdsa)\b(?!\.pub)|\.aws(?:\/|\\\\|['"]\s*[,/]\s*['"])credentials|(?<=\b(?:tar|zip|cp|rsync|scp)\b[^\n|]{0,60}\/)\.ssh(?=['"\s])|\.netrc\b|\.git-credentials\b|\.docker\/config\.json|\.kube\/config|\.gnupg\b|\.config\/gcloud|\.bash_history\b|\.zsh_history\b|\/etc\/shadow\b|Login Data\b|cookies\.sqlite\b|key4\.db\b|logins\.json\b|wallet\.dat\b|find-generic-password|login\.keychain)/gu;
/** The whole environment as a value that may be sent; what a program is started with (`env=os.environ.copy()`) is none. */
const wholeEnvironment =
	/\bjson\.dumps\s*\(\s*(?:dict\s*\(\s*)?os\.environ(?!\s*(?:\.get|\[))|\bstr\s*\(\s*(?:dict\s*\(\s*)?os\.environ\s*\)|\burlencode\s*\(\s*(?:dict\s*\(\s*)?os\.environ(?!\s*(?:\.get|\[))|\b(?:json|data|params|body|files|content)\s*=\s*[^\n]{0,80}?\bos\.environ(?!\s*(?:\.get|\[))|\bJSON\.stringify\s*\(\s*\{?[^)\n]{0,60}?\bprocess\.env\b(?!\s*[.[])|`\s*(?:env|printenv)\s*`|\bENV\.to_h\b|\$\(\s*(?:env|printenv)\s*(?:\||\))|(?:^|[;&|]\s*)(?:env|printenv)\s*\|(?!\s*(?:grep|sort|less|head|awk|sed))|\bGet-ChildItem\s+env:/gimu;
const environmentInto =
	/\b(\w{1,40})\s*=\s*(?:dict\s*\(\s*os\.environ\s*\)|os\.environ\.copy\s*\(\s*\)|\{\s*\.\.\.process\.env\s*\}|process\.env(?=\s*[;\n]))/gu;
/** A list of what secrets are called, which a script that goes through the whole environment looks for. */
const secretNames = /(?:['"](?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|AUTH|PRIVATE|API)S?['"]\s*,?\s*){3,}/gu;
const searchesEnvironment =
	/\bos\.environ(?:\.items\s*\(\s*\)|\.keys\s*\(\s*\)|\s*:)|\bin\s+os\.environ\b|\bObject\.(?:entries|keys)\s*\(\s*process\.env\s*\)/u;

const environmentFile = /['"/]\.env(?:\.\w{1,20})?['"]/u;
/** The text of a file as a value. */
const contentInto = /\b(\w{1,40})\s*=\s*[^\n=]{0,80}?(?:\.read(?:_text|lines)?\s*\(\s*\)|\breadFileSync\s*\()/gu;
const readsFiles = /\.read(?:_text|_bytes|lines)?\s*\(|\breadFile(?:Sync)?\s*\(|\bcat\s|\bcp\s|\btar\s|\bGet-Content\b|\bshutil\.copy/u;

const decodes = String.raw`(?:b64decode|decode64|decode_base64|base64_decode|b32decode|b85decode|decodebytes|fromhex|unhexlify|marshal\.loads|zlib\.decompress|codecs\.decode\s*\([^)\n]{0,80}rot|\batob\s*\(|Buffer\.from\s*\([^)\n]{0,200}['"](?:base64|hex)['"]|FromBase64String)`;
const runs = String.raw`(?:(?<![.\w])(?:exec|eval|compile|Function)|(?<![.\w])(?:child_process\.)?(?:execSync|spawnSync)|\bos\.(?:system|popen)|\bvm\.runIn\w{4,20})\s*\(`;
const fetches = String.raw`(?:requests\.get\s*\(|httpx\.get\s*\(|\burlopen\s*\(|\burllib\.request\.urlopen\s*\(|\bawait\s+fetch\s*\(|\baxios\.get\s*\(|DownloadString\s*\()`;

interface ActRule {
	readonly name: RuleName;
	readonly severity: 'error' | 'warning';
	readonly description: string;
	readonly pattern: RegExp;
	/** What else the script has to do. */
	readonly with?: readonly RegExp[];
}

const shellToOthers = 'opens a shell to another machine';
const runsDecoded = 'runs code that is written in a way nobody can read';
const runsFetched = 'runs code that it fetches from an address';
const destroys = 'deletes everything of a user or a disk';

const rules: readonly ActRule[] = [
	{
		name: 'execute',
		severity: 'error',
		description: shellToOthers,
		// Waiting for a port of one's own looks much the same.
		pattern: /(?:\b(?:ba|z|k)?sh\s+-i\b[^\n]{0,60}?|>&\s*)\/dev\/tcp\/(?!localhost|127\.)[^\s'"`;|&]{1,100}\/[\w${}]{1,20}/gu,
	},
	{
		name: 'execute',
		severity: 'error',
		description: shellToOthers,
		pattern:
			/\b(?:nc|ncat|netcat)\b[^\n|;&]{0,80}\s-\w{0,4}[ec]\s+\S{0,10}(?:sh|cmd|powershell)\b|\b(?:ba|z)?sh\s+-i\b[^\n]{0,40}\|\s*(?:nc|ncat|netcat)\b|\bsocat\b[^\n]{0,120}\bEXEC:|\bexec\s+\d{1,2}<>\s*\/dev\/tcp\/(?!localhost|127\.)[^\n]{0,80}\|\s*(?:ba|z)?sh\b|\bmkfifo\b[^\n]{0,120}\|[^\n]{0,60}\b(?:nc|ncat|netcat|telnet)\b/giu,
	},
	{
		name: 'execute',
		severity: 'error',
		description: shellToOthers,
		pattern: /\bos\.dup2\s*\(|\bpty\.spawn\s*\(|\bsubprocess\.\w{2,12}\s*\(\s*\[\s*['"](?:\/bin\/)?(?:ba|z)?sh['"]\s*,\s*['"]-i['"]/gu,
		with: [/\bsocket\.socket\s*\(|\.connect\s*\(\s*\(/u],
	},
	{
		name: 'execute',
		severity: 'error',
		description: 'runs the commands that another machine sends',
		pattern: /\.recv(?:from)?\s*\(/gu,
		with: [
			/\bsocket\.socket\s*\(/u,
			/\bsubprocess\.\w|\bos\.(?:system|popen)\s*\(|\bexec\s*\(|\beval\s*\(/u,
			/\.connect\s*\(\s*\(\s*(?!['"](?:localhost|127\.))/u,
		],
	},
	{
		name: 'execute',
		severity: 'error',
		description: shellToOthers,
		pattern: /\bnet['"]?\)?\.(?:connect|createConnection|Socket)\s*\(|\bnew\s+net\.Socket\s*\(/gu,
		with: [
			/\bchild_process\b/u,
			/\.pipe\s*\([^)\n]{0,40}(?:stdin|socket|client|sh|sock)\b|\.(?:stdout|stderr)\.pipe\s*\(/u,
			/['"](?:\/bin\/)?(?:ba|z)?sh['"]|cmd\.exe|powershell/u,
		],
	},
	{
		name: 'execute',
		severity: 'error',
		description: shellToOthers,
		pattern: /\bNet\.Sockets\.TCPClient\b/giu,
		with: [/\b(?:iex|Invoke-Expression)\b/iu],
	},
	{ name: 'execute', severity: 'error', description: runsDecoded, pattern: new RegExp(`${runs}[^;)]{0,120}?${decodes}`, 'gu') },
	{
		name: 'execute',
		severity: 'error',
		description: runsDecoded,
		pattern:
			/\beval\s+["']?\$\([^)\n]{0,160}?\bbase64\s+(?:-d|-D|--decode)|\bbase64\s+(?:-d|-D|--decode)\b[^\n;&]{0,80}?\|\s*(?:sudo\s+)?(?:ba|z|da|k)?sh\b|\bpowershell(?:\.exe)?\b[^\n]{0,80}?\s-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{24,}/giu,
	},
	{
		name: 'execute',
		severity: 'error',
		description: runsFetched,
		pattern: new RegExp(
			String.raw`(?:(?<![.\w])(?:exec|eval|compile|Function)|\bvm\.runIn\w{4,20})\s*\([^;)]{0,80}?${fetches}|\b(?:iex|Invoke-Expression)\b[^\n;]{0,60}?(?:DownloadString|\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b)|\b(?:irm|iwr|Invoke-WebRequest|Invoke-RestMethod)\b[^\n|]{0,200}\|\s*(?:iex|Invoke-Expression)\b|\beval\s+["']?\$\(\s*(?:curl|wget)\b`,
			'giu',
		),
	},
	{
		name: 'execute',
		severity: 'error',
		description: 'mines cryptocurrency',
		pattern: /\bstratum\+(?:tcp|ssl):\/\/|\b(?:xmrig|minerd|cpuminer)\s+-/giu,
	},
	{
		name: 'destroy',
		severity: 'error',
		description: destroys,
		pattern:
			/(?<!\b(?:never|not|avoid|n't)\b[^\n]{0,40})\brm\s+(?:-\w{0,6}r\w{0,6}f\w{0,6}|-\w{0,6}f\w{0,6}r\w{0,6}|-r\s+-f|-f\s+-r|--recursive\s+--force|--force\s+--recursive)\s+(?:--no-preserve-root\s+)?["']?(?:\/\*?|~\/?\*?|\$\{?HOME(?::\?)?\}?\/?[*.]?)["']?(?=\s|$|[;&|)'"])|\bfind\s+(?:~|\$HOME|\/)\s+[^\n]{0,40}-delete\b|\brm(?:Sync|dirSync)?\s*\(\s*os\.homedir\s*\(\s*\)\s*[,)]|\bRemove-Item\b[^\n]{0,60}-Recurse[^\n]{0,40}?\s(?:\$HOME|~)(?=\s|$)|\bshutil\.rmtree\s*\(\s*(?:os\.path\.expanduser\s*\(\s*['"]~\/?['"]\s*\)|(?:pathlib\.)?Path\.home\s*\(\s*\)|['"]\/['"])\s*[,)]|\bmkfs\.\w{2,6}\s+\/dev\/|\bdd\b[^\n]{0,80}\bof=\/dev\/(?:sd|nvme|disk|hd)|:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/gimu,
	},
	{
		name: 'persist',
		severity: 'warning',
		description: 'has itself started again later, or lets somebody in',
		pattern:
			/\|\s*crontab\s+-(?=\s|$)|['"][^'"\n]{0,40}\.(?:bashrc|zshrc|bash_profile|profile)['"]\s*\)?\s*,\s*['"]a|>>\s*\/etc\/crontab|['"]\/etc\/(?:crontab|cron\.\w{1,8}\/[\w.-]{1,40})['"]\s*,\s*['"][aw]|>>\s*["']?(?:~|\$\{?HOME\}?)\/(?:\.ssh\/authorized_keys|\.bashrc|\.zshrc|\.profile|\.bash_profile)|\bschtasks\b[^\n]{0,40}\/create|\breg\s+add\b[^\n]{0,80}\\(?:Run|RunOnce)\b/giu,
	},
];

/**
 * Lines that say something and do nothing in each language. What other languages have for a comment is code in some: `// ; curl …` runs in a shell, and
 * a line of JavaScript may go on behind one.
 */
const comment = /^[ \t]*# [^\n]*/gmu;

/**
 * Returns what a script does that no honest one needs, each with its range in the script. `''` has none.
 * @param text a script as it stands
 */
export function scriptActs(text: string): PatternMatch[] {
	// As long as before, so that ranges stay.
	const code = text.replaceAll(comment, (line) => ' '.repeat(line.length));
	const found = rules.flatMap(({ name, severity, description, pattern, with: others = [] }) =>
		others.every((other) => other.test(code))
			? Array.from(code.matchAll(pattern), (match) => asMatch(name, severity, description, match))
			: [],
	);
	return [...found, ...namedAndRun(code), ...sentSecrets(code)].toSorted((a, b) => a.start - b.start);
}

function asMatch(
	rule: RuleName,
	severity: 'error' | 'warning',
	description: string,
	{ 0: words, index: start }: RegExpExecArray,
): PatternMatch {
	return { rule, severity, start, end: start + words.length, description, disguise: null, decoded: null };
}

/** Code that is decoded or fetched into a variable, which is run then. */
function namedAndRun(code: string): PatternMatch[] {
	return [
		{ into: new RegExp(String.raw`\b(\w{1,40})(?:\s*:\s*\w{1,20})?\s*:?=\s*[^\n=]{0,120}?${decodes}`, 'gu'), description: runsDecoded },
		{ into: new RegExp(String.raw`\b(\w{1,40})(?:\s*:\s*\w{1,20})?\s*:?=\s*[^\n=]{0,60}?${fetches}`, 'gu'), description: runsFetched },
	].flatMap(({ into, description }) =>
		Array.from(code.matchAll(into)).flatMap(({ 1: name = '', index }) => {
			const run = new RegExp(
				String.raw`(?:(?<![.\w])(?:exec|eval|compile|Function|execSync)|\bos\.system)\s*\(\s*(?:base64\.b64decode\s*\(\s*)?${name}\b`,
				'gu',
			);
			run.lastIndex = index;
			const match = run.exec(code);
			return match === null ? [] : [asMatch('execute', 'error', description, match)];
		}),
	);
}

/** Secrets that a script reads: an error if it sends something to another machine. */
function sentSecrets(code: string): PatternMatch[] {
	const sending = elsewhere.test(code) ? Array.from(code.matchAll(sends), ({ index }) => index) : [];
	if (sending.length === 0)
		return readsFiles.test(code)
			? Array.from(code.matchAll(secretFiles), (match) => asMatch('credentials', 'warning', 'reads secrets of the user', match))
			: [];
	const read = [
		...code.matchAll(secretFiles),
		...code.matchAll(wholeEnvironment),
		...(searchesEnvironment.test(code) ? code.matchAll(secretNames) : []),
		...Array.from(code.matchAll(environmentInto)).filter(({ 1: name = '' }) => isSent(code, name, sending)),
		...(environmentFile.test(code)
			? Array.from(code.matchAll(contentInto)).filter(({ 0: words, 1: name = '' }) => !isOfOtherFile(words) && isSent(code, name, sending))
			: []),
	];
	return read.map((match) => asMatch('credentials', 'error', 'reads secrets, and sends something to another machine', match));
}

/** Whether words name a file that is not the one of the environment. */
function isOfOtherFile(words: string): boolean {
	return !words.includes('.env') && /['"][\w./-]{1,60}\.\w{1,8}['"]/u.test(words);
}

const sentReach = 400;

/** Whether a variable stands in what a call sends. */
function isSent(code: string, name: string, sending: readonly number[]): boolean {
	const used = new RegExp(String.raw`(?<![\w.])${name}(?![\w(=]|\s*=[^=])`, 'u');
	return sending.some((at) => used.test(code.slice(at, at + sentReach)));
}
