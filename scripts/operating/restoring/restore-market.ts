import { resolve } from 'node:path'
import type { JWK } from 'jose'
import pg from 'pg'
import type { Config } from '#config'
import { auditEverything } from '#database/audit/everything.ts'
import type { Finding } from '#database/audit/run-checks.ts'
import { BackupFault } from '#platform/backups/backup-fault.ts'
import { type BackupContents, readBackup, restoreBackup } from '#platform/backups/restore-backup.ts'
import { authenticatorPasswordOf, openServer } from '#platform/postgres/open-server.ts'
import { checkServer } from '#platform/postgres/servers/server-check.ts'
import { writableHost } from '#platform/postgres/servers/writable-host.ts'
import { assertSameKeys, fingerprintKeys } from '#platform/secrets/site-identity.ts'
import { openSite, refuseOtherMode } from '../../../process/site/site.ts'
import { pauseOutgoingMoney } from './outgoing-money.ts'

/**
 * Restores a backup, brings the database up to date, audits it and logs what was restored. True if the audits find
 * nothing.
 */
export async function restoreMarket(path: string, config: Config): Promise<boolean> {
  const backup = await readBackup(resolve(path))
  const { takenAt } = backup.manifest
  const place = config.databaseUrl === undefined ? config.dataDir : `the database of DATABASE_URL and ${config.dataDir}`
  console.log(
    `The backup is complete. It contains the market as of ${takenAt}, ${formatAge(takenAt)} ago, and is restored to ${place}.`,
  )
  const { keys, signingKeys } = keysFor(backup, config)
  const marks = new Map(Object.entries(backup.manifest.marks))
  const encryptionSecret = config.auth.AUTH_ENCRYPTION_SECRET ?? keys.secret
  assertSameKeys(marks, await fingerprintKeys({ keys, signingKeys, encryptionSecret }))
  refuseOtherMode(marks, config.mode)
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== undefined) await checkServer(await writableHost(databaseUrl))
  const authenticatorPassword = (connectionString: string) => authenticatorPasswordOf(connectionString, keys.secret)
  const rows = await restoreBackup({
    backup,
    databaseUrl,
    dataDir,
    authenticatorPassword,
    beforeCommit: pauseOutgoingMoney,
  })
  const site = openSite({ config, keys, signingKeys })
  // As on a start: upgrades the database to this version.
  const strict = config.mode === 'production'
  const server = await openServer({
    databaseUrl,
    dataDir,
    maxConnections: 2,
    secret: keys.secret,
    strict,
    check: site.check,
  })
  try {
    const { faults, waiting } = await auditRestored(server.ownerConnectionString, backup.files)
    console.log(`Restored: ${rows} rows, ${backup.files.size} files, ${backup.secrets.size} secrets.`)
    if (waiting.missing > 0) console.log(`${waiting.missing} files referenced by rows were not in the backup.`)
    console.log(`Queued at that time: ${waiting.mails} mails, ${waiting.payouts} payouts, ${waiting.refunds} refunds.`)
    for (const { rule, subject, detail } of faults.slice(0, 20)) console.error(`${rule}: ${subject}: ${detail}`)
    console.log(faults.length === 0 ? 'The audit: everything adds up.' : `The audit: ${faults.length} findings.`)
    console.log(NEXT)
    return faults.length === 0
  } finally {
    await server.close()
  }
}

const NEXT =
  'Start the market. It sends no payouts and refunds yet: compare with the gateway first (docs/operating/backups.md), then ' +
  'run npm run restore -- --money-goes-on'

/** Keys from the settings take precedence over those of the backup, which are restored to the market's folder. */
function keysFor({ path, secrets }: BackupContents, config: Config) {
  const publishable = config.publishableKey ?? secrets.get('publishable-key')
  const secret = config.secretKey ?? secrets.get('secret-key')
  const jwtKeys = secrets.get('jwt-keys.json')
  const signingKeys =
    config.signingKeys ?? (jwtKeys === undefined ? undefined : (JSON.parse(jwtKeys) as { keys: JWK[] }))
  if (publishable !== undefined && secret !== undefined && signingKeys)
    return { keys: { publishable, secret }, signingKeys }
  throw new BackupFault(
    `${path} was taken without the keys of its market. Give them as settings: SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY and JWT_KEYS.`,
  )
}

interface PendingCounts {
  mails: number
  payouts: number
  refunds: number
  missing: number
}

async function auditRestored(
  connectionString: string,
  files: ReadonlySet<string>,
): Promise<{ faults: Finding[]; waiting: PendingCounts }> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<PendingCounts>(
      `select
      (select count(*)::integer from mail.messages where status = 'queued')
        + (select count(*)::integer from outbox.entries where recipient is not null) as mails,
      (select count(*)::integer from public.payouts where next_try_at is not null) as payouts,
      (select count(*)::integer from public.refunds where next_try_at is not null) as refunds,
      (select count(*)::integer from (select blob from storage.objects union select blob from storage.variants) named
        where not (blob = any ($1))) as missing`,
      [[...files]],
    )
    const waiting = rows[0] ?? { mails: 0, payouts: 0, refunds: 0, missing: 0 }
    return { faults: await auditEverything(client), waiting }
  } finally {
    await client.end()
  }
}

function formatAge(takenAt: string): string {
  const minutes = Math.round((Date.now() - Date.parse(takenAt)) / 60_000)
  if (minutes < 120) return `${minutes} minutes`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`
}
