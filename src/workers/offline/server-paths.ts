/** The server's own addresses: an error there must show, not the application's page. */
export const SERVER_PATHS = [
  /^\/api(\/|$)/,
  /^\/ws(\/|$)/,
  /^\/files\//,
  /^\/test-checkout\//,
  /^\/version\.json$/,
];

/** Whether a window of this origin shows the application, and not a page or a file of the server's. */
export function isApplication({ url }: Pick<Client, 'url'>): boolean {
  const { pathname } = new URL(url);
  return !SERVER_PATHS.some((path) => path.test(pathname));
}
