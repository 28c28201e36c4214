import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'

/** The built product in its own process, as `npm start` runs it. */
export interface Product {
  origin: string
  pid: number
  /** From process start to the first 200 from /readyz. */
  readyMs: number
  /** The process's resident memory in MB (10^6 bytes), without PostgreSQL. */
  memoryMb(): number
  /** The owner's connection string for its embedded PostgreSQL. */
  ownerConnectionString(): string
  /** Its output so far. */
  output(): string
  /** Ends the process with SIGTERM or the given signal. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export interface ProductOptions {
  /** The folder of its files; this project by default. */
  folder?: string
  /** The script to run. A folder made by `npm run dist` has another one. */
  script?: string
  dataDir: string
  port: number
  /** More environment variables. */
  environment: Record<string, string>
  /** For the process itself, such as `--cpu-prof`. */
  nodeOptions?: string[]
}

/** Throws with the product's output if it exits before it is ready. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { folder = '.', script = 'scripts/start.mjs', dataDir, port, environment, nodeOptions = [] } = options
  const origin = `http://localhost:${port}`
  const beganAt = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...nodeOptions, script], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      // The same options as in package.json.
      MALLOC_ARENA_MAX: '2',
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      RATE_LIMITS: 'off',
      // Without rate limits admission is off too: the benchmark measures throughput, not rejections.
      ADMISSION: environment.RATE_LIMITS === 'on' ? 'on' : 'off',
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`The product exited before it was ready:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { pid = 0 } = child
  return {
    origin,
    pid,
    readyMs: performance.now() - beganAt,
    memoryMb: () =>
      (Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) * 1024) / 1e6,
    ownerConnectionString() {
      const note = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
        password: string
        port: number
      }
      return `postgres://postgres:${note.password}@127.0.0.1:${note.port}/postgres`
    },
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

function isReady(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${origin}/readyz`, { agent: false }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode === 200))
    }).once('error', () => resolve(false))
  })
}
