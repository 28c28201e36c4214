import { spawn } from 'node:child_process'
import type { Market } from './market-processes.ts'

export interface Installation {
  dataDir: string
  market: Market
  /** The embedded PostgreSQL of the folder by default. */
  databaseUrl?: string
}

/**
 * Runs `npm run NAME` like an operator, beside the running market or in its place. Returns the output; throws with it
 * unless the exit code is 0.
 */
export async function runScript(name: string, options: string[], { dataDir, market, databaseUrl = '' }: Installation) {
  const variables = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SITE_URL: market.siteUrl }
  const child = spawn(process.execPath, ['--import', 'tsx', `scripts/operating/${name}.ts`, ...options], {
    env: { PATH: process.env.PATH, ...variables, ...market.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`npm run ${name} ended with ${code}:\n${output.slice(0, 3_000)}`)
  console.log(output.trim())
  return output
}
