import type { UploadProgress } from './outside.ts';

/**
 * `fetch` by XMLHttpRequest, which alone tells how much of a body has left. The answer is read as text.
 *
 * @throws TypeError when no answer came; the signal's reason when it was aborted.
 */
export function uploadByRequest(
  input: string,
  init: RequestInit,
  onProgress: UploadProgress,
): Promise<Response> {
  const { signal } = init;
  return new Promise<Response>((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'GET', input);
    request.withCredentials = init.credentials === 'include';
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value);
    });
    const abort = (): void => request.abort();
    signal?.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
    request.onload = () => resolve(readResponse(request));
    request.onerror = () => reject(new TypeError('No answer'));
    request.onabort = () => reject(signal?.aborted === true ? signal.reason : new TypeError('Ended'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    request.send(init.body as XMLHttpRequestBodyInit);
  });
}

function readResponse(request: XMLHttpRequest): Response {
  const { status } = request;
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : request.responseText, { status, headers });
}
