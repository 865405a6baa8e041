import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../../contract/failure.ts';
import { speedUpNumberArrays } from './speed-up-number-arrays.ts';

/** An answer names this many fields, and this much of each. */
const NAMED_MAX = 10;
const NAME_MAX_LENGTH = 150;
const PROBLEM_MAX_LENGTH = 200;
/** Where somebody may have mistaken several fields: a value of at most this many fields and items is read to its end. */
const SMALL_FIELDS = 100;
/** What `z.validate` sets, which says only yes or no. */
const TO_FIRST_MISTAKE: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** A refusal that names one field. */
export function invalidRequest(field: string, problem: string): AppError {
  return new AppError({ code: 'invalid-request', fields: { [field]: problem } });
}

/**
 * A value from outside, in its shape. What is large is read up to its first mistake only, so that a value of nothing but
 * mistakes takes no longer than a good one.
 *
 * @param prefix Name of the field the value stands in; empty for the body itself.
 * @throws AppError `invalid-request` naming each field once, ten at most.
 */
export function checkShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  prefix = '',
): z.infer<Shape> {
  const parsed = shape.safeParse(value, TO_FIRST_MISTAKE);
  if (parsed.success) return parsed.data;
  const all = isSmall(value) ? (shape.safeParse(value).error ?? parsed.error) : parsed.error;
  const fields: Record<string, string> = {};
  for (const issue of all.issues) {
    const name = [prefix, ...issue.path.map(String)].filter(Boolean).join('.') || 'body';
    fields[name.slice(0, NAME_MAX_LENGTH)] ??= issue.message.slice(0, PROBLEM_MAX_LENGTH);
    if (Object.keys(fields).length === NAMED_MAX) break;
  }
  throw new AppError({ code: 'invalid-request', fields });
}

/** Checks bodies, queries and addresses of routes by their shapes. */
export const shapeCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  speedUpNumberArrays(schema);
  return (value: unknown) => {
    try {
      return { value: checkShape(schema, value) };
    } catch (error) {
      return { error: error as Error };
    }
  };
};

/** Whether a value of JSON has few fields and items, all levels together. */
function isSmall(value: unknown): boolean {
  const open = [value];
  for (let at = 0; at < open.length; at++) {
    const one = open[at];
    if (typeof one !== 'object' || one === null) continue;
    for (const key in one) {
      if (open.length > SMALL_FIELDS) return false;
      open.push((one as Record<string, unknown>)[key]);
    }
  }
  return true;
}
