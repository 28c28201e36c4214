import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { PostgresFault } from '../fault.ts'

/** The operating system account that runs PostgreSQL in place of root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

const NAME = 'postgres'

/**
 * The account for PostgreSQL, created if it is missing. Undefined if this process isn't root: PostgreSQL then runs as
 * the same user.
 */
export async function accountForPostgres(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await findAccount()
  if (known) return known
  spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', NAME])
  const made = await findAccount()
  if (made) return made
  throw new PostgresFault(
    `PostgreSQL refuses to run as root, and the account "${NAME}" is missing and could not be made. ` +
      `Make it (useradd --system ${NAME}), start as an ordinary user, or set DATABASE_URL.`,
  )
}

async function findAccount(): Promise<Account | undefined> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = accounts
    .split('\n')
    .find((line) => line.startsWith(`${NAME}:`))
    ?.split(':')
  if (!fields) return undefined
  return { name: NAME, uid: Number(fields[2]), gid: Number(fields[3]) }
}

/** True if the account can enter the folder, which requires the execute permission on every parent folder. */
export function canEnter(account: Account | undefined, folder: string): boolean {
  if (!account) return true
  const { uid, gid } = account
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { uid, gid, cwd: '/', stdio: 'ignore' }).status === 0
}
