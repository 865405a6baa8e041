import type { Person, TestServer } from './server.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of all kinds, which the tests compare as they are
  readonly body: any;
}

/** Calls a server as somebody: an object travels as JSON, a form as it is. */
export async function callApi(
  server: Pick<TestServer, 'url'>,
  person: Person,
  method: Method,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const type = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, {
    method,
    headers: { ...person.headers, ...type, ...headers },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

/** A form of texts and files; a file is called as its field if not told otherwise. */
export function makeForm(fields: Readonly<Record<string, string | Uint8Array>>, fileName?: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)]), fileName ?? name);
  }
  return form;
}
