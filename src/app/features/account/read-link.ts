import type { AccountLink } from '../../state/account.ts';

const LINK = /^(owner|reset|verify|company)=(.+)$/;
/** More is no token of ours (contract/http/accounts.ts). */
const TOKEN_MAX_LENGTH = 200;
/** What a provider of identities sends back is longer (contract/http/accounts.ts). */
const ANSWER_MAX_LENGTH = 8_000;

/**
 * The link that the page was opened by, null for any other address.
 *
 * @param fragment Part of the address after `#`: `reset=…`.
 * @param query Part of it after `?`: `invitation_token=…` (S1 2.3).
 */
export function readLink(fragment: string, query: string): AccountLink | null {
  const [, kind, said] = LINK.exec(fragment) ?? [];
  const secret =
    said === undefined ? null : decode(said, kind === 'company' ? ANSWER_MAX_LENGTH : TOKEN_MAX_LENGTH);
  if (secret !== null) return { kind: kind as AccountLink['kind'], token: secret };
  const invitation = new URLSearchParams(query).get('invitation_token');
  return invitation && invitation.length <= TOKEN_MAX_LENGTH
    ? { kind: 'invitation', token: invitation }
    : null;
}

function decode(text: string, maxLength: number): string | null {
  try {
    const token = decodeURIComponent(text);
    return token.length <= maxLength ? token : null;
  } catch {
    return null;
  }
}
