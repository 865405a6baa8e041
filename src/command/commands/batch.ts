import { mkdir } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { isAbort } from '../../contract/failure.ts';
import { type OpenedModel, openModel } from '../model/open-model.ts';
import { UsageError } from '../options/usage-error.ts';
import { formatOf } from '../output/carry-recipe.ts';
import { describeError } from '../output/describe-error.ts';
import { nameInLine } from '../output/reporter.ts';
import { WorkError } from '../output/work-error.ts';
import { checkWritable, isWithoutRoom, sweepParts } from '../output/write-whole.ts';
import { chooseCamera } from '../recipe/choose-camera.ts';
import { readServer, SERVER_OPTIONS, type ServerChoice } from '../remote/read-server.ts';
import { isLasting } from '../remote/remote-error.ts';
import { COLUMNS, type Outcome, readSheet, type Sheet, type SheetRow } from '../sheet/read-sheet.ts';
import type { Command, Outside } from './command.ts';
import { type RenderSession, withRenderSession } from './open-render-session.ts';
import { openShot } from './open-shot.ts';
import { TELLING_OPTIONS } from './picture-options.ts';
import { planShot } from './plan-shot.ts';

/** A table of pictures. */
export const batch: Command = {
  name: 'batch',
  usage: 'SHEET [options]',
  about:
    'Makes the pictures of a sheet (CSV), one a row, and tells in a copy, SHEET.done.csv, what became of each.',
  options: {
    out: { value: 'FOLDER', help: "where the pictures go (the sheet's own folder)" },
    ...SERVER_OPTIONS,
    ...TELLING_OPTIONS,
  },
  notes: [
    `Columns: ${COLUMNS.join(', ')}; the first two are needed, the others are the options of "vitrine render".`,
    'Several materials stand in one cell: Seat=Walnut; Legs=Brass. Paths begin in the folder of the sheet.',
    'With --server no picture is paid twice, however often the command is killed, as long as it is called again within a week; once the credits are gone, nothing more is asked for.',
    'Called again, also after it was killed, it makes what is missing, damaged or changed in the sheet.',
  ],
  async run(args, outside) {
    const [name, ...others] = args.names;
    if (name === undefined || others.length > 0) throw new UsageError('vitrine batch takes one sheet.');
    const path = resolve(outside.cwd, name);
    const sheet = await readSheet(path);
    if (sheet.rows.length === 0)
      throw new UsageError('The sheet has no picture: below its columns stands no row.');
    const folder = resolve(outside.cwd, args.text('out') ?? dirname(path));
    for (const column of sheet.unused) outside.tell.warn(`The column “${column}” says nothing here.`);
    await sweepParts(dirname(path));
    const server = await readServer(args, outside.cwd, process.env);
    const outcomes = await makeRows(sheet, { ...outside, cwd: dirname(path) }, folder, server, outside);
    const failed = [...outcomes.values()].filter(({ result }) => result === 'failed').length;
    if (failed === 0) return;
    const copy = relative(outside.cwd, sheet.copy);
    throw new WorkError(`${failed} of ${sheet.rows.length} rows failed: ${copy} says why.`);
  },
};

