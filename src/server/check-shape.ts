import type { z } from 'zod';
import { AppError } from '../contract/failure.ts';

/** A refusal that names one field. */
export function invalidRequest(field: string, problem: string): AppError {
  return new AppError({ code: 'invalid-request', fields: { [field]: problem } });
}

/**
 * A value of a body that the route's own schema could not check.
 *
 * @param prefix Name of the field the value stands in; empty for the body itself.
 * @throws AppError `invalid-request` naming each field once.
 */
export function checkShape<Shape extends z.ZodType>(
  shape: Shape,
  value: unknown,
  prefix = '',
): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    fields[[prefix, ...issue.path.map(String)].filter(Boolean).join('.') || 'body'] ??= issue.message;
  }
  throw new AppError({ code: 'invalid-request', fields });
}
