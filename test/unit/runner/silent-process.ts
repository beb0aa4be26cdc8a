/** A program that starts, says nothing, and ends with its parent. */
process.on('disconnect', () => process.exit());
