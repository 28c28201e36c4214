import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#config'
import { demoMarket } from '#database/tests/setup/demo-market.ts'
import { generateSigningKey } from '#platform/auth/sessions/tokens.ts'
import type { S3Bucket } from '#platform/files/stores/bucket-store.ts'
import { openBucket } from '#platform/files/tests/stores.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { newPublishableKey, newSecretKey } from '#platform/secrets/site-keys.ts'
import { openSite } from './site.ts'

let db: TestDatabase
let place: string
beforeEach(async () => {
  db = await createTestDatabase()
  place = await mkdtemp(join(tmpdir(), 'site-'))
  await chmod(place, 0o711)
})
afterEach(async () => {
  await db.drop()
  await rm(place, { recursive: true, force: true })
})

const keys = { publishable: newPublishableKey(), secret: newSecretKey() }
const [first, second, third] = await Promise.all([generateSigningKey(), generateSigningKey(), generateSigningKey()])

interface Changes {
  mode?: 'demo' | 'production'
  folder?: string
  keys?: Partial<typeof keys>
  signingKeys?: (typeof first)[]
  encryption?: string
  fileBucket?: S3Bucket
  cell?: number | null
}

function site({
  mode = 'production',
  folder = 'data',
  signingKeys = [first],
  encryption,
  fileBucket,
  cell = null,
  ...rest
}: Changes = {}) {
  const { auth } = readConfig(encryption === undefined ? {} : { AUTH_ENCRYPTION_SECRET: encryption })
  const config = { mode, dataDir: join(place, folder), fileBucket: fileBucket ?? null, auth, cell }
  const own = openSite({ config, keys: { ...keys, ...rest.keys }, signingKeys: { keys: signingKeys } })
  const at = db.ownerConnectionString
  return {
    opens: async () => {
      await own.check(at)
      await own.remember(at)
    },
    adopts: () => own.adopt(at),
  }
}

/** Replaces the empty database. */
async function openDemo() {
  await db.drop()
  db = await createTestDatabase({ seed: demoMarket })
}

const marks = async () => (await db.owner.query('select name, value from site.identity order by name')).rows

describe('production', () => {
  test('rejects a demo database by its stored identity', async () => {
    await openDemo()
    await db.owner.query('delete from public.profiles where false')
    await expect(site().opens()).rejects.toThrow('holds the demo market, whose passwords are public')
    await expect(site().opens()).rejects.toThrow('Start with an empty one: another DATA_DIR')
    expect((await marks()).map(({ name }) => name)).toEqual(['contents'])
  })

  test('rejects a demo seeded before identities were stored, by a single login', async () => {
    await openDemo()
    await db.owner.query('delete from site.identity')
    await expect(site().opens()).rejects.toThrow('holds the demo market')
    const { rows } = await db.owner.query(
      `select u.id from auth.users u where email = 'chief@ajoja.test' and encrypted_password is not null`,
    )
    expect(rows).toHaveLength(1)
    await db.owner.query(
      `alter table auth.users disable trigger all; delete from auth.users where id <> '${rows[0].id}'`,
    )
    await expect(site().opens()).rejects.toThrow('holds the demo market')
  })

  test('starts although a user has signed up with an address of the demo', async () => {
    await db.owner.query(`insert into auth.users (id, email) values (gen_random_uuid(), 'chief@ajoja.test')`)
    await site().opens()
  })

  test('is never opened as a demo', async () => {
    await site().opens()
    await expect(site({ mode: 'demo' }).opens()).rejects.toThrow('holds the market of a site in production')
  })

  test('accepts a database that was tried out without the demo seed', async () => {
    await site({ mode: 'demo' }).opens()
    await site().opens()
  })
})

test('a demo of an earlier version is recorded when it is opened', async () => {
  await openDemo()
  await db.owner.query('delete from site.identity')
  await site({ mode: 'demo' }).opens()
  expect(await marks()).toContainEqual({ name: 'contents', value: 'demo' })
})

