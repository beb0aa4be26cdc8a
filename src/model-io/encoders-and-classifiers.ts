import * as z from 'zod';
import { uint32, type Handed } from './schema.ts';

/** Numbers in single precision. */
const float32 = z.custom<Float32Array>((value) => value instanceof Float32Array, 'expected a Float32Array');

/** What an encoder is, by what decides its vectors. */
const encoderDescription = z.object({
	/** A folder's own name, or the id of a repository. */
	name: z.string(),
	/** Of its weights, its tokenizer, its pooling and its prompts. */
	sha256: z.string(),
	device: z.string(),
	dtype: z.string(),
	dimensions: z.number().int().positive(),
	/** Tokens of a text that are read; `null`: all. */
	maxTokens: z.number().int().positive().nullable(),
	/** Whether its folder says nothing of pooling, so that the mean of the tokens was taken. */
	assumesMean: z.boolean(),
});
export type EncoderDescription = Handed<typeof encoderDescription>;

/** Vectors of texts, and the encoder that made them. */
export const embeddedTexts = z.object({
	encoder: encoderDescription,
	/** `[texts, dimensions]`, row by row, each of length 1. */
	rows: float32,
	/** Numbers of the texts of which the end was not read. */
	cut: uint32('T'),
});
export type EmbeddedTexts = z.infer<typeof embeddedTexts>;

/** What a token classifier calls a part of a text: UTF-16 offsets `[start, end)`, its label without marks of begin and end, and the mean probability of that. */
const labeledSpan = z.object({
	start: z.number().int().nonnegative(),
	end: z.number().int().positive(),
	label: z.string(),
	score: z.number(),
});
export type LabeledSpan = Handed<typeof labeledSpan>;

/** What a token classifier finds in several texts. */
export const tokenClassification = z.object({
	/** Of the model's folder. */
	name: z.string(),
	/** Of its files, as `contentHash` has it. */
	sha256: z.string(),
	/** All that it may call a part, each once. */
	labels: z.array(z.string()),
	/** For each text, in order and none overlapping another. */
	texts: z.array(z.array(labeledSpan)),
});
export type TokenClassification = Handed<typeof tokenClassification>;
