import { datedMoment, kobo, moment } from '#web/ui/format.ts'
import { stateLabel } from '../order-texts.ts'
import type { TimelineEntry } from './timeline-entries.ts'

interface History {
  kind: 'group_buy' | 'bulk'
  moves: readonly { id: number; to_status: string; at: string }[]
  parts: readonly { id: string; goods_kobo: number; payer: string; created_at: string }[]
  handOvers: readonly { id: string; released_at: string | null }[]
}

const SHOP_WORDS = { ownCost: 'at your cost', released: 'Money released to you' }
export const STAFF_WORDS = { ownCost: 'at the shop’s cost', released: 'Money released to the shop' }

/** The history of an order for its shop or for staff, oldest first. */
export function orderTimeline({ kind, moves, parts, handOvers }: History, words = SHOP_WORDS): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...moves.map(({ id, to_status: to, at }) => ({ key: `${id}`, at, detail: null, title: moveText(kind, to) })),
    ...parts.map(({ id, goods_kobo: goods, payer, created_at: at }) => ({
      key: id,
      at,
      title: `${kobo(goods)} of the goods given back to the buyer`,
      detail: payer === 'vendor' ? words.ownCost : 'at the market’s cost',
    })),
    ...handOvers.flatMap(({ id, released_at: at }) =>
      at ? [{ key: `${id} released`, at, title: words.released, detail: null }] : [],
    ),
  ]
  return inOrder(entries)
}

export const inOrder = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
  entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))

function moveText(kind: History['kind'], to: string): string {
  if (to === 'pending') return kind === 'group_buy' ? 'Joined' : 'Ordered'
  return to === 'paid' ? 'Paid, held until hand-over' : stateLabel(to)
}

interface HandOverFacts {
  status: string
  done_at: string | null
  due_until: string | null
  proof: string | null
  taken_by: string
  /** When it was written down without a network. */
  acted_at: string | null
}

/** How goods were handed over, or until when they wait. */
export function handOverText(handOver: HandOverFacts): string {
  const { status, done_at: at, due_until: until, proof, taken_by: by } = handOver
  if (status !== 'done' || !at) return until ? `Waits for the buyer until ${moment(until)}` : 'Waits for the buyer'
  const to = by ? `, to ${by}` : ''
  const proven = PROOFS[proof ?? ''] ?? 'without a record'
  // Done counts from when it was sent; written down is when the goods changed hands.
  return handOver.acted_at
    ? `${datedMoment(handOver.acted_at)}${to}, ${proven}, without a network; sent ${moment(at)}`
    : `${datedMoment(at)}${to}, ${proven}`
}

const PROOFS: Record<string, string> = {
  code: 'with their code',
  nominee: 'with the code of the person they named',
  override: 'without a code, with a photograph of their papers',
  decision: 'as our staff decided with the buyer',
}
