// `npm test`: types, lint, unused code, size budgets, unit tests and browser stories, but for those that take long.
// `npm run test:all`: those as well (long-tests.json). `--within MINUTES`, as CI runs it: those short ones first, then as many of
// the long ones as fit in, in another order for each commit; what is left is named. All of these install what they need.
// `npm test -- types lint` runs only what is named, `npm test -- tests/app/data/outbox.test.ts` one file, or several.
// The last line is `N passed, N failed, N skipped`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';
import { UNHANDLED } from './tell-files.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();

const started = Date.now();
const ALL = '--all';
const WITHIN = '--within';
const isWhole = process.argv.includes(ALL);
const withinAt = process.argv.indexOf(WITHIN);
const withinMinutes = withinAt === -1 ? null : Number(process.argv[withinAt + 1]);
if (withinMinutes !== null && !(withinMinutes > 0)) throw new Error(`${WITHIN} takes minutes`);
/** Milliseconds since the epoch after which no more tests begin; what runs then comes to its end. */
const until = withinMinutes === null ? null : started + withinMinutes * 60_000;
/** The longest test takes less, also where the machine is busy. */
const HANGS_AFTER_MS = 15 * 60_000;
const chosen = process.argv
  .slice(2)
  .filter(
    (name, index) => name !== ALL && (withinAt === -1 || ![withinAt, withinAt + 1].includes(index + 2)),
  );
const paths = chosen.filter((name) => name.includes('/') || name.endsWith('.ts') || name.endsWith('.tsx'));
const stories = paths.filter((path) => path.replace(/^\.\//, '').startsWith('e2e'));
const units = paths.filter((path) => !stories.includes(path));
const isChosen = (name) =>
  chosen.length === 0 ||
  chosen.includes(name) ||
  (name === 'unit' && units.length > 0) ||
  // A story is told on the built product.
  (stories.length > 0 && (name === 'e2e' || name === 'build'));
let passed = 0;
let failed = 0;
let skipped = 0;

/**
 * @param hear Is given what the process writes to its standard output as it comes.
 * @returns Once the process has ended, with all that it wrote.
 */
function run(command, environment = {}, hear = () => {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment, FORCE_COLOR: '0', NO_COLOR: '1' },
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        printed += text;
      });
    }
    child.stdout.on('data', hear);
    // What hangs is told as what did not run.
    if (until !== null) setTimeout(() => child.kill('SIGKILL'), until + HANGS_AFTER_MS - Date.now()).unref();
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, printed }));
  });
}

/** One check: quiet when it passes, its output when it fails. */
async function check(name, ...command) {
  if (!isChosen(name)) return;
  const started = Date.now();
  const { status, printed } = await run(command);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (status === 0) {
    passed += 1;
    console.log(`ok    ${name} (${seconds} s)`);
    return;
  }
  failed += 1;
  console.log(`FAIL  ${name} (${seconds} s)\n${printed}`);
}

/** What stories leave when they fail (e2e/support/keep-failures.ts). */
const FAILURES = 'test-results';

/** Files named with their time behind each suite: a slow test is a bug. */
const SLOWEST_SHOWN = 8;

/** Folders of unit tests that load the server. The others have processes of their own, which have that much less to read. */
const SERVER_FOLDERS = ['tests/app/', 'tests/contract/', 'tests/server/', 'tests/support/'];

/**
 * All suites run at once, so that one works while another waits for what it is about: connections that come back, pauses,
 * processes that start. As many processes of each as there are cores keep two cores busy from the beginning to the end:
 * with one for the tests of the server, which wait most, these are still at it when all else has ended. More cores take
 * more of each, within what memory a Chromium for each takes.
 */
const WORKERS = ['--maxWorkers', String(Math.min(availableParallelism(), 4))];
/**
 * Files that `npm test` leaves to the whole run: each takes more than 25 seconds when everything runs at once on two
 * cores, and together they are more than three quarters of it.
 */
const LONG_TESTS = JSON.parse(readFileSync('scripts/long-tests.json', 'utf8'));
const leave = (paths) => paths.flatMap((path) => ['--exclude', path]);
const SHORT = isWhole ? [] : leave(LONG_TESTS);
const WITH_SERVER = [...WORKERS, ...SHORT, ...SERVER_FOLDERS];
const WITHOUT_SERVER = [...WORKERS, ...SHORT, ...leave(SERVER_FOLDERS.map((folder) => `${folder}**`))];

