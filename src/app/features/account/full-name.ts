import type { UserBody } from '../../../contract/http/accounts.ts';

/** Full name, else the user name, else the catalogue's word for a user (A10). */
export function fullName(user: UserBody | null, defaultName: string): string {
  if (user === null) return defaultName;
  return `${user.first_name} ${user.last_name}`.trim() || user.username || defaultName;
}
