/** Milliseconds of processor that the browser's graphics process has had: all drawing, where there is no card. */
export async function readGraphicsTime(browser) {
  const client = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await client.send('SystemInfo.getProcessInfo');
    const graphics = processInfo.filter(({ type }) => type.toLowerCase() === 'gpu');
    return graphics.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
  } finally {
    await client.detach();
  }
}
