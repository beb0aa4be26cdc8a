/** What the progress of a job over files says of the trace that is read: what that takes, where it takes a while. */
export class ReadingWords {
	#needs: string | undefined;

	/** Another trace: nothing is known of it. */
	begin(): void {
		this.#needs = undefined;
	}

	/** As `WorkNeeds` tells. What goes on after something long is told at once: many short ones would be noise. */
	hear(needs: string, long: boolean): void {
		if (long || this.#needs !== undefined) this.#needs = needs;
	}

	/** What it takes comes first: a terminal cuts a long path. */
	of(path: string): string {
		return this.#needs === undefined ? `Analyzing ${path}` : `${this.#needs}: ${path}`;
	}
}
