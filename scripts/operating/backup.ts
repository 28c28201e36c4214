import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigFault, configFromEnvironment } from '#config'
import { BackupFault } from '#platform/backups/backup-fault.ts'
import { takeBackup } from '#platform/backups/take-backup.ts'
import { errorText, PostgresFault } from '#platform/postgres/fault.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'

const USAGE = `npm run backup [-- FOLDER or FILE.tar] [--keep N] [--without-files] [--without-secrets]

Copies the market into one file, also while it runs: all rows of one snapshot, the files, and the keys in DATA_DIR/secrets.
Without a name it goes to DATA_DIR/backups. --keep N removes all but the N newest backups of that folder.`

/** npm run backup: backs up everything into one file, while the market runs. */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      'without-files': { type: 'boolean' },
      'without-secrets': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help || positionals.length > 1) console.log(USAGE)
  else await backUp(positionals[0], values)
} catch (error) {
  const isExpected = [BackupFault, ConfigFault, PostgresFault].some((kind) => error instanceof kind)
  console.error(
    isExpected && error instanceof Error ? error.message : `The backup could not be taken: ${errorText(error)}.`,
  )
  process.exitCode = 1
}

interface BackupArguments {
  keep?: string | undefined
  'without-files'?: boolean | undefined
  'without-secrets'?: boolean | undefined
}

async function backUp(target: string | undefined, args: BackupArguments): Promise<void> {
  const config = configFromEnvironment()
  const keep = args.keep === undefined ? undefined : Number(args.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new BackupFault('--keep takes a whole number from 1 on.')
  // Lowest priority: requests come first.
  setPriority(19)
  const server = await ownerConnection(config)
  try {
    const taken = await takeBackup({
      connectionString: server.connectionString,
      dataDir: config.dataDir,
      target: target ?? join(config.dataDir, 'backups'),
      parts: { files: !args['without-files'], secrets: !args['without-secrets'] },
      ...(keep !== undefined && { keep }),
    })
    const size = `${(taken.bytes / 1e6).toFixed(1)} MB, ${taken.files} files, ${taken.seconds.toFixed(1)} s`
    console.log(`${taken.path} contains the market as of ${taken.takenAt.toISOString()} and was verified (${size}).`)
    if (taken.removed.length > 0) console.log(`Removed: ${taken.removed.join(', ')}.`)
  } finally {
    await server.stop()
  }
}
