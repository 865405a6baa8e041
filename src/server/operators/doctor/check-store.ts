import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { inTime } from '../../process/wait.ts';
import { createS3Storage } from '../../storage/s3-storage.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

const PATIENCE_MS = 5_000;
/** With the repeats of what asks. */
const STORE_PATIENCE_MS = 15_000;
/** Names a file that is nowhere: what its address is answered with is looked at, not the file. */
const NO_FILE = '0'.repeat(64) as Parameters<ReturnType<typeof createS3Storage>['address']>[0];

/** Whether the bucket of the files may be used, and browsers may read from it where S3_PUBLIC_ENDPOINT says so. */
export async function checkStore({ files, dataDir, publicUrl }: Config): Promise<Finding[]> {
  const { s3, publicEndpoint } = files;
  if (s3 === null) return [];
  const storage = createS3Storage(s3, join(dataDir, 'incoming'), publicEndpoint);
  try {
    await inTime(
      STORE_PATIENCE_MS,
      storage.check().then(() => storage.size(NO_FILE)),
    );
    const findings = [ok('store', `The bucket ${s3.bucket} answers.`)];
    const address = await storage.address(NO_FILE, { contentType: 'text/plain' });
    if (address !== null) findings.push(await checkPublic(address, publicUrl));
    return findings;
  } catch (error) {
    const todo = 'Look at S3_BUCKET, S3_ENDPOINT, S3_REGION and the keys, and whether the store runs.';
    return [fail('store', `The bucket ${s3.bucket} cannot be used: ${reasonOf(error)}.`, todo)];
  } finally {
    storage.close();
  }
}

/** As a browser asks there from the page's origin. What fails here is read through the server. */
async function checkPublic(address: string, publicUrl: string): Promise<Finding> {
  const { origin } = new URL(address);
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(address, { headers: { origin: publicUrl }, signal });
    await answer.body?.cancel();
    const allowed = answer.headers.get('access-control-allow-origin');
    if (allowed === '*' || allowed === publicUrl) return ok('store', `Browsers may read from ${origin}.`);
    const todo = `Allow GET from ${publicUrl} in the CORS rules of the bucket, or unset S3_PUBLIC_ENDPOINT.`;
    return warn('store', `${origin} does not let browsers read from ${publicUrl}.`, todo);
  } catch (error) {
    const todo = 'Set S3_PUBLIC_ENDPOINT to where browsers reach the store, or unset it.';
    return warn('store', `${origin} does not answer: ${reasonOf(error)}.`, todo);
  }
}
