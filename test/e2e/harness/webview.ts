import type { Frame, Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** The document inside a webview: the frame that has the selector. It is another one after each hiding and showing. */
export function webview(page: Page, selector: string): Promise<Frame> {
	return until(
		async () => {
			for (const frame of page.frames()) {
				if (!frame.url().includes('/webview/') && frame.parentFrame() === null) continue;
				// A frame may go while it is asked.
				if (
					(await frame
						.locator(selector)
						.count()
						.catch(() => 0)) > 0
				)
					return frame;
			}
			return undefined;
		},
		() =>
			`a webview with ${selector}; the frames: ${page
				.frames()
				.map((frame) => frame.url())
				.join(' ')}`,
	);
}
