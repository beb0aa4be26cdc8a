/** Why the model cannot be made, in words for whoever asked for it; shown without a stack. */
export class CannotGoOn extends Error {
	override readonly name = 'CannotGoOn';
}
