import { readFileSync } from 'node:fs'

export interface Established {
  localPort: number
  remotePort: number
  /** Inode of the socket, as in /proc/PID/fd; 0 while no process has accepted it. */
  inode: number
}

const ESTABLISHED = '01'

/** The established TCP connections of this machine from /proc/net, one entry for each end; Linux only. */
export function establishedConnections(): Established[] {
  const lines = ['tcp', 'tcp6'].flatMap((list) => readFileSync(`/proc/net/${list}`, 'utf8').split('\n').slice(1))
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter((parts) => parts[3] === ESTABLISHED)
    .map(([, local, remote, , , , , , , inode]) => ({
      localPort: portOf(local),
      remotePort: portOf(remote),
      inode: Number(inode),
    }))
}

const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16)
