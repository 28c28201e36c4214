import { readFileSync } from 'node:fs'

export interface Established {
  localPort: number
  remotePort: number
  /** The socket's, as its process's open files name it; 0 while no process has taken it. */
  inode: number
}

const ESTABLISHED = '01'

/** The open TCP connections of this machine by the kernel's own list, each end of its own; Linux alone has one. */
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
