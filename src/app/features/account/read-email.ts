import { z } from 'zod';

const Claims = z.object({ email: z.email() });

/**
 * The e-mail that a credential of Google names, to fill in a form with. Nothing is proven by it: only the server looks
 * at its signature.
 *
 * @returns Empty where it names none.
 */
export function readEmail(credential: string): string {
  try {
    const payload = (credential.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    return Claims.parse(JSON.parse(new TextDecoder().decode(bytes))).email;
  } catch {
    return '';
  }
}
