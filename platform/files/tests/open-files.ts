import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StorageClient } from '@supabase/storage-js'
import sharp from 'sharp'
import { generateSigningKey, loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { createFilesHandler } from '../handler.ts'
import { type BlobStore, diskStore } from '../stores/blob-store.ts'

export const ADA = '00000000-0000-4000-8000-00000000000a'
export const BOLA = '00000000-0000-4000-8000-00000000000b'
export const KEYS = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
export const SITE = 'http://site/storage/v1'

type Handle = (request: Request) => Promise<Response>

export interface TestFiles {
  db: TestDatabase
  store: BlobStore
  handle: Handle
  /** Another process of the same site, perhaps with another store or a shorter life of signed addresses. */
  openAgain(options?: Partial<Parameters<typeof createFilesHandler>[0]>): Handle
  /** The public client of a person, or of a visitor. */
  clientOf(person?: string): Promise<StorageClient>
  /** The public client with the secret key. */
  secret(): StorageClient
  headersOf(person: string): Promise<Record<string, string>>
  get(url: string, headers?: Record<string, string>): Promise<Response>
  /** Names of the stored bytes. */
  blobs(): Promise<string[]>
  /** Makes all stored bytes old enough to be swept. */
  age(): Promise<void>
  /** Sessions that have ended, by the person. */
  ended: Set<string>
  photo: Buffer
  close(): Promise<void>
}

/** Files on a real database and a folder, with the policies of `sql`. */
export async function openTestFiles(sql: string): Promise<TestFiles> {
  const db = await createTestDatabase({ floors: 'platform' })
  await db.owner.query(sql)
  const folder = await mkdtemp(join(tmpdir(), 'files-calls-'))
  const store = diskStore(folder)
  const signing = await loadSigningKeys({ keys: [await generateSigningKey()] }, { issuer: 'http://site' })
  const ended = new Set<string>()
  const { verifyAccessToken } = signing
  const sessionState = async ({ sub }: Record<string, unknown>) => (ended.has(String(sub)) ? 'ended' : 'live')
  const openAgain: TestFiles['openAgain'] = (options) =>
    createFilesHandler({ database: db.database, store, keys: KEYS, verifyAccessToken, sessionState, ...options })
  const handle = openAgain()
  const inProcess = ((input: RequestInfo | URL, init?: RequestInit) => handle(new Request(input, init))) as typeof fetch
  async function headersOf(person: string) {
    const now = Math.floor(Date.now() / 1_000)
    const claims = { sub: person, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 600 }
    return { apikey: KEYS.publishable, authorization: `Bearer ${await signing.sign(claims)}` }
  }
  const visitor = { apikey: KEYS.publishable, authorization: `Bearer ${KEYS.publishable}` }
  const blobs = async () => (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{32}$/.test(name))
  return {
    db,
    store,
    handle,
    openAgain,
    headersOf,
    ended,
    clientOf: async (person) => new StorageClient(SITE, person ? await headersOf(person) : visitor, inProcess),
    secret: () => new StorageClient(SITE, { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }, inProcess),
    get: (url, headers = {}) => handle(new Request(url, { headers })),
    blobs,
    async age() {
      for (const name of await blobs()) await utimes(join(folder, name), new Date(0), new Date(0))
    },
    photo: await testPhoto(60, 40),
    async close() {
      await db.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function testPhoto(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'tomato' } })
    .jpeg()
    .toBuffer()
}

/** Each person may do anything in the folder that has their name. */
export const OWN_FOLDERS = `
  create policy own_folder on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = current_setting('request.jwt.claims')::json ->> 'sub');`
