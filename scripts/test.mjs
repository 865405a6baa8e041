// `npm test`: types, lint, unused code, size budgets, unit tests and browser stories. Installs what it needs.
// `npm test -- types lint` runs only what is named. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkNode, installPackages } from './install.mjs';

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
checkNode();
installPackages();

const chosen = process.argv.slice(2);
const isChosen = (name) => chosen.length === 0 || chosen.includes(name);
let passed = 0;
let failed = 0;

function run(command, environment = {}) {
  return spawnSync(process.execPath, command, {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, ...environment, FORCE_COLOR: '0', NO_COLOR: '1' },
  });
}

/** One check: quiet when it passes, its output when it fails. */
function check(name, ...command) {
  if (!isChosen(name)) return;
  const started = Date.now();
  const result = run(command);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (result.status === 0) {
    passed += 1;
    console.log(`ok    ${name} (${seconds} s)`);
    return;
  }
  failed += 1;
  console.log(`FAIL  ${name} (${seconds} s)\n${result.stdout}${result.stderr}`);
}

/** One vitest project: counts its tests, prints the failed ones only. */
function suite(name, environment) {
  if (!isChosen(name)) return;
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const report = join(folder, 'report.json');
  const started = Date.now();
  const result = run(
    ['node_modules/vitest/vitest.mjs', 'run', '--project', name, '--reporter=json', `--outputFile=${report}`],
    environment,
  );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const before = failed;
  try {
    const summary = JSON.parse(readFileSync(report, 'utf8'));
    for (const file of summary.testResults) {
      const path = relative(process.cwd(), file.name);
      if (file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')) {
        failed += 1;
        console.log(`FAIL  ${path}\n${file.message}`);
      }
      for (const test of file.assertionResults) {
        if (test.status === 'passed') passed += 1;
        if (test.status !== 'failed') continue;
        failed += 1;
        console.log(`FAIL  ${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
      }
    }
    if (result.status !== 0 && failed === before) {
      failed += 1;
      console.log(`FAIL  ${name}\n${result.stdout}${result.stderr}`);
    }
  } catch {
    failed += 1;
    console.log(`FAIL  ${name}: the tests did not run\n${result.stdout}${result.stderr}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${failed === before ? 'ok   ' : 'FAIL '} ${name} (${seconds} s)`);
}

const { findChromium } = await import('./find-chromium.mjs');
const chromium = isChosen('unit') || isChosen('e2e') ? await findChromium() : null;
if (!chromium && (isChosen('unit') || isChosen('e2e'))) {
  console.log('The browser tests need a Chromium: set CHROMIUM_PATH, or install one, and run again.');
  console.log('0 passed, 1 failed');
  process.exit(1);
}

check('build', 'scripts/build.mjs', '--quiet');
check('types', 'node_modules/typescript/bin/tsc', '-b');
check('lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off');
check('unused', 'node_modules/knip/bin/knip.js', '--no-progress');
check('size', 'node_modules/size-limit/bin.js');
const environment = { CHROMIUM_PATH: chromium ?? '', NODE_ENV: 'test' };
suite('unit', environment);
suite('e2e', environment);

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
