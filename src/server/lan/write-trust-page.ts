import { createHash } from 'node:crypto';
import { escapeXml } from './mobile-config.ts';
import type { TrustedAuthority } from './prepare-lan.ts';
import { type DeviceSteps, TRUST_TEXTS } from './trust-texts.ts';

/** What the page is about. */
export interface TrustSubject {
  /** Null: devices know the certificate. */
  readonly authority: TrustedAuthority | null;
  /** Origin of the product, without a trailing slash. */
  readonly address: string;
  /** Other origins at which it answers. */
  readonly otherAddresses: readonly string[];
}

/** The product's own colours (src/app/ui tokens), for a page that has nothing but itself. */
const STYLE = `:root{color-scheme:dark;font:16px/1.5 system-ui,sans-serif;background:#1e1e1e;color:#e8e8e8}
body{max-width:680px;margin:0 auto;padding:24px 20px 48px}
header{display:flex;gap:16px;justify-content:space-between;align-items:baseline;flex-wrap:wrap}
h1{font-size:24px;line-height:1.25;margin:0}
h2{font-size:16px;margin:24px 0 4px}
a{color:#f0b24a}
p{margin:12px 0}
header a,.button{display:inline-flex;align-items:center;min-height:44px}
.button{padding:0 20px;border-radius:8px;background:#33302a;text-decoration:none;font-weight:600}
.open{background:#e9a23b;color:#1e1e1e}
.address,code{overflow-wrap:anywhere}
details{border:1px solid #3c3c3c;border-radius:8px;margin:8px 0;background:#262626}
summary{min-height:44px;padding:10px 16px;box-sizing:border-box;font-weight:600;cursor:pointer}
ol{margin:0;padding:0 16px 0 40px}
li{margin:8px 0}
details .button{margin:8px 16px 16px}
code{display:block;padding:12px 16px;border-radius:8px;background:#262626;font:14px/1.6 ui-monospace,monospace}
.quiet{color:#b4b4b4;font-size:14px}
a:focus-visible,summary:focus-visible{outline:2px solid #f0b24a;outline-offset:2px}`;

/** Nothing but the page's own style: no script, no picture, no form, no frame. */
export const TRUST_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page that tells how to trust this server, with no script; the device that asks is told first. */
export function writeTrustPage(subject: TrustSubject, language: 'en' | 'es', userAgent: string): string {
  const t = TRUST_TEXTS[language];
  const other = language === 'en' ? 'es' : 'en';
  const { authority, address, otherAddresses } = subject;
  const open = `<p><a class="button open" href="${escapeXml(address)}/">${t.open}</a></p>
<p class="address">${escapeXml(address)}/</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${t.title}</h1><a href="/?lang=${other}" hreflang="${other}" lang="${other}">${t.other}</a></header>
<main>
${authority === null ? `<p>${t.nothing}</p>\n${open}` : writeSteps(authority)}
${otherAddresses.length === 0 ? '' : `<p class="quiet">${t.otherAddresses} ${otherAddresses.map((origin) => `<span class="address">${escapeXml(origin)}/</span>`).join(', ')}</p>`}
</main>
</body>
</html>
`;

  function writeSteps({ name, fingerprint }: TrustedAuthority): string {
    const likely = likelyDevices(userAgent);
    const named = (text: string): string => text.replaceAll('{name}', escapeXml(name));
    const devices = [...t.devices].sort(
      (a, b) => Number(likely.includes(b.device)) - Number(likely.includes(a.device)),
    );
    return `<p>${t.lead}</p>
<h2>${t.fingerprint}</h2>
<code>${fingerprintLines(fingerprint).join('<br>')}</code>
<p>${t.compare}</p>
${devices.map(writeDevice).join('\n')}
${open}
<p>${t.honest}</p>
<p class="quiet">${t.reach} ${named(t.undo)}</p>`;

    function writeDevice({ device, title, file, steps }: DeviceSteps): string {
      const path = device === 'apple' ? PROFILE_PATH : CERTIFICATE_PATH;
      return `<details${likely.includes(device) ? ' open' : ''}><summary>${title}</summary>
<ol>${steps.map((step) => `<li>${named(step)}</li>`).join('')}</ol>
<a class="button" href="${path}">${file}</a></details>`;
    }
  }
}

export const CERTIFICATE_PATH = '/vitrine.crt';
export const PROFILE_PATH = '/vitrine.mobileconfig';

/** Two lines of 16 pairs: one is wider than a terminal of 80 columns. */
export function fingerprintLines(fingerprint: string): [string, string] {
  return [fingerprint.slice(0, 47), fingerprint.slice(48)];
}

/** An iPad calls itself a Macintosh. Nobody known: the tablet, which the page is for. */
function likelyDevices(userAgent: string): DeviceSteps['device'][] {
  if (/firefox/i.test(userAgent) && !/android|iphone|ipad/i.test(userAgent)) return ['firefox'];
  if (/android/i.test(userAgent)) return ['android'];
  if (/iphone|ipad/i.test(userAgent)) return ['apple'];
  if (/macintosh/i.test(userAgent)) return ['apple', 'mac'];
  if (/windows/i.test(userAgent)) return ['windows'];
  if (/linux|cros/i.test(userAgent)) return ['linux'];
  return ['apple'];
}
