import pg from 'pg'
import type { Config } from '#config'
import { type FileStore, StoreUnavailable } from '#platform/files/stores/blob-store.ts'
import { openStore } from '#platform/files/stores/open-store.ts'
import type { ApiKeys } from '#platform/http/guards/keys.ts'
import { errorText } from '#platform/postgres/fault.ts'
import {
  addIdentityEntry,
  assertSameKeys,
  fingerprintKeys,
  readSiteIdentity,
  recordKeys,
  replaceIdentityEntry,
  SiteFault,
} from '#platform/secrets/site-identity.ts'
import { checkNumberRange, reserveNumberRange } from './number-ranges.ts'

export interface Site {
  /**
   * Throws a `SiteFault` if the database belongs to another site or mode. Read-only, so that it can run before
   * migrations.
   */
  check(connectionString: string): Promise<void>
  /** Checks again, and stores the site's identity in the database. */
  remember(connectionString: string): Promise<void>
  /** Replaces the stored identity by these keys and files. */
  adopt(connectionString: string): Promise<void>
}

interface SiteParts {
  config: Pick<Config, 'mode' | 'dataDir' | 'fileBucket' | 'auth' | 'cell'>
  keys: ApiKeys
  signingKeys: { keys: Record<string, unknown>[] }
}

/** The identity of the site: its mode, keys and files. Connection strings are those of the owner. */
export function openSite({ config, keys, signingKeys }: SiteParts): Site {
  const { mode, auth, cell } = config
  const files = openStore(config)
  const keyMarks = () =>
    fingerprintKeys({ keys, signingKeys, encryptionSecret: auth.AUTH_ENCRYPTION_SECRET ?? keys.secret })

  async function rejectOtherSite(client: pg.Client): Promise<Map<string, string>> {
    const known = await readSiteIdentity(client)
    const demo = await holdsDemoLogins(client)
    if (mode === 'production' && demo) throw new SiteFault(DEMO_IN_PRODUCTION)
    refuseOtherMode(known, mode)
    assertSameKeys(known, await keyMarks())
    checkNumberRange(known, cell)
    await rejectOtherFiles(known.get(FILE_STORE), files)
    return known
  }

  return {
    check: (connectionString) =>
      inTransaction(connectionString, async (client) => void (await rejectOtherSite(client))),
    remember: (connectionString) =>
      inTransaction(connectionString, async (client) => {
        const known = await rejectOtherSite(client)
        if (mode === 'production') await addIdentityEntry(client, CONTENTS, 'production')
        else if (await holdsDemoLogins(client)) await addIdentityEntry(client, CONTENTS, 'demo')
        await recordKeys(client, await keyMarks())
        await reserveNumberRange(client, known, cell)
        if (!known.has(FILE_STORE)) await addIdentityEntry(client, FILE_STORE, await files.createStoreId())
      }),
    adopt: (connectionString) =>
      inTransaction(connectionString, async (client) => {
        await recordKeys(client, await keyMarks(), { replace: true })
        await replaceIdentityEntry(client, FILE_STORE, (await files.readStoreId()) ?? (await files.createStoreId()))
      }),
  }
}

/** Throws a `SiteFault` if the stored identity is of the other mode. */
export function refuseOtherMode(known: ReadonlyMap<string, string>, mode: Config['mode']): void {
  if (mode === 'production' && known.get(CONTENTS) === 'demo') throw new SiteFault(DEMO_IN_PRODUCTION)
  if (mode === 'demo' && known.get(CONTENTS) === 'production') throw new SiteFault(PRODUCTION_IN_DEMO)
}

const CONTENTS = 'contents'
const FILE_STORE = 'file-store'

const DEMO_IN_PRODUCTION =
  'This database holds the demo market, whose passwords are public, so it is rejected when MODE=production. ' +
  'Start with an empty one: another DATA_DIR, or an empty database in DATABASE_URL.'
const PRODUCTION_IN_DEMO =
  'This database holds the market of a site in production, and a demo would show its mails to every visitor. ' +
  'Set MODE=production, or choose another DATA_DIR or DATABASE_URL for the demo.'

/**
 * With the files of another site, pictures would be missing, and the sweep would delete files that this database
 * doesn't refer to.
 */
async function rejectOtherFiles(known: string | undefined, files: FileStore): Promise<void> {
  const own = await files.readStoreId().catch(throwStoreFault)
  if (known === own) return
  const remedy =
    'Set DATA_DIR or FILES_S3_URL to what holds the files of this database, or restore them there. If they are lost or were ' +
    'replaced on purpose, stop every process of the site and run npm run adopt.'
  if (own === undefined) throw new SiteFault(`The files of this database are missing in ${files.location}. ${remedy}`)
  throw new SiteFault(`The files in ${files.location} belong to another database. ${remedy}`)
}

function throwStoreFault(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error
  throw new SiteFault(
    `${error.message}: ${errorText(error.cause)}. Look at FILES_S3_URL, FILES_S3_REGION and its keys.`,
  )
}

/** Also detects a demo that was seeded before identities were stored. */
async function holdsDemoLogins(client: pg.Client): Promise<boolean> {
  const { rows: made } = await client.query("select to_regclass('auth.users') is not null as made")
  if (!made[0]?.made) return false
  const { demoLoginIds } = await import('#database/seed/people.ts')
  const { rows } = await client.query('select exists (select from auth.users where id = any ($1::uuid[])) as demo', [
    demoLoginIds(),
  ])
  return rows[0]?.demo === true
}

/** Serialises concurrent starts. */
async function inTransaction(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('marks of the site'))")
    await work(client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
