import { spawn } from 'node:child_process'
import { openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { needPrograms, type Sandbox } from '../sandbox.ts'
import { asAccount, PROGRAMS, runAs } from './debian-postgres.ts'
import { type Machine, openNetwork } from './network.ts'

const EXAMPLE = new URL('../../../patroni/patroni.yml', import.meta.url)
const OWNER = 'change-me-owner'

/** One of the two database machines. */
export interface DatabaseNode extends Machine {
  /** The owner's. */
  connectionString: string
  data: string
}

export interface Patroni {
  nodes: [DatabaseNode, DatabaseNode]
  etcd: Machine
  /** Both hosts, as `DATABASE_URL` names them. */
  databaseUrl: string
  /** The node that reports itself as the primary. */
  primary(): Promise<DatabaseNode | undefined>
  /** Waits until this node reports itself as the primary; returns the time. */
  waitForPromotion(node: DatabaseNode, seconds?: number): Promise<number>
  /** Waits until the other node is a synchronous standby, which can be promoted without loss. */
  waitForSynchronous(): Promise<void>
  switchOver(from: DatabaseNode, to: DatabaseNode): Promise<void>
}

/** Starts two machines as in deploy/patroni/patroni.yml, and one with etcd; returns once replication is synchronous. */
export async function startPatroni(sandbox: Sandbox): Promise<Patroni> {
  needPrograms({ patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd', 'postgresql-15': join(PROGRAMS, 'initdb') })
  const [a, b, etcd] = openNetwork(sandbox, ['a', 'b', 'e']) as [Machine, Machine, Machine]
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
  const nodes: [DatabaseNode, DatabaseNode] = [nodeOf(sandbox, a), nodeOf(sandbox, b)]
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
    waitForSynchronous: () =>
      until(async () => {
        const first = await patroni.primary()
        const other = nodes.find((node) => node !== first)
        return first !== undefined && other !== undefined && (await hasStatus(other, 'synchronous'))
      }, 'the standby is synchronous'),
    async switchOver(from, to) {
      const body = JSON.stringify({ leader: `market-${from.name}`, candidate: `market-${to.name}` })
      const answer = await fetch(`http://${from.address}:8008/switchover`, { method: 'POST', body })
      if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    },
  }
  await startNode(sandbox, nodes[0], etcd)
  await patroni.waitForPromotion(nodes[0])
  await startNode(sandbox, nodes[1], etcd)
  await patroni.waitForSynchronous()
  return patroni
}

function nodeOf(sandbox: Sandbox, machine: Machine): DatabaseNode {
  const connectionString = `postgres://postgres:${OWNER}@${machine.address}:5432/postgres`
  return { ...machine, connectionString, data: join(sandbox.folder, `pg-${machine.name}`) }
}

async function startNode(sandbox: Sandbox, node: DatabaseNode, etcd: Machine): Promise<void> {
  const sockets = join(sandbox.folder, `run-${node.name}`)
  await runAs(sandbox, '/bin/mkdir', ['-p', sockets])
  const net = node.address.replace(/\.\d+$/, '.0/24')
  const text = readFileSync(EXAMPLE, 'utf8')
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

function runOn(sandbox: Sandbox, machine: Machine, program: string, args: string[]): void {
  const { cwd, env, uid, gid } = { uid: undefined, gid: undefined, ...asAccount(sandbox) }
  const [enter = '', ...inside] = machine.prefix
  const log = openSync(join(sandbox.folder, `${machine.name}.log`), 'a')
  const account = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  spawn(enter, [...inside, ...account, program, ...args], { cwd, env, stdio: ['ignore', log, log], detached: true })
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
