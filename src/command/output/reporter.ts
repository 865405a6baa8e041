import { basename, relative } from 'node:path';
import { oneLine } from '../../contract/instruction/one-line.ts';

/** A stream of the process, as far as a command writes to it. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Tells how a command is going: people on stderr, programs with JSON lines on stdout. */
export interface Reporter {
  /** @param percent 0 to 100. @param step What is done now. @param file Whose progress it is. */
  progress(percent: number, step: string, file: string): void;
  warn(message: string): void;
  /** A file that is there now; `isKept`: it was there already. */
  wrote(file: string, isKept: boolean, more?: Readonly<Record<string, unknown>>): void;
  /** What a command was asked for: text for people, and the same as an object. */
  answer(text: string, value: Readonly<Record<string, unknown>>): void;
  failed(code: string, message: string): void;
  /** Ends the line of a progress bar. */
  end(): void;
}

const BAR = 24;
/** To the beginning of the line, and clear it. */
const AGAIN = '\r\u001b[2K';
/** What a terminal obeys, but for line breaks and tabs: names of files and parts are others'. */
const ORDERS = /(?![\n\t])\p{Cc}/gu;
/** Of a path, and more than any sentence with one has. */
const LINE_MAX = 8_192;

/** As it is told in a line for people. */
export function nameInLine(name: string): string {
  return oneLine(name, LINE_MAX);
}

export function createReporter(
  { stdout, stderr, cwd }: { readonly stdout: Output; readonly stderr: Output; readonly cwd: string },
  { isJson, isQuiet }: { readonly isJson: boolean; readonly isQuiet: boolean },
): Reporter {
  let isBarOpen = false;
  let lastPercent = -1;
  const clear = () => {
    if (isBarOpen) stderr.write(AGAIN);
    isBarOpen = false;
  };
  const line = (text: string) => {
    clear();
    stderr.write(`${text.replace(ORDERS, ' ')}\n`);
  };
  const json = (value: object) => stdout.write(`${JSON.stringify(value)}\n`);
  const nameOf = (file: string) => relative(cwd, file) || file;
  return {
    progress(percent, step, file) {
      const whole = Math.floor(percent);
      if (isJson && whole !== lastPercent)
        json({ kind: 'progress', file: nameOf(file), percent: whole, step });
      lastPercent = whole;
      if (isJson || isQuiet || stderr.isTTY !== true) return;
      const done = Math.round((percent / 100) * BAR);
      const bar = '█'.repeat(done) + '░'.repeat(BAR - done);
      stderr.write(`${AGAIN}${nameInLine(basename(file))} ${bar} ${whole} %`);
      isBarOpen = true;
    },
    warn(message) {
      if (isJson) json({ kind: 'warning', message });
      else if (!isQuiet) line(nameInLine(message));
    },
    wrote(file, isKept, more = {}) {
      lastPercent = -1;
      if (isJson) json({ kind: 'done', file: nameOf(file), isKept, ...more });
      else if (!isQuiet) line(nameInLine(isKept ? `${nameOf(file)} was there` : nameOf(file)));
    },
    answer(text, value) {
      if (isJson) json({ kind: 'done', ...value });
      else stdout.write(`${text.replace(ORDERS, ' ')}\n`);
    },
    failed(code, message) {
      if (isJson) json({ kind: 'failed', code, message });
      line(message);
    },
    end: clear,
  };
}
