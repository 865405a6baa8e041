/**
 * How an order is put into words for a kind of model: all that `writeInstruction` says, the description of `writeDescription`, or the
 * person's own prompt and nothing else.
 */
export const TOLD_WAYS = ['instruction', 'description', 'prompt'] as const;
export type ToldWay = (typeof TOLD_WAYS)[number];
