import { mayBeOurs } from '../editors.ts';
import type { Command } from './command.ts';

/** Opens the token inspector beside the editor, then goes into it and back; without a trace it says what to do. */
export const openTokenInspector: Command = async ({ active: { editor }, inspector }) => {
	await inspector.show(editor !== undefined && mayBeOurs(editor.document) ? editor : undefined);
};
