import { parseArgs } from 'node:util'
import { ConfigFault, configFromEnvironment } from '#config'
import { BackupFault } from '#platform/backups/backup-fault.ts'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { SiteFault } from '#platform/secrets/site-identity.ts'
import { SecretFault } from '#platform/secrets/stored-secret.ts'
import { switchOutgoingMoney } from './restoring/outgoing-money.ts'
import { restoreMarket } from './restoring/restore-market.ts'

const USAGE = `npm run restore -- BACKUP.tar
npm run restore -- --money-goes-on (or --money-waits)

Restores a backup to DATA_DIR, which must be empty, or to the empty database of DATABASE_URL, and audits it. A restored market opens
as usual, but sends no payouts and refunds until you have checked the gateway and run --money-goes-on.`

/** npm run restore: restores a market from its backup into an empty folder or database. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'money-goes-on': { type: 'boolean' }, 'money-waits': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [path] = positionals
  if (values['money-goes-on']) await switchOutgoingMoney(configFromEnvironment(), 'on')
  else if (values['money-waits']) await switchOutgoingMoney(configFromEnvironment(), 'off')
  else if (path === undefined || values.help || positionals.length > 1) console.log(USAGE)
  else process.exitCode = (await restoreMarket(path, configFromEnvironment())) ? 0 : 1
} catch (error) {
  const isExpected = [BackupFault, ConfigFault, PostgresFault, SecretFault, SiteFault].some(
    (kind) => error instanceof kind,
  )
  console.error(isExpected && error instanceof Error ? error.message : `The restore failed: ${errorText(error)}.`)
  process.exitCode = 1
}
