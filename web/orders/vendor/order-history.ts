import { datedMoment, kobo, moment } from '#web/ui/format.ts'
import { stateLabel } from '../order-texts.ts'
import type { TimelineEntry } from '../timeline/timeline-entries.ts'
import type { ShopOrder } from './order-queries.ts'

type History = Pick<ShopOrder, 'kind' | 'moves' | 'parts' | 'handOvers'>

/** The history of an order for its shop, oldest first. */
export function shopTimeline({ kind, moves, parts, handOvers }: History): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...moves.map(({ id, to_status: to, at }) => ({ key: `${id}`, at, detail: null, title: moveText(kind, to) })),
    ...parts.map(({ id, goods_kobo: goods, payer, created_at: at }) => ({
      key: id,
      at,
      title: `${kobo(goods)} of the goods given back to the buyer`,
      detail: payer === 'vendor' ? 'at your cost' : 'at the market’s cost',
    })),
    ...handOvers.flatMap(({ id, released_at: at }) =>
      at ? [{ key: `${id} released`, at, title: 'Money released to you', detail: null }] : [],
    ),
  ]
  return entries.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

function moveText(kind: ShopOrder['kind'], to: string): string {
  if (to === 'pending') return kind === 'group_buy' ? 'Joined' : 'Ordered'
  return to === 'paid' ? 'Paid, held until hand-over' : stateLabel(to)
}

/** How goods were handed over, or until when they wait. */
export function handOverText(handOver: ShopOrder['handOvers'][number]): string {
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
