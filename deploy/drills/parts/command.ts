import { spawn } from 'node:child_process'
import type { Market } from './market-processes.ts'

export interface Installation {
  dataDir: string
  market: Market
  /** By default the embedded PostgreSQL of the folder. */
  databaseUrl?: string
}

/** `npm run NAME` as an operator types it, beside the market or where it was. Returns what it said; throws with it unless it ended with 0. */
export async function runScript(name: string, options: string[], { dataDir, market, databaseUrl = '' }: Installation) {
  const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SITE_URL: market.siteUrl }
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/${name}.ts`, ...options], {
    env: { PATH: process.env.PATH, ...variables, ...market.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}:\n${said.slice(0, 3_000)}`)
  console.log(said.trim())
  return said
}
