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

/**
 * The other pieces when the `index`-th will never be put back, because what it held is in the file by other means: those that were taken out before it stand where
 * they would had it never been there. `at: null`: one that stood within it has no place any more.
 */
export function piecesDropping<P extends Piece>(pieces: readonly P[], index: number): { readonly piece: P; readonly at: number | null }[] {
	const { at: first, length } = pieces[index]!;
	let place = first;
	const earlier = pieces.slice(0, index).toReversed();
	const moved = earlier.map((piece) => {
		if (place >= piece.at) place += piece.length;
		if (place >= piece.at) return { piece, at: piece.at };
		return { piece, at: piece.at < place + length ? null : piece.at - length };
	});
	return [...moved.toReversed(), ...pieces.slice(index + 1).map((piece) => ({ piece, at: piece.at }))];
}
