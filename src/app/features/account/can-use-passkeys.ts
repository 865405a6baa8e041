/** An IPv4 or IPv6 address, as browsers write it in `location.hostname`. */
const NUMBERS = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Whether the browser has passkeys, and the page an address that one can be for: never one in numbers. */
export function canUsePasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === 'function' && !NUMBERS.test(location.hostname);
}
