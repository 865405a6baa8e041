import { isAbort } from '../contract/failure.ts';
import { batch } from './commands/batch.ts';
import type { Command } from './commands/command.ts';
import { materials } from './commands/materials.ts';
import { parts } from './commands/parts.ts';
import { recipe } from './commands/recipe.ts';
import { render } from './commands/render.ts';
import { spin } from './commands/spin.ts';
import { findProgram } from './engine/find-program.ts';
import { check } from './operators/check.ts';
import { doctor } from './operators/doctor.ts';
import { maintenance } from './operators/maintenance.ts';
import { serverScripts } from './operators/server-scripts.ts';
import { user } from './operators/user.ts';
import { readArguments } from './options/read-arguments.ts';
import { suggestNames } from './options/suggest-names.ts';
import { UsageError } from './options/usage-error.ts';
import { describeError } from './output/describe-error.ts';
import { createReporter, type Output } from './output/reporter.ts';
import { ScriptFailed } from './output/work-error.ts';
import { writeHelp, writeWholeHelp } from './write-help.ts';

const PICTURES: readonly Command[] = [render, spin, batch, recipe, parts, materials];
/** For whoever runs a server; what they need of it is loaded when they are called. */
const OPERATORS: readonly Command[] = [user, maintenance, doctor, check, ...serverScripts];
const COMMANDS = [...PICTURES, ...OPERATORS];

/** The process around a command. */
export interface CommandWorld {
  /** What stands behind `vitrine`. */
  readonly given: readonly string[];
  readonly cwd: string;
  /** Folder of the entry file. */
  readonly entryDir: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly signal: AbortSignal;
}

/** Does what a command line says. @returns The exit code; null where the signal ended it. */
export async function runCommand(world: CommandWorld): Promise<number | null> {
  const { given, signal } = world;
  const tell = createReporter(world, {
    isJson: given.includes('--json'),
    isQuiet: given.includes('--quiet'),
  });
  try {
    const program = await findProgram(world.entryDir);
    const [name, ...rest] = given;
    if (name === undefined || name === '--help' || name === 'help') {
      world.stdout.write(writeWholeHelp(PICTURES, OPERATORS));
      return name === undefined ? 2 : 0;
    }
    if (name === '--version') {
      world.stdout.write(`${program.version}\n`);
      return 0;
    }
    const command = findCommand(name);
    if (rest.includes('--help')) {
      world.stdout.write(writeHelp(command));
      return 0;
    }
    await command.run(readArguments(rest, command.options), { program, cwd: world.cwd, tell, signal });
    return 0;
  } catch (error) {
    if (signal.aborted || isAbort(error)) return null;
    if (error instanceof ScriptFailed) return 1;
    const { code, message, exitCode } = describeError(error);
    tell.failed(code, message);
    return exitCode;
  } finally {
    tell.end();
  }
}

function findCommand(name: string): Command {
  const command = COMMANDS.find((one) => one.name === name);
  if (command !== undefined) return command;
  const names = COMMANDS.map((one) => one.name);
  throw new UsageError(`There is no command “${name}”.${suggestNames(name, names)}`);
}
