import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import type { Sandbox } from '../sandbox.ts'

/** A network namespace with one address, which serves as a machine. */
export interface Machine {
  name: string
  address: string
  /** The command prefix that runs a program there. */
  prefix: string[]
  /** All of its processes end at once and nothing answers, not even with a reset. */
  vanish(): void
  /** It answers again after `vanish`, without any process. */
  comeBack(): void
  /** Packets between the two are dropped silently. All other nodes still reach both. */
  cutFrom(other: Machine): void
  /** Ends all cuts between the two. */
  reconnectTo(other: Machine): void
}

/** Creates machines on one bridge, which this process reaches too. Needs root. */
export function openNetwork(sandbox: Sandbox, names: readonly string[]): Machine[] {
  const bridge = `d${randomInt(10 ** 5)}`
  const net = `10.${randomInt(100, 200)}.${randomInt(1, 250)}`
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  sandbox.atEnd(() => run('ip', 'link', 'del', bridge))
  run('ip', 'addr', 'add', `${net}.1/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  return names.map((name, index) => {
    const space = `${bridge}-${name}`
    const cable = `${bridge}${index}`
    const address = `${net}.${index + 11}`
    const inside = ['ip', 'netns', 'exec', space]
    run('ip', 'netns', 'add', space)
    sandbox.atEnd(() => {
      killAll(space)
      run('ip', 'netns', 'del', space)
    })
    run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    run('ip', 'link', 'set', cable, 'master', bridge, 'up')
    run(...inside, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    run(...inside, 'ip', 'link', 'set', 'eth0', 'up')
    run(...inside, 'ip', 'link', 'set', 'lo', 'up')
    const machine: Machine = {
      name,
      address,
      prefix: inside,
      vanish() {
        run('ip', 'link', 'set', cable, 'down')
        killAll(space)
      },
      comeBack: () => void run('ip', 'link', 'set', cable, 'up'),
      cutFrom(other) {
        dropPackets(machine, other)
        dropPackets(other, machine)
      },
      reconnectTo(other) {
        findAgain(machine, other)
        findAgain(other, machine)
      },
    }
    return machine
  })
}

/** Packets are sent to a hardware address that does not exist. */
function dropPackets(from: Machine, to: Machine): void {
  const unusedAddress = '02:00:00:00:00:99'
  run(...from.prefix, 'ip', 'neigh', 'replace', to.address, 'lladdr', unusedAddress, 'dev', 'eth0', 'nud', 'permanent')
}

function findAgain(from: Machine, to: Machine): void {
  run(...from.prefix, 'ip', 'neigh', 'del', to.address, 'dev', 'eth0')
}

function killAll(space: string): void {
  const pids = run('ip', 'netns', 'pids', space).split(/\s+/).filter(Boolean)
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

function run(program = '', ...args: string[]): string {
  const ran = spawnSync(program, args, { encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${ran.stderr || ran.error}`)
  return ran.stdout
}
