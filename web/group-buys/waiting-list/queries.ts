import type { Api } from '#api/api.ts'

/** The viewer's place in the line of a buy; null if they do not wait. */
export interface OwnWait {
  quantity: number
  /** The units are held for them until `offer_expires_at`. */
  isOffered: boolean
  offer_expires_at: string | null
  /** From 1; among those without an offer. */
  position: number
}

export async function readOwnWait(api: Api, buyId: string, userId: string | null): Promise<OwnWait | null> {
  if (!userId) return null
  const { data } = await api.tables.rpc('own_waits', { buys: [buyId] }, { get: true })
  const [wait] = data ?? []
  return wait ? { ...wait, isOffered: wait.status === 'offered' } : null
}