async function makeRows(
  sheet: Sheet,
  inSheet: Outside,
  folder: string,
  server: ServerChoice | null,
  { tell }: Outside,
) {
  const outcomes = new Map<SheetRow, Outcome>();
  const makers = new Map<string, SheetRow>();
  const folds = new Map<string, SheetRow>();
  const swept = new Set<string>();
  const writeCopy = keepCopy(sheet, tell);
  // Where nothing can be written, that is said before anything is made.
  await sheet.tell(outcomes);
  await withRenderSession(inSheet, server, async (session) => {
    const open = keepModel();
    let model = '';
    /** Why a picture was not made or kept that the next ones would meet as well: the server makes no more, the disk takes no more. */
    const refusals = new Map<string, unknown>();
    for (const row of sheet.rows) {
      inSheet.signal.throwIfAborted();
      const out = resolve(folder, row.file);
      if (row.wish.model !== model) session.files.clear();
      model = row.wish.model;
      try {
        if (row.problem !== null) throw new UsageError(row.problem);
        const other = makers.get(out);
        if (other !== undefined) throw new UsageError(`Row ${other.number} makes this file already.`);
        makers.set(out, row);
        const folded = out.normalize('NFC').toLowerCase();
        const alike = folds.get(folded);
        folds.set(folded, row);
        if (alike !== undefined) {
          tell.warn(
            `Rows ${alike.number} and ${row.number} make one file where capitals do not count (Windows, macOS).`,
          );
        }
        formatOf(out, (await planShot(row.wish, inSheet.cwd)).hasAlpha);
        await mkdir(dirname(out), { recursive: true });
        if (!swept.has(dirname(out))) await sweepParts(dirname(out));
        swept.add(dirname(out));
        await makeRow(row, out, session, inSheet, open, refusals);
        outcomes.set(row, { result: 'done', message: '' });
      } catch (error) {
        if (inSheet.signal.aborted || isAbort(error)) throw error;
        const { code, message } = describeError(error);
        // What no sentence was written for has the lines of a stack below its own.
        const sentence = nameInLine(code === 'bug' ? message.replace(/\n.*/s, '') : message);
        tell.failed(code, `Row ${row.number}, ${nameInLine(basename(row.file))}: ${sentence}`);
        outcomes.set(row, { result: 'failed', message: sentence });
      }
      await writeCopy(outcomes);
    }
  });
  await sheet.tell(outcomes).catch((error: unknown) => {
    if (!isHeld(error)) throw error;
    throw new WorkError(
      `${basename(sheet.copy)} cannot be written: close it where it is open, and call this again.`,
    );
  });
  return outcomes;
}

/** What another program that holds a file answers (Windows: a spreadsheet that has it open). */
const HELD = new Set(['EACCES', 'EBUSY', 'EPERM']);
const isHeld = (error: unknown): boolean => HELD.has((error as NodeJS.ErrnoException).code ?? '');

/** Writes the copy of a sheet between two rows. One that cannot be written now is told of once, and written after the next row. */
function keepCopy(sheet: Sheet, tell: Outside['tell']): Sheet['tell'] {
  let isTold = false;
  return async (outcomes) => {
    try {
      await sheet.tell(outcomes);
    } catch (error) {
      if (!isHeld(error)) throw error;
      if (isTold) return;
      isTold = true;
      tell.warn(`${nameInLine(basename(sheet.copy))} cannot be written now: is it open in another program?`);
    }
  };
}

type Open = (path: string, up: 'y' | 'z' | null) => Promise<OpenedModel>;

/** In place of a folder: what a server refuses is refused for all of them. */
const EVERYWHERE = '';

/** Rows of one model mostly stand together: it stays open. */
function keepModel(): Open {
  let kept: { readonly path: string; readonly up: 'y' | 'z' | null; readonly model: OpenedModel } | null =
    null;
  return async (path, up) => {
    if (kept?.path === path && kept.up === up) return kept.model;
    kept = null;
    const model = await openModel(path, up);
    kept = { path, up, model };
    return model;
  };
}

/** @param refusals What a picture that is not there yet would meet, by folder; it adds its own. */
async function makeRow(
  row: SheetRow,
  out: string,
  session: RenderSession,
  outside: Outside,
  open: Open,
  refusals: Map<string, unknown>,
): Promise<void> {
  const shot = await openShot(row.wish, session, outside, open);
  const picture = await shot.picture(chooseCamera(shot.view, shot.box, shot.aspect));
  if (await session.isMade(out, picture, shot.plan)) outside.tell.wrote(out, true);
  else if (refusals.has(EVERYWHERE)) throw refusals.get(EVERYWHERE);
  else if (refusals.has(dirname(out))) throw refusals.get(dirname(out));
  else {
    await checkWritable(dirname(out));
    await session.draw(picture, shot.plan, out).catch((error: unknown) => {
      if (isLasting(error)) refusals.set(EVERYWHERE, error);
      else if (isWithoutRoom(error)) refusals.set(dirname(out), error);
      throw error;
    });
  }
}
