import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/postgres/free-port.ts'
import { inSandbox } from '../parts/sandbox.ts'
import { type Image, makeContext, runDockerfile } from '../parts/servers/dockerfile.ts'
import { openSheet } from '../parts/sheet.ts'

// Executes the lines of the Dockerfile in plain folders, without a container engine, and runs the result as an account
// that owns nothing but its data and cannot write to the program folder.

if (process.getuid?.() !== 0) {
  console.error('This drill runs the market as another account: start it as root.')
  process.exit(1)
}

/** Production settings, with a mail server and a gateway that get no requests. */
const LIVE = {
  SITE_URL: 'https://market.example.com',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Market <no-reply@example.com>',
  PAYSTACK_SECRET_KEY: 'sk_live_0000000000000000000000000000000000000000',
  SHUTDOWN_NOTICE_MS: '500',
}

const sheet = openSheet('container')
await inSandbox(async (sandbox) => {
  chmodSync(sandbox.folder, 0o711)
  const context = makeContext(sandbox.folder)
  const secret = 'a-secret-that-must-stay-outside'
  writeFileSync(join(context, '.env'), `SUPABASE_SECRET_KEY=${secret}\n`)
  mkdirSync(join(context, '.data'))
  writeFileSync(join(context, '.data', 'kept'), secret)

  const beganAt = performance.now()
  const image = runDockerfile({ context, stagesFolder: join(sandbox.folder, 'stages') })
  sheet.figure('all lines played, in seconds', (performance.now() - beganAt) / 1000)
  const program = join(image.root, 'market')
  const megabytes = Number(spawnSync('du', ['-sm', program], { encoding: 'utf8' }).stdout.split('\t')[0])
  sheet.figure('the market and its packages, in MB', megabytes)
  const leaked = spawnSync('grep', ['--recursive', '--files-with-matches', secret, join(sandbox.folder, 'stages')], {
    encoding: 'utf8',
  })
  sheet.must('no stage holds the secrets that lie beside the sources', leaked.stdout === '', leaked.stdout || 'none')
  const tools = readdirSync(join(program, 'node_modules')).filter((name) =>
    /^(vite|vitest|typescript|@biomejs|tsx)$/.test(name),
  )
  sheet.must('nothing that builds is in it', tools.length === 0, tools.join(' ') || 'none')
  sheet.must('it runs as an account without rights', image.uid > 0 && image.gid > 0, `${image.uid}:${image.gid}`)

  // PostgreSQL looks up the name of its account. The image creates one; this machine has another without rights.
  const idOf = (kind: string) => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout)
  Object.assign(image, { uid: idOf('-u'), gid: idOf('-g') })
  spawnSync('chown', ['-R', '0:0', program])
  spawnSync('chmod', ['-R', 'go-w', program])
  const data = join(image.root, 'data')
  chownSync(data, image.uid, image.gid)
  const port = await freePort()
  const environment = {
    ...image.environment,
    PORT: String(port),
    DATA_DIR: data,
    HOST: '127.0.0.1',
    PATH: process.env.PATH ?? '',
  }

  const bare = runIn(image, environment)
  const refused = await bare.ended
  sheet.must(
    'without settings it says what is missing',
    refused !== 0 && bare.output().includes('SITE_URL'),
    `ends with ${refused}`,
  )

  const keys = spawnSync(process.execPath, ['commands/keys.mjs'], {
    cwd: program,
    encoding: 'utf8',
    env: environment,
  }).stdout
  const settings = Object.fromEntries(
    [...keys.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, unquoted(value)]),
  )
  const market = runIn(image, { ...environment, ...settings, ...LIVE })
  sandbox.atEnd(() => market.stop('SIGKILL'))
  const readyMs = await until(() => answers(port), 120_000)
  sheet.must('it opens, with a database of its own in /data', readyMs < 120_000, `${Math.round(readyMs)} ms`)
  if (readyMs >= 120_000) console.error(market.output())
  sheet.must('the health check says so', healthCheck(image, environment) === 0, healthCheck(image, environment))
  const stoppedAt = performance.now()
  const code = await market.stop(image.stopSignal)
  const tookMs = performance.now() - stoppedAt
  sheet.must(
    `${image.stopSignal} ends it in order within 12 s`,
    code === 0 && tookMs < 12_000,
    `${Math.round(tookMs)} ms, ${code}`,
  )
  sheet.must('then the health check says no', healthCheck(image, environment) === 1, healthCheck(image, environment))
  const foreign = spawnSync('find', [program, '-uid', String(image.uid)], { encoding: 'utf8' }).stdout
  sheet.must('it wrote nothing beside its data', foreign === '', foreign.split('\n')[0] || 'nothing')
  const version = readFileSync(join(data, 'postgres', 'PG_VERSION'), 'utf8').trim()
  sheet.figure('major version of the database in /data', version)
})
sheet.close()

function runIn({ uid, gid, command: [program = '', ...parameters], folder }: Image, env: Record<string, string>) {
  const child = spawn(program, parameters, { cwd: folder, env, uid, gid, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    ended,
    output: () => output,
    stop(signal: NodeJS.Signals) {
      child.kill(signal)
      return ended
    },
  }
}

function healthCheck(
  { uid, gid, healthCheck: [program = '', ...parameters], folder }: Image,
  env: Record<string, string>,
) {
  return spawnSync(program, parameters, { cwd: folder, env, uid, gid }).status ?? 'killed'
}

/** Reads a file of settings; like Node's own reader and systemd, strips such quotes. */
function unquoted(value = ''): string {
  return value.replace(/^'|'$/g, '')
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The time until it ended, or at least `mostMs`. */
async function until(holds: () => Promise<boolean>, mostMs: number): Promise<number> {
  const beganAt = performance.now()
  while (performance.now() - beganAt < mostMs && !(await holds())) await sleep(50)
  return performance.now() - beganAt
}
