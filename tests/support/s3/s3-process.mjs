// Entry: an S3-compatible store on a free port, with its files in S3_FOLDER.
import S3rver from 's3rver';

/** Pages of any origin may read with an address that is signed for it. */
const CORS = `<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>`;

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: process.env.S3_FOLDER,
  configureBuckets: [{ name: 'vitrine', configs: [CORS] }],
});
const { port } = await server.run();
process.stdout.write(`ready ${port}\n`);
