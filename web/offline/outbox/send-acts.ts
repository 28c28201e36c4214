import type { OfflineResult } from '#api/commands/hand-overs.ts'
import { conflictTexts } from '#domain/hand-overs/offline-act.ts'
import { listActs, type OutboxAct, removeAct, saveAct } from './acts.ts'

/** The response of `/handover/send`. */
export type SendResponse =
  | { state: 'received'; results: OfflineResult[] }
  | { state: 'locked'; until: string }
  /** The person who wrote it down is not signed in. */
  | { state: 'signed-out' }
  /** It will never count, for example because the goods are the person's own. */
  | { state: 'refused'; message: string }
  | { state: 'later' }

export type SendState = 'sent' | 'unreached' | 'signed-out' | 'locked'

/** Sends a person's acts one after the other, in one tab at a time. An act that is not received stays. */
export function sendActs(person: string, send: typeof postAct = postAct): Promise<SendState> {
  const run = () => sendEach(person, send)
  // Without locks the server still counts each act once, by its id.
  return navigator.locks ? navigator.locks.request('send-hand-overs', run) : run()
}

async function sendEach(person: string, send: typeof postAct): Promise<SendState> {
  let isLocked = false
  const { acts } = await listActs(person)
  for (const act of acts.filter(({ fault }) => fault === null)) {
    const response = await send(act).catch((): SendResponse => ({ state: 'later' }))
    if (response.state === 'later') return 'unreached'
    if (response.state === 'signed-out') return 'signed-out'
    if (response.state === 'locked') isLocked = true
    else await settleAct(act, response)
  }
  return isLocked ? 'locked' : 'sent'
}

type FinalResponse = Extract<SendResponse, { state: 'received' | 'refused' }>

/** Removes an act that counts. One that does not stays until its person has read why. */
async function settleAct(act: OutboxAct, response: FinalResponse): Promise<void> {
  const fault = response.state === 'refused' ? response.message : conflictText(response.results)
  await (fault === null ? removeAct(act.id) : saveAct({ ...act, fault }))
}

const conflictText = (results: readonly OfflineResult[]): string | null =>
  results
    .flatMap(({ order_no: order, conflict }) => (conflict ? `Order ${order}: ${conflictTexts[conflict]}` : []))
    .join(' ') || null

async function postAct({ id, person, goods, code, token, acted_at }: OutboxAct): Promise<SendResponse> {
  const act = { id, goods, code, token, acted_at, sent_at: new Date().toISOString() }
  const body = new URLSearchParams({ person, act: JSON.stringify(act) })
  const response = await fetch('/handover/send', { method: 'POST', body, redirect: 'manual' })
  // A response without a body of ours comes from a proxy or an overloaded server.
  const answer = (await response.json().catch(() => ({ state: 'later' }))) as Partial<SendResponse>
  return response.ok && answer.state ? (answer as SendResponse) : { state: 'later' }
}
