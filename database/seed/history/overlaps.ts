import type { Scenario, Step } from './scenario.ts'

/** A step of a scenario. */
export interface HistoryEvent {
  scenario: Scenario
  step: Step
  /** 0 is the insert. */
  index: number
}

/**
 * Something that an event reads or writes, and how: two accesses of the same thing in the same mode may happen in
 * either order.
 */
export type Access = readonly [thing: string, mode: string | typeof EXCLUSIVE]

const EXCLUSIVE = Symbol('exclusive')

/**
 * Events that no guard compares form phases of their own, so that many share a statement: independent ones come first,
 * and those after the payment of an order last. The others stay in order of time.
 */
export function splitIntoPhases(events: readonly HistoryEvent[]): Phase[] {
  const phases = new Map<number, HistoryEvent[]>()
  for (const event of events.toSorted((a, b) => a.step.at.getTime() - b.step.at.getTime())) {
    const phase = phaseOf(event)
    phases.set(phase, [...(phases.get(phase) ?? []), event])
  }
  const inOrder = [...phases].sort(([a], [b]) => a - b)
  return inOrder.map(([phase, events]) => ({ events, isOrderSensitive: phase === ORDERED_PHASE }))
}

export interface Phase {
  events: HistoryEvent[]
  /** Guards compare these events with earlier ones. */
  isOrderSensitive: boolean
}

const ORDERED_PHASE = 3

function phaseOf({ scenario: { subject }, step, index }: HistoryEvent): number {
  if (subject === 'group_buy') return ORDERED_PHASE
  if (subject === 'checkout' && index === 0) return 0
  if (subject === 'payment') return index === 0 ? 1 : 2
  if (index === 0 && subject === 'order') return ORDERED_PHASE
  return ORDERED_MOVES[subject]?.includes(step.to) ? ORDERED_PHASE : ORDERED_PHASE + 1 + index
}

/** Steps that change the counters of a buy, the stock of a shop or a buyer's unpaid amount. */
const ORDERED_MOVES: Partial<Record<Scenario['subject'], string[]>> = {
  checkout: ['expired', 'cancelled'],
  order: ['paid', 'expired', 'cancelled', 'refunding'],
}

export function accessedBy({ scenario: { initialRow }, step, index }: HistoryEvent): Access[] {
  const { id, user_id: person, checkout_id: checkout, group_buy_id: buy } = initialRow
  return [
    [id, EXCLUSIVE],
    ...(checkout ? [[String(checkout), 'a part of it'] as const] : []),
    // A buyer's unpaid amount limits their promises.
    ...(person ? [[String(person), index === 0 ? EXCLUSIVE : 'owes less'] as const] : []),
    // The price depends on the counters, which count each person once.
    ...(buy
      ? [[String(buy), index === 0 ? EXCLUSIVE : step.to] as const, [`${buy} ${person}`, EXCLUSIVE] as const]
      : []),
  ]
}

/** True if both access the same thing, unless in the same non-exclusive mode. */
export function overlaps(accesses: readonly Access[], others: ReadonlyMap<string, Access[1]>): boolean {
  return accesses.some(([thing, mode]) => {
    const other = others.get(thing)
    return other !== undefined && (other === EXCLUSIVE || other !== mode)
  })
}
