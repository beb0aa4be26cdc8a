import { mayBeOurs } from '../editors.ts';
import type { Command } from './command.ts';

/** Opens the token inspector beside the editor; without a trace it says what to do. */
export const openTokenInspector: Command = async ({ active: { editor }, inspector }) => {
	inspector.show(editor !== undefined && mayBeOurs(editor.document) ? editor : undefined);
};
