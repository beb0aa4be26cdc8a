/** Something that was taken out of a file: where it stood just before, and how long it is, bytes. */
export interface Piece {
	readonly at: number;
	readonly length: number;
}

/**
 * Where the `index`-th of pieces that were taken out one after the other belongs in the file as it is now; `null`: within a later one, which has to be put
 * back first.
 */
export function placeNow(pieces: readonly Piece[], index: number): number | null {
	let place = pieces[index]!.at;
	for (const { at, length } of pieces.slice(index + 1)) {
		if (place > at && place < at + length) return null;
		if (place > at) place -= length;
	}
	return place;
}

/** The other pieces after the `index`-th is back: those that were taken out behind it, later, stood that much further on. */
export function piecesWithout<P extends Piece>(pieces: readonly P[], index: number): P[] {
	const { at: first, length: gained } = pieces[index]!;
	let place = first;
	return pieces.flatMap((piece, i) => {
		if (i === index) return [];
		if (i < index) return [piece];
		// What was taken out at the very place stood behind it: what stood before it ends there.
		const moved = piece.at >= place ? { ...piece, at: piece.at + gained } : piece;
		if (place > piece.at) place -= piece.length;
		return [moved];
	});
}
