import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { needPrograms, type Sandbox } from '../sandbox.ts'
import { asAccount, PROGRAMS } from './debian-postgres.ts'
import { type Machine, openNetwork } from './network.ts'

const EXAMPLE = new URL('../../../patroni/patroni.yml', import.meta.url)
const OWNER = 'change-me-owner'

/** One of the database machines. */
export interface DatabaseNode extends Machine {
  /** The owner's. */
  connectionString: string
  data: string
}

export interface Patroni {
  nodes: DatabaseNode[]
  etcd: Machine
  /** All hosts, as `DATABASE_URL` names them. */
  databaseUrl: string
  /** The node that reports itself as the primary. */
  primary(): Promise<DatabaseNode | undefined>
  /** Waits until this node reports itself as the primary; returns the time. */
  waitForPromotion(node: DatabaseNode, seconds?: number): Promise<number>
  /** The standby that has every acknowledged commit. */
  synchronous(): Promise<DatabaseNode | undefined>
  /** Waits until there is a synchronous standby, which can be promoted without loss. */
  waitForSynchronous(): Promise<void>
  /** Starts the processes of a node that has come back. */
  start(node: DatabaseNode): void
  switchOver(from: DatabaseNode, to: DatabaseNode): Promise<void>
}

interface PatroniMachines {
  databases: Machine[]
  etcd: Machine
  /** False lets Patroni promote a standby that lacks acknowledged commits. */
  isSynchronous?: boolean
}

/** Two machines with databases and one with etcd, each in its network namespace. */
export async function startPair(sandbox: Sandbox): Promise<Patroni & { nodes: [DatabaseNode, DatabaseNode] }> {
  const [a, b, etcd] = openNetwork(sandbox, ['a', 'b', 'e']) as [Machine, Machine, Machine]
  const patroni = await startPatroni(sandbox, { databases: [a, b], etcd })
  const [first, second] = patroni.nodes as [DatabaseNode, DatabaseNode]
  return Object.assign(patroni, { nodes: [first, second] as [DatabaseNode, DatabaseNode] })
}

/** Starts databases as in deploy/patroni/patroni.yml, and etcd; returns once each replicates, and one synchronously. */
export async function startPatroni(
  sandbox: Sandbox,
  { databases, etcd, isSynchronous = true }: PatroniMachines,
): Promise<Patroni> {
  needPrograms({ patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', 'postgresql-15': join(PROGRAMS, 'initdb') })
  runOn(sandbox, etcd, '/usr/bin/etcd', [
    '--data-dir',
    join(sandbox.folder, 'etcd'),
    '--name',
    'e',
    '--log-level',
    'error',
    '--listen-client-urls',
    `http://${etcd.address}:2379`,
    '--advertise-client-urls',
    `http://${etcd.address}:2379`,
    '--listen-peer-urls',
    `http://${etcd.address}:2380`,
  ])
  await until(async () => (await fetch(`http://${etcd.address}:2379/health`)).ok, 'etcd answers')
  const nodes = databases.map((machine) => nodeOf(sandbox, machine))
  const hosts = nodes.map(({ address }) => `${address}:5432`).join(',')
  const patroni: Patroni = {
    nodes,
    etcd,
    databaseUrl: `postgres://postgres:${OWNER}@${hosts}/postgres?target_session_attrs=read-write`,
    async primary() {
      for (const node of nodes) if (await isPrimary(node)) return node
      return undefined
    },
    async waitForPromotion(node, seconds = 90) {
      await until(() => isPrimary(node), `${node.name} is promoted`, seconds)
      return performance.now()
    },
    async synchronous() {
      for (const node of nodes) if (await hasStatus(node, 'synchronous')) return node
      return undefined
    },
    waitForSynchronous: () =>
      until(async () => (await patroni.synchronous()) !== undefined, 'the standby is synchronous'),
    start: (node) => startNode(sandbox, node, { etcd, isSynchronous }),
    async switchOver(from, to) {
      const body = JSON.stringify({ leader: `market-${from.name}`, candidate: `market-${to.name}` })
      const answer = await fetch(`http://${from.address}:8008/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
  }
  const [first, ...others] = nodes
  if (!first) throw new Error('There is no machine for a database.')
  patroni.start(first)
  await patroni.waitForPromotion(first)
  for (const other of others) patroni.start(other)
  for (const other of others) await until(() => hasStatus(other, 'replica'), `${other.name} replicates`)
  if (isSynchronous) await patroni.waitForSynchronous()
  return patroni
}

function nodeOf(sandbox: Sandbox, machine: Machine): DatabaseNode {
  const connectionString = `postgres://postgres:${OWNER}@${machine.address}:5432/postgres`
  return { ...machine, connectionString, data: join(sandbox.folder, `pg-${machine.name}`) }
}

function startNode(
  sandbox: Sandbox,
  node: DatabaseNode,
  { etcd, isSynchronous }: Pick<PatroniMachines, 'etcd' | 'isSynchronous'>,
): void {
  const sockets = join(sandbox.folder, `run-${node.name}`)
  mkdirSync(sockets, { recursive: true })
  const { account } = sandbox
  if (account) chownSync(sockets, account.uid, account.gid)
  const net = node.address.replace(/\.\d+$/, '.0/24')
  const text = readFileSync(EXAMPLE, 'utf8')
    .replace('synchronous_mode: true', `synchronous_mode: ${isSynchronous}`)
    .replaceAll('market-a', `market-${node.name}`)
    .replaceAll(/10\.0\.0\.21:2379.*/g, `${etcd.address}:2379`)
    .replaceAll('10.0.0.11', node.address)
    .replaceAll('10.0.0.0/24', net)
    .replaceAll('/var/lib/postgresql/15/market', node.data)
    .replaceAll('/var/lib/postgresql/.pgpass-market', join(sandbox.folder, `pgpass-${node.name}`))
    .replaceAll('/var/run/postgresql', sockets)
  const file = join(sandbox.folder, `patroni-${node.name}.yml`)
  writeFileSync(file, text)
  runOn(sandbox, node, '/usr/bin/patroni', [file])
}

/** Runs a program on a machine, as PostgreSQL's account. */
function runOn(sandbox: Sandbox, machine: Machine, program: string, args: string[]): ChildProcess {
  const { cwd, env, uid, gid } = { uid: undefined, gid: undefined, ...asAccount(sandbox) }
  const [enter = '', ...inside] = machine.prefix
  const log = openSync(join(sandbox.folder, `${machine.name}.log`), 'a')
  const account = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return spawn(enter, [...inside, ...account, program, ...args], {
    cwd,
    env,
    stdio: ['ignore', log, log],
    detached: true,
  })
}

const isPrimary = (node: DatabaseNode) => hasStatus(node, 'primary')

async function hasStatus(node: DatabaseNode, what: string): Promise<boolean> {
  try {
    const answer = await fetch(`http://${node.address}:8008/${what}`, { signal: AbortSignal.timeout(1_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}

async function until(holds: () => Promise<boolean>, what: string, seconds = 90): Promise<void> {
  const end = performance.now() + seconds * 1000
  while (!(await holds().catch(() => false))) {
    if (performance.now() > end) throw new Error(`Not within ${seconds} s: ${what}`)
    await sleep(50)
  }
}
