import { establishedConnections } from '#platform/http/tests/established.ts'

/**
 * The ports of those whose connections to a server's port it still holds. Who reads nothing does not hear that the other side has gone.
 */
export const heldConnections = (port: number): Set<number> =>
  new Set(
    establishedConnections()
      .filter(({ localPort }) => localPort === port)
      .map(({ remotePort }) => remotePort),
  )
