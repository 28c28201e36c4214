import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Market, openMarket } from '../market-processes.ts'
import { needPrograms, type Sandbox } from '../sandbox.ts'
import { proxyOfMarket } from './haproxy.ts'
import { type Machine, openNetwork } from './network.ts'
import { type Patroni, startPatroni } from './patroni.ts'
import { type Supervised, supervise } from './supervised.ts'

const POOLER = new URL('../../../pgbouncer/', import.meta.url)
const [HAPROXY, PGBOUNCER] = ['/usr/sbin/haproxy', '/usr/sbin/pgbouncer']
const PASSWORD = 'pooler'
const PORT = 4_200
const SITE_PORT = 4_280
const BUCKET_PORT = 4_290
const KEYS = 'S3RVER'

/** Ten machines of one site, each in its network namespace. */
export interface WholeSite {
  market: Market
  /** Where the proxy answers. */
  origin: string
  patroni: Patroni
  /** The machines of the market, with the main process of each. */
  machines: { machine: Machine; product: Supervised; origin: string }[]
  pooler: Supervised
  proxy: Supervised
  bucket: Supervised
  /** Runs as the owner, on the current primary. */
  asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T>
  waitUntilReady(origin: string): Promise<void>
}

/**
 * Three machines of the market with two workers each behind HAProxy, three with PostgreSQL under Patroni, one each with
 * etcd, PgBouncer and a bucket, and one with HAProxy. PgBouncer reaches the primary through an HAProxy beside it.
 */
export async function startWholeSite(sandbox: Sandbox, isSynchronous: boolean): Promise<WholeSite> {
  needPrograms({ haproxy: HAPROXY, pgbouncer: PGBOUNCER })
  const names = ['d1', 'd2', 'd3', 'e', 'p', 'l', 's', 'm1', 'm2', 'm3']
  const [d1, d2, d3, etcd, poolerMachine, proxyMachine, bucketMachine, ...sites] = openNetwork(sandbox, names) as [
    Machine,
    Machine,
    Machine,
    Machine,
    Machine,
    Machine,
    Machine,
    ...Machine[],
  ]
  const patroni = await startPatroni(sandbox, { databases: [d1, d2, d3], etcd, isSynchronous })
  const asOwner: WholeSite['asOwner'] = async (work) => {
    const primary = await patroni.primary()
    const owner = new pg.Pool({ connectionString: primary?.connectionString, max: 2 })
    owner.on('error', () => undefined)
    try {
      return await work(owner)
    } finally {
      await owner.end()
    }
  }
  const siteUrl = `http://${proxyMachine.address}:${SITE_PORT}`
  const market = await openMarket(sandbox, siteUrl)
  const bucket = startBucket(sandbox, bucketMachine)
  const pooler = preparePooler(sandbox, poolerMachine, patroni)
  const proxy = prepareProxy(sandbox, proxyMachine, sites)
  const direct = new URL(patroni.nodes[0]?.connectionString ?? '')
  const environment = {
    ...market.environment,
    PATH: process.env.PATH ?? '',
    MALLOC_ARENA_MAX: '2',
    HOST: '0.0.0.0',
    PORT: String(PORT),
    SITE_URL: siteUrl,
    WORKERS: '2',
    ADMISSION: 'on',
    RATE_LIMITS: 'off',
    SEED: 'none',
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    SHUTDOWN_NOTICE_MS: '2000',
    DATABASE_CONNECTIONS: '5',
    DATABASE_STATEMENT_TIMEOUT_MS: '5000',
    DATABASE_LOCK_TIMEOUT_MS: '2000',
    DATABASE_URL: `postgres://${direct.username}:${direct.password}@${poolerMachine.address}:6432/postgres`,
    DATABASE_DIRECT_URL: patroni.databaseUrl,
    FILES_S3_URL: `http://${bucketMachine.address}:${BUCKET_PORT}/files`,
    FILES_S3_REGION: 'us-east-1',
    FILES_S3_ACCESS_KEY: KEYS,
    FILES_S3_SECRET_KEY: KEYS,
  }
  const waitUntilReady = (origin: string) => untilReady(origin, sandbox)
  const machines = sites.map((machine) => {
    const dataDir = join(sandbox.folder, `data-${machine.name}`)
    mkdirSync(dataDir)
    const product = supervise(sandbox, machine, {
      name: `market-${machine.name}`,
      program: process.execPath,
      args: ['--max-semi-space-size=8', 'scripts/run-built.mjs'],
      environment: { ...environment, DATA_DIR: dataDir },
    })
    return { machine, product, origin: `http://${machine.address}:${PORT}` }
  })
  const [first] = machines
  if (!first) throw new Error('There is no machine for the market.')
  // The pooler looks up an account that the migrations create.
  const migrating = supervise(sandbox, first.machine, {
    name: 'migrations',
    program: process.execPath,
    args: ['scripts/run-built.mjs'],
    environment: {
      ...environment,
      WORKERS: '1',
      DATABASE_URL: patroni.databaseUrl,
      DATABASE_DIRECT_URL: '',
      DATA_DIR: join(sandbox.folder, 'data-m1'),
    },
  })
  migrating.start()
  await waitUntilReady(first.origin)
  await migrating.kill()
  await asOwner((owner) =>
    owner.query(readFileSync(new URL('auth.sql', POOLER), 'utf8').replace('change-me', PASSWORD)),
  )
  pooler.start()
  for (const { product, origin } of machines) {
    product.start()
    await waitUntilReady(origin)
  }
  proxy.start()
  await waitUntilReady(siteUrl)
  return { market, origin: siteUrl, patroni, machines, pooler, proxy, bucket, asOwner, waitUntilReady }
}

