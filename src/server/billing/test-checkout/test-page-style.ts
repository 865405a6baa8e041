import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Look of the test checkout, which has none of the app's style sheets: their tokens.
 *
 * @param appDir Of the built app, whose font it takes where that is there.
 */
export function testPageStyle(appDir: string): string {
  const folder = join(appDir, 'assets');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const font = names.find((name) => /^inter-latin-wght-normal-[\w-]+\.woff2$/.test(name));
  if (font === undefined) return STYLE;
  return `@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url(/assets/${font}); }${STYLE}`;
}

const STYLE = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
p { margin: 0; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: #1e1e1e;
  color: #f0f0f0; font: 400 14px/20px "Inter Variable", Inter, system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 28px; border-radius: 12px; background: #252525;
  box-shadow: 0 16px 48px rgb(0 0 0 / 45%); }
h1 { margin: 0; font-size: 20px; line-height: 28px; font-weight: 600; }
.price { margin: 12px 0 0; font-size: 32px; line-height: 40px; font-weight: 600; font-variant-numeric: tabular-nums; }
.quiet { color: #c4c4c4; }
[role=status] { margin-top: 20px; }
.band { display: flex; gap: 8px; margin: 0 0 20px; padding: 10px 12px; border-radius: 8px;
  background: rgb(98 174 247 / 14%); }
.band::before { content: "i"; flex: none; width: 20px; height: 20px; border-radius: 50%; text-align: center;
  font-weight: 600; font-size: 12px; line-height: 20px; color: #0e1512; background: #62aef7; }
.band.bad { background: rgb(245 129 119 / 13%); }
.band.bad::before { content: "!"; background: #f58177; }
fieldset { margin: 20px 0 0; padding: 0; border: 0; }
legend { padding: 0 0 4px; font-weight: 500; }
label { display: flex; align-items: center; gap: 12px; min-height: 44px; cursor: pointer; }
input { width: 20px; height: 20px; margin: 0; accent-color: #f0f0f0; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 20px 0 0; }
button, a.button { flex: 1 1 auto; min-height: 44px; padding: 10px 16px; border: 0; border-radius: 8px; cursor: pointer;
  text-align: center; text-decoration: none; font-family: inherit; font-size: 14px; line-height: 24px;
  font-weight: 600; color: #f0f0f0; background: #383838; }
button:hover, a.button:hover { background: #444; }
.primary { flex-basis: 100%; color: #1b1204; background: #f0a848; }
.primary:hover { background: #f6ba68; }
:focus-visible { outline: 2px solid #fff; outline-offset: 2px; }
`;
