import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Frame } from 'playwright-core';
import { calibrationWorkspace, sets } from './calibration-workspace.ts';
import { session, type Session } from './session.ts';
import { until } from '../../support/until.ts';
import { webview } from './webview.ts';
import type { Theme } from './workbench.ts';

const themes: readonly (readonly [Theme, string])[] = [
	['Light Modern', 'light'],
	['Dark Modern', 'dark'],
];

/** The calibration panel in a VS Code with data sets to calibrate on: what a person does there, and reads. */
export class CalibrationPanel {
	readonly session: Session;

	constructor(opened: Session) {
		this.session = opened;
	}

	/** The panel's page, which is another one after each hiding and showing. */
	frame(): Promise<Frame> {
		return webview(this.session.vs.page, '#panel #data');
	}

	/** What stands somewhere on the page; nothing where that is not there. */
	async words(selector: string): Promise<string> {
		return (await this.frame())
			.locator(selector)
			.innerText()
			.catch(() => '');
	}

	async press(id: string): Promise<void> {
		await (await this.frame()).locator(`#${id}`).click();
	}

	/** Of the chosen detector. */
	async threshold(): Promise<number> {
		return Number(await (await this.frame()).locator('#score-chart').getAttribute('aria-valuenow'));
	}

	/** Chooses a detector by its method's title. */
	async choose(title: RegExp): Promise<void> {
		await (await this.frame()).locator('#detectors .link').filter({ hasText: title }).first().click();
	}

	/** How many rows the table of detectors has: none before something is found, or while there is no page. */
	async detectors(): Promise<number> {
		return (await this.frame())
			.locator('#detectors tbody tr')
			.count()
			.catch(() => 0);
	}

	/** Pictures of the panel's beginning, or of what has the id `at`, in light and dark. */
	async pictures(name: string, at?: string): Promise<void> {
		const { vs } = this.session;
		for (const [theme, short] of themes) {
			await vs.theme(theme);
			const frame = await this.frame();
			await frame.evaluate(at === undefined ? 'window.scrollTo(0, 0)' : `document.getElementById(${JSON.stringify(at)}).scrollIntoView()`);
			await vs.page.waitForTimeout(300);
			await vs.screenshot(`calibration-${name}-${short}`);
		}
	}

	/** Opens the panel on all data sets of the workspace, as the explorer's command does, without a side bar beside it. */
	async openOnData(): Promise<void> {
		await this.session.server.host.run(
			async ({ vscode }, names) => {
				const root = vscode.workspace.workspaceFolders![0]!.uri;
				const uris = names.map((name) => vscode.Uri.joinPath(root, 'data', name));
				await vscode.commands.executeCommand('workbench.action.closeSidebar');
				await vscode.commands.executeCommand('ragAssay.calibrate', uris[0], uris);
			},
			sets.map(({ name }) => name),
		);
		await until(
			() =>
				this.frame().then(
					() => true,
					() => false,
				),
			'the panel',
		);
		await until(async () => {
			const frame = await this.frame();
			return (
				(await frame.locator('#sources tbody tr').count()) === sets.length && (await frame.locator('#start:not([disabled])').count()) === 1
			);
		}, 'all data sets');
	}

	/** Writes an option, such as `option-draws`, as a person does. */
	async fill(id: string, value: string): Promise<void> {
		const input = (await this.frame()).locator(`#${id} input`);
		await input.fill(value);
		await input.press('Enter');
	}
}

/** Starts a VS Code with data sets before the tests of the suite it is called in; after them, its pages are to have kept their content security policy. */
export function calibrationPanel(): CalibrationPanel {
	const folder = calibrationWorkspace();
	const s = session({ workspace: folder, size: { width: 1400, height: 1100 } });
	const complaints: string[] = [];
	before(() => {
		s.vs.page.on('console', (message) => {
			if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
		});
	});
	after(() => {
		assert.deepEqual(complaints, []);
	});
	return new CalibrationPanel(s);
}
