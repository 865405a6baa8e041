import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../bundles-of.ts';
import { startChild } from '../child-process.ts';

/** A company's provider of identities in a process of its own, which is not ours (`oidc-provider`). */
export interface CompanyProcess {
  /** For OIDC_ISSUER. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What it says of whoever signs in there by this name; with full tokens `asked` is for its userinfo endpoint alone, and null: that fails. */
  setPerson(id: string, claims: Readonly<Record<string, unknown>>): Promise<void>;
  /** It takes calls of servers and answers none. */
  setSilent(isSilent: boolean): Promise<void>;
  stop(): Promise<void>;
}

const CLIENT_ID = 'vitrine';
const CLIENT_SECRET = 'a secret: of tests/+%';

/**
 * @param endsSessions False: nobody is signed out there by others. It sends browsers back to the first page of `redirectUri`.
 * @param hasFullTokens What it says of a person stands in the ID token as well.
 * @param at Its path, which its name ends with.
 */
export async function startCompanyProvider(
  redirectUri: string,
  endsSessions = true,
  hasFullTokens = false,
  at = '',
): Promise<CompanyProcess> {
  const file = join(ROOT, 'tests/support/company-provider/company-provider-process.mjs');
  const child = startChild(file, {
    REDIRECT_URI: redirectUri,
    CLIENT_ID,
    CLIENT_SECRET,
    ENDS_SESSIONS: String(endsSessions),
    FULL_TOKENS: String(hasFullTokens),
    AT: at,
  });
  const [, port, controlPort] = await child.line(/ready (\d+) (\d+)/);
  const tell = async (body: object): Promise<void> => {
    await fetch(`http://127.0.0.1:${controlPort}/`, { method: 'POST', body: JSON.stringify(body) });
  };
  return {
    issuer: `http://127.0.0.1:${port}${at}`,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    setPerson: (id, claims) => tell({ id, claims }),
    setSilent: (isSilent) => tell({ isSilent }),
    async stop() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return;
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
    },
  };
}

/** A browser at the provider: keeps cookies, follows redirects there, fills its forms in. */
export interface ProviderVisit {
  /** Signs in by a name and agrees, or goes away. @returns Where the provider sends the browser back to. */
  answer(url: string, how: { readonly name: string } | 'go away'): Promise<string>;
  /** Says yes to being signed out there. @returns Where the provider sends the browser then. */
  signOut(url: string): Promise<string>;
  /** Whether it asks who somebody is, where a sign-in begins. */
  asksWho(url: string): Promise<boolean>;
}

export function visitProvider(issuer: string): ProviderVisit {
  const cookies = new Map<string, string>();
  async function ask(url: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  /** Redirects within the provider are followed. @returns Where it leads out, or the page that it shows. */
  async function follow(
    start: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; page: string }> {
    let [url, given] = [start, form];
    for (let steps = 0; steps < 20; steps += 1) {
      const answer = await ask(url, given);
      given = undefined;
      const to = answer.headers.get('location');
      if (to === null) return { url, page: await answer.text() };
      url = new URL(to, url).href;
      if (!url.startsWith(issuer)) return { url, page: '' };
    }
    throw new Error('The provider sends the browser around in circles.');
  }
  return {
    async signOut(start) {
      const { url, page } = await follow(start);
      const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
      const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
      if (action === '') throw new Error(`${url} does not ask: ${page}`);
      return (await follow(new URL(action, url).href, { xsrf, logout: 'yes' })).url;
    },
    async asksWho(start) {
      return (await follow(start)).page.includes('name="login"');
    },
    async answer(start, how) {
      let url = start;
      let form: Record<string, string> | undefined;
      for (let steps = 0; steps < 20; steps += 1) {
        const answer = await ask(url, form);
        form = undefined;
        const to = answer.headers.get('location');
        if (to !== null) {
          url = new URL(to, url).href;
          if (!url.startsWith(issuer)) return url;
          continue;
        }
        const page = await answer.text();
        if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${page}`);
        const abort = /href="([^"]+\/abort)"/.exec(page)?.[1];
        if (how === 'go away' && abort !== undefined) {
          url = new URL(abort, url).href;
          continue;
        }
        const name = how === 'go away' ? '' : how.name;
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
        url = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', url).href;
        form = prompt === 'login' ? { prompt, login: name, password: 'any' } : { prompt };
      }
      throw new Error('The provider sends the browser around in circles.');
    },
  };
}
