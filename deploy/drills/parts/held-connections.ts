import { readFileSync } from 'node:fs'

const ESTABLISHED = '01'

/**
 * The ports of those whose connections to a server's port it still holds, by the kernel's own list. Who reads nothing does not hear
 * that the other side has gone.
 */
export function heldConnections(port: number): Set<number> {
  const peers = new Set<number>()
  for (const list of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(list, 'utf8').split('\n').slice(1)) {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/)
      if (state === ESTABLISHED && portOf(local) === port) peers.add(portOf(remote))
    }
  }
  return peers
}

const portOf = (address: string): number => Number.parseInt(address.split(':')[1] ?? '', 16)
