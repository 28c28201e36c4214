import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../sandbox.ts'
import type { Machine } from './network.ts'

/** Time after which a program that has ended is started again, as in deploy/systemd. */
const RESTART_MS = 2_000

/** A program on a machine, which is started again if it ends. */
export interface Supervised {
  pid(): number
  start(): void
  /** Ends it with SIGKILL, until it is started again. */
  kill(): Promise<void>
}

interface Program {
  name: string
  program: string
  args: readonly string[]
  environment?: Record<string, string>
}

export function supervise(
  sandbox: Sandbox,
  { prefix }: Machine,
  { name, program, args, environment = {} }: Program,
): Supervised {
  const [enter = '', ...inside] = prefix
  let child: ChildProcess | undefined
  let isWanted = false
  const supervised: Supervised = {
    pid: () => child?.pid ?? 0,
    start() {
      isWanted = true
      const log = openSync(join(sandbox.folder, `${name}.log`), 'a')
      child = spawn(enter, [...inside, program, ...args], {
        stdio: ['ignore', log, log],
        env: { PATH: process.env.PATH, ...environment },
      })
      const started = child
      started.once('exit', () =>
        setTimeout(() => isWanted && child === started && supervised.start(), RESTART_MS).unref(),
      )
    },
    async kill() {
      isWanted = false
      await killNow(child)
    },
  }
  sandbox.atEnd(supervised.kill)
  return supervised
}

/** Ends a program with SIGKILL, unless it has ended or was never started. */
export async function killNow(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
