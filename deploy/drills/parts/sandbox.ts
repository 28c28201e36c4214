import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, accountForPostgres } from '#platform/postgres/embedded/account.ts'

/** A drill's temporary folder and its clean-up. */
export interface Sandbox {
  /** Owned by the account that PostgreSQL runs as. */
  folder: string
  account: Account | undefined
  /** Runs at the end, last in first out. */
  atEnd(close: () => Promise<unknown> | unknown): void
}

/**
 * Checks that Debian's programs exist, given by package name, e.g. `{ patroni: '/usr/bin/patroni' }`; ends the process
 * with an error message if one is missing.
 */
export function needPrograms(programs: Record<string, string>): void {
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(path))
  if (missing.length === 0) return
  const names = missing.map(([name]) => name).join(' and ')
  console.error(`This drill needs Debian's ${names}: apt-get install ${missing.map(([name]) => name).join(' ')}.`)
  process.exit(1)
}

/** Runs a drill with a temporary folder; removes it and ends all started processes, however the drill ends. */
export async function inSandbox<T>(work: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'drill-'))
  const account = await accountForPostgres()
  if (account) await chown(folder, account.uid, account.gid)
  const closers: (() => Promise<unknown> | unknown)[] = []
  let clearing: Promise<void> | undefined
  const clear = () => {
    clearing ??= (async () => {
      for (const close of closers.reverse()) await Promise.resolve(close()).catch((error) => console.error(error))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    })()
    return clearing
  }
  const stop = () => void clear().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  try {
    return await work({ folder, account, atEnd: (close) => closers.push(close) })
  } finally {
    await clear()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
  }
}
