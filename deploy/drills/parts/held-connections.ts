import { establishedConnections } from '#platform/http/tests/established.ts'

/**
 * The client ports of connections that a server's port still holds. A client that reads nothing cannot detect that the
 * other side has closed.
 */
export const heldConnections = (port: number): Set<number> =>
  new Set(
    establishedConnections()
      .filter(({ localPort }) => localPort === port)
      .map(({ remotePort }) => remotePort),
  )
