/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { createServer, type Server, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { AwsClient } from 'aws4fetch'
import { diskStore, type FileStore } from '../stores/blob-store.ts'
import { bucketStore, type S3Bucket } from '../stores/bucket-store.ts'

/** A new store, with operations for tests. */
export interface TestStore {
  store: FileStore
  /** Opens the same location again, as another process does. */
  reopen(): FileStore
  /** Sets a blob's age, in ms. */
  age(name: string, ms: number): Promise<void>
  close(): Promise<void>
}

export async function openDisk(): Promise<TestStore> {
  const place = await mkdtemp(join(tmpdir(), 'disk-store-'))
  const folder = join(place, 'files')
  return {
    store: diskStore(folder),
    reopen: () => diskStore(folder),
    async age(name, ms) {
      const at = new Date(Date.now() - ms)
      await utimes(join(folder, name.slice(0, 2), name), at, at)
    },
    close: () => rm(place, { recursive: true, force: true }),
  }
}

/** The credentials that the server accepts. */
const KEYS = { accessKey: 'S3RVER', secretKey: 'S3RVER' }

interface TestBucket extends TestStore {
  bucket: S3Bucket
  proxy: FaultyProxy
  /** Uploads a file with another client. */
  put(path: string, bytes: Uint8Array): Promise<void>
}

/** A bucket on an S3 server that checks signatures. */
export async function openBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'bucket-store-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'files' }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  const proxy = await openFaultyProxy(port)
  const bucket = { url: `http://127.0.0.1:${proxy.port}/files`, region: 'us-east-1', ...KEYS }
  return {
    bucket,
    proxy,
    store: bucketStore(bucket),
    reopen: () => bucketStore(bucket),
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
      await proxy.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export interface FaultyProxy {
  port: number
  /** Sets the outcome of the next requests: this status, or a closed connection. */
  next(...outcomes: (number | 'cut')[]): void
  /** Methods whose requests are never answered. */
  cut: Set<string>
  /** Methods and paths of all requests so far. */
  requests: string[]
  close(): Promise<void>
}

/** A proxy between client and server that can fail as a network does. */
async function openFaultyProxy(to: number): Promise<FaultyProxy> {
  const outcomes: (number | 'cut')[] = []
  const requests: string[] = []
  const cut = new Set<string>()
  const server: Server = createServer((incoming, outgoing) => {
    requests.push(`${incoming.method} ${incoming.url?.replace(/\?.*/, '')}`)
    const outcome = outcomes.shift()
    if (outcome === 'cut' || cut.has(incoming.method ?? '')) return void incoming.socket.destroy()
    if (outcome !== undefined) {
      incoming.resume()
      return void outgoing.writeHead(outcome).end()
    }
    const { method, url, headers } = incoming
    const upstream = send({ host: '127.0.0.1', port: to, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers)
      response.pipe(outgoing)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    next: (...more) => void outcomes.splice(0, outcomes.length, ...more),
    cut,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
