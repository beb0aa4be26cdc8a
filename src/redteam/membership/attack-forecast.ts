/** What is known of an attack's answers. */
interface AttackPace {
	left: number;
	timed: number;
	/** That the timed ones have taken, together. */
	seconds: number;
}

/** How long attacks still take: of each, the answers that are left, times how long its answers have taken so far. */
export class AttackForecast {
	readonly #paces: AttackPace[];
	readonly #parallel: number;

	/**
	 * @param answers that each attack takes
	 * @param parallel how many are asked for at the same time
	 */
	constructor(answers: readonly number[], parallel: number) {
		this.#paces = answers.map((left) => ({ left, timed: 0, seconds: 0 }));
		this.#parallel = parallel;
	}

	/** Hears how long some answers of an attack have taken. `null`: they are not asked for. */
	took(attack: number, answers: number, seconds: number | null): void {
		const pace = this.#paces[attack]!;
		pace.left -= answers;
		if (seconds === null) return;
		pace.timed += answers;
		pace.seconds += seconds;
	}

	/** Gives seconds; `null` while an attack with answers left has none that was timed. */
	secondsLeft(): number | null {
		let sum = 0;
		for (const { left, timed, seconds } of this.#paces) {
			if (left > 0 && timed === 0) return null;
			if (left > 0) sum += (left * seconds) / timed;
		}
		return sum / this.#parallel;
	}
}
