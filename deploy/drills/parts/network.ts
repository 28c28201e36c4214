import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import type { Room } from './room.ts'

/** A machine of its own as far as the network goes: a namespace with one address. */
export interface Machine {
  name: string
  address: string
  /** The command prefix that runs a program there. */
  prefix: string[]
  /** All of its processes end at once and nothing answers, not even with a reset. */
  vanish(): void
  /** Packets between the two are dropped silently. All other nodes still reach both. */
  cutFrom(other: Machine): void
}

/** Machines on one switch, which this process reaches too. Needs root. */
export function openNetwork(room: Room, names: readonly string[]): Machine[] {
  const mark = `d${randomInt(10 ** 5)}`
  const net = `10.${randomInt(100, 200)}.${randomInt(1, 250)}`
  run('ip', 'link', 'add', mark, 'type', 'bridge')
  room.atEnd(() => run('ip', 'link', 'del', mark))
  run('ip', 'addr', 'add', `${net}.1/24`, 'dev', mark)
  run('ip', 'link', 'set', mark, 'up')
  return names.map((name, index) => {
    const space = `${mark}-${name}`
    const cable = `${mark}${index}`
    const address = `${net}.${index + 11}`
    const inside = ['ip', 'netns', 'exec', space]
    run('ip', 'netns', 'add', space)
    room.atEnd(() => {
      killAll(space)
      run('ip', 'netns', 'del', space)
    })
    run('ip', 'link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    run('ip', 'link', 'set', cable, 'master', mark, 'up')
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
      cutFrom(other) {
        lead(machine, other)
        lead(other, machine)
      },
    }
    return machine
  })
}

/** Packets to it are routed to an interface that does not exist. */
function lead(from: Machine, to: Machine): void {
  const nobody = '02:00:00:00:00:99'
  run(...from.prefix, 'ip', 'neigh', 'replace', to.address, 'lladdr', nobody, 'dev', 'eth0', 'nud', 'permanent')
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