async function untilReady(origin: string, { folder }: Sandbox): Promise<void> {
  const until = performance.now() + 180_000
  for (;;) {
    const isReady = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (performance.now() > until) throw new Error(`${origin} is not ready:\n${logsIn(folder)}`)
    await sleep(200)
  }
}

/** The ends of the logs of the market's processes and of the pooler. */
function logsIn(folder: string): string {
  const names = readdirSync(folder).filter((name) => /^(market-.*|pgbouncer|to-primary)\.log$/.test(name))
  return names.map((name) => `${name}: ${readFileSync(join(folder, name), 'utf8').slice(-1_000)}`).join('\n')
}

function startBucket(sandbox: Sandbox, machine: Machine): Supervised {
  const folder = join(sandbox.folder, 'bucket')
  mkdirSync(folder)
  const script = new URL('bucket-server.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', script, machine.address, String(BUCKET_PORT), folder]
  const bucket = supervise(sandbox, machine, { name: 'bucket', program: process.execPath, args })
  bucket.start()
  return bucket
}

/** PgBouncer as in deploy/pgbouncer, and beside it an HAProxy that leads to the primary; it is started here. */
function preparePooler(sandbox: Sandbox, machine: Machine, { nodes }: Patroni): Supervised {
  const primaryPort = 5_000
  proxyOf(sandbox, machine, {
    name: 'to-primary',
    text: `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${primaryPort}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join('\n')}
`,
  }).start()
  const { username, password } = new URL(nodes[0]?.connectionString ?? '')
  const users = ownFile(sandbox, 'userlist.txt', `"pgbouncer" "${PASSWORD}"\n"${username}" "${password}"\n`)
  const text = readFileSync(new URL('pgbouncer.ini', POOLER), 'utf8')
    .replace('market = host=127.0.0.1 port=5432 dbname=market', `postgres = host=127.0.0.1 port=${primaryPort}`)
    // The market's processes share this machine's processors, so their transactions take long: more of them at once.
    .replace('default_pool_size = 10', 'default_pool_size = 24')
    .replace('listen_addr = 127.0.0.1', `listen_addr = ${machine.address}`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replaceAll(/^(unix_socket_dir|logfile|pidfile) = .*$/gm, '')
  const file = ownFile(sandbox, 'pgbouncer.ini', `${text}\nunix_socket_dir =\n`)
  // PgBouncer refuses to run as root.
  const { account } = sandbox
  const asAccount = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  return supervise(sandbox, machine, {
    name: 'pgbouncer',
    program: account ? '/usr/bin/setpriv' : PGBOUNCER,
    args: account ? [...asAccount, PGBOUNCER, '-q', file] : ['-q', file],
  })
}

function prepareProxy(sandbox: Sandbox, machine: Machine, sites: readonly Machine[]): Supervised {
  const servers = sites.map(({ name, address }) => ({ name, address: `${address}:${PORT}` }))
  return proxyOf(sandbox, machine, { name: 'haproxy', text: proxyOfMarket(`${machine.address}:${SITE_PORT}`, servers) })
}

function proxyOf(sandbox: Sandbox, machine: Machine, { name, text }: { name: string; text: string }): Supervised {
  const file = ownFile(sandbox, `${name}.cfg`, text)
  return supervise(sandbox, machine, { name, program: HAPROXY, args: ['-db', '-f', file] })
}

/** A file that PostgreSQL's account may read. */
function ownFile({ folder, account }: Sandbox, name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  chmodSync(file, 0o600)
  if (account) chownSync(file, account.uid, account.gid)
  return file
}
