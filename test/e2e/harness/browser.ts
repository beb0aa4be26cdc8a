import { chromium, type Browser } from 'playwright-core';
import { installation } from './installation.ts';
import { ownFolder } from './own-folder.ts';

/** A headless Chromium that can reach nothing but this machine. */
export function startBrowser(): Promise<Browser> {
	// Its profile lies there.
	ownFolder();
	return chromium.launch({
		executablePath: installation().chromium,
		// A signal ends this process, as it would without a browser; the browser ends after it.
		handleSIGHUP: false,
		handleSIGINT: false,
		handleSIGTERM: false,
		args: [
			'--no-sandbox', // needed as root; it opens pages of 127.0.0.1 only
			'--disable-gpu',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			// Grayscale smoothing, so that screenshots look the same on every screen.
			'--disable-lcd-text',
		],
	});
}
