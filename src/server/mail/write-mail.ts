import type { AccountLanguage } from '../../contract/http/accounts.ts';
import { type Message, textOf } from './mail-texts.ts';

/** A mail as it goes out: the same words plain and as simple HTML. */
export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Lays a mail out. Its link stands in both forms in full, so that it can be copied. */
export function writeMail(message: Message, language: AccountLanguage): WrittenMail {
  const { subject, lines, button } = textOf(message, language);
  const link = 'link' in message ? message.link : null;
  const [first = '', ...rest] = lines;
  const text = [first, ...(link === null ? [] : [link]), ...rest, 'Vitrine'].join('\n\n');
  const paragraph = (inner: string) => `<p style="margin:0 0 16px">${inner}</p>`;
  const pressed = link === null ? '' : paragraph(buttonOf(link, button ?? link));
  const shown =
    link === null
      ? ''
      : paragraph(
          `<span style="color:#6b6b76;font-size:12px;word-break:break-all">${escapeHtml(link)}</span>`,
        );
  const html = `<!doctype html><html lang="${language}"><body style="margin:0;padding:32px;background:#fff;color:#17171c;font:15px/1.5 sans-serif"><div style="max-width:480px;margin:0 auto">${[
    paragraph('<strong>Vitrine</strong>'),
    paragraph(escapeHtml(first)),
    pressed,
    ...rest.map((line) => paragraph(escapeHtml(line))),
    shown,
  ].join('')}</div></body></html>`;
  return { subject, text, html };
}

function buttonOf(link: string, label: string): string {
  const style =
    'display:inline-block;padding:10px 18px;border-radius:8px;background:#17171c;color:#fff;text-decoration:none';
  return `<a href="${escapeHtml(link)}" style="${style}">${escapeHtml(label)}</a>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
}
