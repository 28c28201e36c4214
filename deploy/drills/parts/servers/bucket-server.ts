/// <reference path="../../../../platform/files/tests/s3rver.d.ts" />
import S3rver from '@20minutes/s3rver'

// An S3 server as a process of its own, so that it can be killed: node bucket-server.ts ADDRESS PORT FOLDER.
const [address = '', port = '', directory = ''] = process.argv.slice(2)
await new S3rver({
  address,
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: 'files' }],
}).run()
