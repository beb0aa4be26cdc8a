/** How amounts of bytes are said, for clients that show them. */
export { bytesInWords } from '../formats/bytes-in-words.ts';
