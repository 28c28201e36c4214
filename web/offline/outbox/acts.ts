// Hand-overs that were written down without a network, on this device until they are sent (docs/decisions/0108). They
// hold no names: the saved day has those, and it is deleted at sign-out.

import type { HandOverLineInput } from '#api/commands/hand-overs.ts'
import { openDeviceStore } from '#web/device-store.ts'

export interface OutboxAct {
  /** Sent with the act, so that it counts once. */
  id: string
  /** Its acts are shown to this person alone, and sent only while they are signed in. */
  person: string
  orders: number[]
  goods: { hand_over_id: string; lines: HandOverLineInput[] | null }[]
  code: string
  token: string | null
  acted_at: string
  /** The code was recognised on this device. */
  isChecked: boolean
  /** Null: not sent yet. Otherwise why it did not count, until the person has read it. */
  fault: string | null
}

const stored = openDeviceStore({ database: 'outbox', store: 'acts', isStrict: true })

/** Rejects if the device has no space left: then nothing is written down, and the person is told. */
export const addAct = (act: OutboxAct): Promise<unknown> => stored.run('readwrite', (store) => store.add(act))

export const saveAct = (act: OutboxAct): Promise<unknown> => stored.run('readwrite', (store) => store.put(act))

export const removeAct = (id: string): Promise<unknown> => stored.run('readwrite', (store) => store.delete(id))

/** A person's acts, the oldest first, and the number of those of others. */
export async function listActs(person: string): Promise<{ acts: OutboxAct[]; others: number }> {
  if (!('indexedDB' in globalThis)) return { acts: [], others: 0 }
  const all: OutboxAct[] = await stored.run('readonly', (store) => store.getAll()).catch(() => [])
  const own = all.filter((act) => act.person === person)
  return {
    acts: own.toSorted((a, b) => a.acted_at.localeCompare(b.acted_at)),
    others: all.filter((act) => act.person !== person && act.fault === null).length,
  }
}