/** Failed tests after which a part of the whole run ends: what has broken that much has told enough, and CI has an end. */
const ENOUGH_FAILURES = 25;
/** What takes an hour says how far it is, and what it hangs on. */
const isLong = isWhole || withinMinutes !== null;
const AS_IT_GOES = isLong ? ['--reporter=./scripts/tell-files.mjs', '--bail', String(ENOUGH_FAILURES)] : [];
const tell = isLong ? (text) => process.stdout.write(text) : undefined;

/** One vitest project in parts that run at once. @returns What its files gave, and how long that took. */
async function runSuite(name, environment, parts) {
  const started = Date.now();
  const ran = await Promise.all(parts.map((options) => runProject(name, environment, options)));
  const files = new Map(ran.flatMap((part) => [...part]));
  return { name, files, seconds: ((Date.now() - started) / 1000).toFixed(1) };
}

/** Of what a failed test says, the lines that are of this project: where it stood within a library tells nobody anything. */
const shorten = (text) =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal)/.test(line))
    .join('\n');

/** Counts the tests of a suite, prints the failed ones only: what fails once has failed, in CI as well. */
function countSuite({ name, files, seconds }) {
  let hasFailed = false;
  for (const file of files.values()) {
    passed += file.passed;
    skipped += file.skipped;
    failed += file.failures.length;
    hasFailed ||= file.failures.length > 0;
    for (const text of file.failures) console.log(`FAIL  ${shorten(text)}`);
  }
  const slowest = [...files]
    .sort(([, a], [, b]) => (b.seconds ?? 0) - (a.seconds ?? 0))
    .slice(0, SLOWEST_SHOWN);
  const times = slowest.map(([path, file]) => `${basename(path)} ${(file.seconds ?? 0).toFixed(0)} s`);
  console.log(`${hasFailed ? 'FAIL ' : 'ok   '} ${name} (${seconds} s; ${times.join(', ')})`);
}

/**
 * What each file of a vitest project gave, by path; a run without a report is one failure of the project itself.
 *
 * @param selection Paths and options of vitest that choose among its files.
 */
