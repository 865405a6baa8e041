// Entry: an S3-compatible store on a free port, with its files in S3_FOLDER.
import S3rver from 's3rver';

const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory: process.env.S3_FOLDER,
  configureBuckets: [{ name: 'vitrine', configs: [] }],
});
const { port } = await server.run();
process.stdout.write(`ready ${port}\n`);
