import { spawnSync } from 'node:child_process'

/** The worker processes of a main process. */
export function workersOf(main: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' })
  return stdout.split(/\s+/).filter(Boolean).map(Number)
}