async function runProject(name, environment, selection) {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const report = join(folder, 'report.json');
  const options = ['--project', name, '--reporter=json', `--outputFile.json=${report}`, ...AS_IT_GOES];
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...options, ...selection];
  const { status, printed } = await run(command, environment, tell);
  const isCut = environment.TESTS_UNTIL !== undefined && Date.now() >= Number(environment.TESTS_UNTIL);
  try {
    const files = new Map();
    for (const file of JSON.parse(readFileSync(report, 'utf8')).testResults) {
      const path = relative(process.cwd(), file.name);
      const tests = file.assertionResults;
      const failures = tests
        .filter((test) => test.status === 'failed')
        .map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
      if (file.status === 'failed' && failures.length === 0) failures.push(`${path}\n${file.message}`);
      const count = (...states) => tests.filter((test) => states.includes(test.status)).length;
      // What had not begun when the time was over.
      const isLeft = isCut && count('passed', 'failed') < tests.length && !isOfFaults(path);
      const seconds = (file.endTime - file.startTime) / 1000;
      files.set(path, {
        passed: count('passed'),
        skipped: isLeft ? 0 : count('skipped', 'pending', 'todo'),
        isLeft: isLeft || (isCut && tests.length === 0),
        failures,
        seconds,
      });
    }
    const isClean = [...files.values()].every(({ failures }) => failures.length === 0);
    if (status !== 0 && isClean && !(isCut && !printed.includes(UNHANDLED)))
      files.set(name, { passed: 0, skipped: 0, failures: [`${name}\n${printed}`] });
    return files;
  } catch {
    return new Map([
      [name, { passed: 0, skipped: 0, failures: [`${name}: the tests did not run\n${printed}`] }],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of faults, which take minutes each and have a command of their own. */
const isOfFaults = (path) => path.startsWith('tests/server/faults/');

/** Why tests were left out, before the last line: those of faults have a command of their own, the others need files. */
function tellSkipped(files) {
  const left = files.filter(([, file]) => file.skipped > 0);
  const sum = (some) => some.reduce((total, [, file]) => total + file.skipped, 0);
  const faults = left.filter(([path]) => isOfFaults(path));
  const others = left.filter(([path]) => !isOfFaults(path));
  if (faults.length > 0)
    console.log(`skip  ${sum(faults)} that \`npm run faults\` runs: they take minutes each`);
  if (others.length > 0) {
    const names = others.map(([path, file]) => `${path} (${file.skipped})`).join(', ');
    console.log(`skip  ${sum(others)} that need sample files or rights which are not here: ${names}`);
  }
}

const { findChromium } = await import('./find-chromium.mjs');
const chromium = isChosen('unit') || isChosen('e2e') ? await findChromium() : null;
if (!chromium && (isChosen('unit') || isChosen('e2e'))) {
  console.log('The browser tests need a Chromium: set CHROMIUM_PATH, or install one, and run again.');
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}

const environment = { CHROMIUM_PATH: chromium ?? '', NODE_ENV: 'test' };
await Promise.all([
  check('build', 'scripts/build.mjs', '--quiet'),
  check('types', 'node_modules/typescript/bin/tsc', '-b'),
  check('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'),
  check('unused', 'node_modules/knip/bin/knip.js', '--no-progress'),
  // What the product does not use, though a test does.
  check('unused', 'node_modules/knip/bin/knip.js', '--no-progress', '--production'),
]);
rmSync(FAILURES, { recursive: true, force: true });
/** Of a suite, the processes that share it; only the files that are named, where some are. */
const partsOf = (name, named, all) => {
  if (!isChosen(name)) return [];
  return named.length > 0 ? [[...WORKERS, ...named]] : all;
};
const [, ...suites] = await Promise.all([
  // Reads what the build wrote.
  check('size', 'node_modules/size-limit/bin.js'),
  runSuite('unit', environment, partsOf('unit', units, [WITHOUT_SERVER, WITH_SERVER])),
  runSuite('e2e', environment, partsOf('e2e', stories, [[...WORKERS, ...SHORT]])),
]);
if (until !== null && chosen.length === 0) suites.push(...(await runLongTests()));
for (const suite of suites) if (isChosen(suite.name)) countSuite(suite);

/** As many of the long tests as fit in, in an order of its own for each commit: what one leaves others run. */
async function runLongTests() {
  const head = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' });
  const seed = Number.parseInt(head.stdout ?? '', 16) || Date.now();
  const order = ['--sequence.shuffle.files', '--sequence.seed', String(seed)];
  const timed = { ...environment, TESTS_UNTIL: String(until) };
  const isOfServer = (path) => SERVER_FOLDERS.some((folder) => path.startsWith(folder));
  const isStory = (path) => path.startsWith('e2e/');
  // They compute and draw where the short ones wait: more at once than there are cores make each of them slower, and none sooner.
  const workers = ['--maxWorkers', String(Math.max(1, Math.floor(Math.min(availableParallelism(), 4) / 2)))];
  const parts = (...lists) => lists.map((paths) => [...workers, ...order, ...paths]);
  const unit = LONG_TESTS.filter((path) => !isStory(path));
  return Promise.all([
    runSuite(
      'unit',
      timed,
      parts(
        unit.filter((path) => !isOfServer(path)),
        unit.filter((path) => isOfServer(path)),
      ),
    ),
    runSuite('e2e', timed, parts(LONG_TESTS.filter(isStory))),
  ]);
}

const left = suites.flatMap(({ files }) =>
  [...files].flatMap(([path, { isLeft }]) => (isLeft ? [path] : [])),
);
if (left.length > 0) console.log(`left  ${left.length} files for want of time: ${left.join(', ')}`);
if (chosen.length === 0 && !isLong)
  console.log(`left  ${LONG_TESTS.length} files of tests that take long, to \`npm run test:all\` and to CI`);
tellSkipped(suites.flatMap(({ files }) => [...files]));
// Once more, where a log that was cut still has them.
const names = suites.flatMap(({ files }) => [...files.values()].flatMap(({ failures }) => failures));
for (const text of names) console.log(`FAIL  ${text.split('\n', 1)}`);
if (failed > 0 && existsSync(FAILURES))
  console.log(
    `look  ${FAILURES}/ has a picture and a trace of every failed story: npx playwright show-trace <trace.zip>`,
  );
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exit(failed === 0 ? 0 : 1);
