import { randomBytes } from 'node:crypto';

export interface PageParts {
	/** Plain text; `script` and `style` are addresses that the webview can load. */
	readonly title: string;
	readonly script: string;
	readonly style: string;
	readonly nonce: string;
}

/** 128 random bits from the system's generator: one that could be guessed would be no protection. */
export function newNonce(): string {
	return randomBytes(16).toString('base64');
}

/**
 * The page of a panel: one script and one style sheet of ours, both by nonce, and nothing else, from nowhere. Pictures are not
 * loaded either; what the panel draws, it draws on a canvas. The library of our controls adopts its style sheets from its script,
 * which the policy allows.
 */
export function webviewPage({ title, script, style, nonce }: PageParts): string {
	const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'none'; base-uri 'none'`;
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" nonce="${nonce}" href="${escaped(style)}">
</head>
<body>
<main id="panel"></main>
<script nonce="${nonce}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
