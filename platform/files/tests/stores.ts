/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'
import { diskStore, type FileStore } from '../blob-store.ts'
import { type Bucket, bucketStore } from '../bucket-store.ts'

/** A store of its own, and what only a test may do to it. */
export interface TestStore {
  store: FileStore
  /** The same place as another process has opened it. */
  again(): FileStore
  /** Makes a blob as old as if it had been written so long ago. */
  age(name: string, ms: number): Promise<void>
  close(): Promise<void>
}

export async function openDisk(): Promise<TestStore> {
  const place = await mkdtemp(join(tmpdir(), 'disk-store-'))
  const folder = join(place, 'files')
  return {
    store: diskStore(folder),
    again: () => diskStore(folder),
    async age(name, ms) {
      const at = new Date(Date.now() - ms)
      await utimes(join(folder, name.slice(0, 2), name), at, at)
    },
    close: () => rm(place, { recursive: true, force: true }),
  }
}

/** The keys that the server knows. */
const KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' }

interface TestBucket extends TestStore {
  bucket: Bucket
  line: Line
  /** As somebody copies a file into it. */
  put(path: string, bytes: Uint8Array): Promise<void>
}

/** A bucket on a server of the protocol, which checks signatures. */
export async function openBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-store-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'files' }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const line = await openLine(port)
  const bucket = { url: `http://127.0.0.1:${line.port}/files`, region: 'us-east-1', ...KEYS }
  return {
    bucket,
    line,
    store: bucketStore(bucket),
    again: () => bucketStore(bucket),
    async put(path, bytes) {
      const signer = new AwsClient({ accessKeyId: KEYS.accessKey, secretAccessKey: KEYS.secretKey, service: 's3' })
      const { ok } = await signer.fetch(`${bucket.url}/${path}`, { method: 'PUT', body: new Uint8Array(bytes) })
      if (!ok) throw new Error('The file was not put into the bucket')
    },
    async age(name, ms) {
      const at = new Date(Date.now() - ms)
      await utimes(join(directory, 'files', name.slice(0, 2), `${name}._S3rver_object`), at, at)
    },
    async close() {
      await line.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface Line {
  port: number
  /** What happens to the next requests: they are answered with this status, or not at all. */
  next(...fates: (number | 'cut')[]): void
  /** Methods whose requests are never answered. */
  cut: Set<string>
  /** Methods and paths of all requests so far. */
  asked: string[]
  close(): Promise<void>
}

/** Stands between client and server, as a network does. */
async function openLine(to: number): Promise<Line> {
  const fates: (number | 'cut')[] = []
  const asked: string[] = []
  const cut = new Set<string>()
  const server: Server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url?.replace(/\?.*/, '')}`)
    const fate = fates.shift()
    if (fate === 'cut' || cut.has(incoming.method ?? '')) return void incoming.socket.destroy()
    if (fate !== undefined) {
      incoming.resume()
      return void outgoing.writeHead(fate).end()
    }
    const { method, url, headers } = incoming
    const on = send({ host: '127.0.0.1', port: to, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    on.on('error', () => outgoing.destroy())
    incoming.pipe(on)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    next: (...more) => void fates.splice(0, fates.length, ...more),
    cut,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