describe('keys', () => {
  beforeEach(() => site().opens())

  test('are stored as fingerprints only', async () => {
    const stored = JSON.stringify(await marks())
    for (const secret of [keys.publishable, keys.secret, String(first.d)]) expect(stored).not.toContain(secret)
    expect(await marks()).toHaveLength(6)
  })

  test('that are the same open it again', () => site().opens())

  test.each<[string, Changes]>([
    ['SUPABASE_PUBLISHABLE_KEY', { keys: { publishable: newPublishableKey() } }],
    ['SUPABASE_SECRET_KEY, AUTH_ENCRYPTION_SECRET', { keys: { secret: newSecretKey() } }],
    ['AUTH_ENCRYPTION_SECRET', { encryption: 'another-secret-of-20-letters' }],
    ['JWT_KEYS (it lacks the key that signs now)', { signingKeys: [second] }],
  ])('with another %s are rejected until the operator adopts them', async (name, change) => {
    const opening = site(change).opens()
    await expect(opening).rejects.toThrow(name)
    await expect(opening).rejects.toThrow('run npm run adopt')
    await site().opens()
    await site(change).adopts()
    await site(change).opens()
    await expect(site().opens()).rejects.toThrow('The database was set up with other keys')
  })

  test('that replace the secret key keep the authenticator apps with the old one', async () => {
    await site({ keys: { secret: newSecretKey() }, encryption: keys.secret }).adopts()
    await expect(site({ encryption: keys.secret }).opens()).rejects.toThrow(/has: SUPABASE_SECRET_KEY\. /)
  })

  test('that sign can be rotated: a new one is added, signs, and the old one is removed', async () => {
    await site({ signingKeys: [first, second] }).opens()
    await site({ signingKeys: [second, first] }).opens()
    await expect(site({ signingKeys: [first] }).opens()).rejects.toThrow('lacks the key that signs now')
    await site({ signingKeys: [first, second] }).opens()
    await site({ signingKeys: [second, first, third] }).opens()
    await site({ signingKeys: [second] }).opens()
    await expect(site({ signingKeys: [first, third] }).opens()).rejects.toThrow('lacks the key that signs now')
  })
})

describe('files', () => {
  const wayOut = 'run npm run adopt'

  test('of another folder are rejected, and so are missing ones', async () => {
    await site().opens()
    await expect(site({ folder: 'other' }).opens()).rejects.toThrow(
      `missing in ${join(place, 'other/files')}. Set DATA_DIR`,
    )
    await cp(join(place, 'data/files'), join(place, 'other/files'), { recursive: true })
    await site({ folder: 'other' }).opens()
    await rm(join(place, 'data'), { recursive: true })
    await expect(site().opens()).rejects.toThrow(wayOut)
    await site().adopts()
    await site().opens()
    await expect(site({ folder: 'other' }).opens()).rejects.toThrow('belong to another database')
  })

  test('in a bucket belong to their database too, also after being copied from the folder', async () => {
    const stored = await openBucket()
    const inBucket = site({ fileBucket: stored.bucket })
    try {
      await site().opens()
      await expect(inBucket.opens()).rejects.toThrow(`missing in ${stored.bucket.url}. Set DATA_DIR or FILES_S3_URL`)
      await stored.put('database-mark', await readFile(join(place, 'data/files/database-mark')))
      await inBucket.opens()
      stored.proxy.cut.add('GET')
      await expect(inBucket.opens()).rejects.toThrow(
        `The bucket ${stored.bucket.url} cannot be used: fetch failed. Look at FILES_S3_URL`,
      )
    } finally {
      await stored.close()
    }
  })

  test('of another database are not swept away by an empty one', async () => {
    await site().opens()
    const former = await readFile(join(place, 'data/files/database-mark'), 'utf8')
    await db.drop()
    db = await createTestDatabase()
    await expect(site().opens()).rejects.toThrow('belong to another database')
    expect(await readFile(join(place, 'data/files/database-mark'), 'utf8')).toBe(former)
    await site().adopts()
    await site().opens()
  })
})

test('of two concurrent first starts one wins, and the other is rejected', async () => {
  const starts = [site(), site({ keys: { secret: newSecretKey() }, folder: 'other' })]
  const outcomes = await Promise.allSettled(starts.map((one) => one.opens()))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
