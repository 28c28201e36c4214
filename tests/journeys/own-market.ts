import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { freePort } from '#platform/postgres/free-port.ts'

/** A separate data folder and a free port, on which markets are started and stopped. */
export interface DataFolder {
  dataDir: string
  port: number
  remove(): Promise<void>
}

export interface OpenMarket {
  process: ChildProcess
  /** The output so far. */
  output(): string
  /** The process's end: its code, or the signal that ended it. */
  ended: Promise<number | string>
}

export async function createDataFolder(): Promise<DataFolder> {
  const dataDir = await mkdtemp(join(tmpdir(), 'own-market-'))
  // PostgreSQL may have to run as another account, which must be able to enter the folder.
  await chmod(dataDir, 0o711)
  return { dataDir, port: await freePort(), remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** Runs `npm start` like an operator, or the script that it calls. Without demo data, which takes seconds. */
export function start({ dataDir, port }: DataFolder, { npm = false, ...environment }: Record<string, unknown> = {}) {
  const [program, parameters] = npm ? ['npm', ['start']] : [process.execPath, ['scripts/start.mjs']]
  const child = spawn(program as string, parameters as string[], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SEED: 'none', PORT: String(port), SITE_URL: '', DATA_DIR: dataDir, ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      text += bytes
    })
  }
  const ended = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? ''))
  })
  return { process: child, output: () => text, ended } satisfies OpenMarket
}

export async function untilOpen(market: OpenMarket): Promise<OpenMarket> {
  await expect.poll(market.output, { timeout: 100_000 }).toContain('The market is open at')
  return market
}
