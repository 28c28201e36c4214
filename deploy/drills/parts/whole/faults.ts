import { setTimeout as sleep } from 'node:timers/promises'
import type { WholeSite } from '../servers/whole-site.ts'
import { workersOf } from '../workers-of.ts'

export interface FaultScene {
  site: WholeSite
  print(what: string): void
}

interface Fault {
  what: string
  /** Resolves once the failed part is started again, or earlier. */
  fail(scene: FaultScene): Promise<void>
}

/** Time in which systemd starts a program that has ended. */
const RESTART_MS = 2_000
/** Time in which nothing of the primary arrives at a standby before its machine is lost. */
const UNHEARD_MS = 2_000
const MACHINE_AWAY_MS = 20_000
const CUT_MS = 20_000
const BUCKET_AWAY_MS = 5_000

/** Everything that fails once, in this order. */
export const FAULTS = {
  process: {
    what: 'one of six workers killed',
    async fail({ site: { machines } }) {
      const [worker] = workersOf(machines[0]?.product.pid() ?? 0)
      if (worker === undefined) throw new Error('There is no worker.')
      process.kill(worker, 'SIGKILL')
    },
  },
  machine: {
    what: 'one of three machines of the market lost',
    async fail({ site: { machines, waitUntilReady } }) {
      const lost = machines[1]
      if (!lost) throw new Error('There is no second machine.')
      lost.machine.vanish()
      await lost.product.kill()
      await sleep(MACHINE_AWAY_MS)
      lost.machine.comeBack()
      lost.product.start()
      await waitUntilReady(lost.origin)
    },
  },
  primary: {
    what: 'machine of the primary lost, unheard by the standbys for 2 s',
    async fail({ site: { patroni }, print }) {
      const primary = await patroni.primary()
      if (!primary) throw new Error('There is no primary.')
      const standbys = patroni.nodes.filter((node) => node !== primary)
      for (const standby of standbys) primary.cutFrom(standby)
      await sleep(UNHEARD_MS)
      primary.vanish()
      const promoted = await untilPrimary(patroni, (node) => node !== primary)
      print(`${promoted.name} is the primary instead of ${primary.name}`)
      await sleep(MACHINE_AWAY_MS)
      for (const standby of standbys) standby.reconnectTo(primary)
      primary.comeBack()
      patroni.start(primary)
    },
  },
  pooler: {
    what: 'PgBouncer killed',
    async fail({ site: { pooler } }) {
      await pooler.kill()
      await sleep(RESTART_MS)
      pooler.start()
    },
  },
  bucket: {
    what: 'the bucket away for 5 s',
    async fail({ site: { bucket } }) {
      await bucket.kill()
      await sleep(BUCKET_AWAY_MS)
      bucket.start()
    },
  },
  proxy: {
    what: 'HAProxy killed',
    async fail({ site: { proxy } }) {
      await proxy.kill()
      await sleep(RESTART_MS)
      proxy.start()
    },
  },
  network: {
    what: 'the primary and its synchronous standby cut from each other for 20 s',
    async fail({ site: { patroni } }) {
      const primary = await patroni.primary()
      const standby = (await patroni.synchronous()) ?? patroni.nodes.find((node) => node !== primary)
      if (!primary || !standby) throw new Error('There is no primary with a standby.')
      primary.cutFrom(standby)
      await sleep(CUT_MS)
      primary.reconnectTo(standby)
    },
  },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

type Node = WholeSite['patroni']['nodes'][number]

async function untilPrimary(patroni: WholeSite['patroni'], isExpected: (node: Node) => boolean): Promise<Node> {
  const until = performance.now() + 90_000
  for (;;) {
    const node = await patroni.primary()
    if (node && isExpected(node)) return node
    if (performance.now() > until) throw new Error('No standby was promoted.')
    await sleep(100)
  }
}
