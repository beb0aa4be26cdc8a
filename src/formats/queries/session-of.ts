/** What tools call the conversation that a record belongs to, the narrowest first; a user is the last resort. */
const members = [
	'session',
	'session_id',
	'sessionId',
	'thread_id',
	'threadId',
	'conversation_id',
	'conversationId',
	'user',
	'user_id',
	'userId',
] as const;

/** Session of an object's own members, else its user; `null`: it names neither. */
export function sessionIn(object: Readonly<Record<string, unknown>>): string | null {
	for (const name of members) {
		const value = object[name];
		if (typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')) return String(value);
	}
	return null;
}

/** The same of a record that may keep it in its metadata. */
export function sessionOf(record: Readonly<Record<string, unknown>>): string | null {
	const { metadata } = record;
	return (
		sessionIn(record) ?? (typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata) ? sessionIn({ ...metadata }) : null)
	);
}
