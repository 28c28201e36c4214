import type { Step, Tale } from './tale.ts'

/** A step of a tale. */
export interface Event {
  tale: Tale
  step: Step
  /** 0 is its birth. */
  index: number
}

/** What an event reads or writes, and how: two that touch one thing in the same way may happen in either order. */
export type Touched = readonly [thing: string, way: string | typeof ALONE]

const ALONE = Symbol('alone')

/**
 * What nobody's guard compares is told apart, so that many share a statement: before everything what needs nobody else, after
 * everything what is left to happen once an order has been paid for. The rest keeps its own order.
 */
export function inParts(events: readonly Event[]): Part[] {
  const parts = new Map<number, Event[]>()
  for (const event of events.toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())) {
    const part = partOf(event)
    parts.set(part, [...(parts.get(part) ?? []), event])
  }
  const inOrder = [...parts].sort(([a], [b]) => a - b)
  return inOrder.map(([part, events]) => ({ events, isCompared: part === COUNTED }))
}

export interface Part {
  events: Event[]
  /** By guards, which see what came before. */
  isCompared: boolean
}

const COUNTED = 3

function partOf({ tale: { subject }, step, index }: Event): number {
  if (subject === 'group_buy') return COUNTED
  if (subject === 'checkout' && index === 0) return 0
  if (subject === 'payment') return index === 0 ? 1 : 2
  if (index === 0 && subject === 'order') return COUNTED
  return COUNTED_MOVES[subject]?.includes(step.to) ? COUNTED : COUNTED + 1 + index
}

/** Steps that move the counters of a buy, the stock of a shop or what somebody owes. */
const COUNTED_MOVES: Partial<Record<Tale['subject'], string[]>> = {
  checkout: ['expired', 'cancelled'],
  order: ['paid', 'expired', 'cancelled', 'refunding'],
}

export function touchedBy({ tale: { born }, step, index }: Event): Touched[] {
  const { id, user_id: person, checkout_id: checkout, group_buy_id: buy } = born
  return [
    [id, ALONE],
    ...(checkout ? [[String(checkout), 'a part of it'] as const] : []),
    // What somebody owes bounds what they may promise.
    ...(person ? [[String(person), index === 0 ? ALONE : 'owes less'] as const] : []),
    // The counters give each joiner their price, and know each person once.
    ...(buy ? [[String(buy), index === 0 ? ALONE : step.to] as const, [`${buy} ${person}`, ALONE] as const] : []),
  ]
}

/** True if both touch one thing, unless both do so in the same way. */
export function meets(touched: readonly Touched[], others: ReadonlyMap<string, Touched[1]>): boolean {
  return touched.some(([thing, way]) => {
    const other = others.get(thing)
    return other !== undefined && (other === ALONE || other !== way)
  })
}
