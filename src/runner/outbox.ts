import type { z } from 'zod';
import type { NotificationKind, Params } from '../protocol/message.ts';
import { tell, type Sender } from '../protocol/typed-connection.ts';

/** Sends notifications that nobody waits for. One that cannot be sent has lost its reader: the runner is about to end. */
export class Outbox {
	readonly #connection: Pick<Sender, 'sendNotification'>;
	readonly #onLost: (message: string) => void;

	constructor(connection: Pick<Sender, 'sendNotification'>, onLost: (message: string) => void) {
		this.#connection = connection;
		this.#onLost = onLost;
	}

	tell<P extends z.ZodType>(kind: NotificationKind<P>, params: Params<NotificationKind<P>>): void {
		tell(this.#connection, kind, params).catch((error: unknown) => this.#onLost(`${kind.method} was not sent: ${String(error)}`));
	}
}
