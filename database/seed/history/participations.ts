import { isLocked } from '#domain/group-buys/participants/leaving.ts'
import { ceilingPriceKobo } from '#domain/group-buys/price/ceiling.ts'
import { priceAt } from '#domain/group-buys/price/price-tiers.ts'
import { minKobo } from '#domain/money.ts'
import { type Chance, seededChance } from '../chance.ts'
import { after, earlier } from '../lagos-time.ts'
import type { BuyWindow, Participation } from '../model.ts'
import type { Person } from '../people.ts'

/** All participations in a buy, with the prices by the rules at the time. */
export function makeParticipations(window: BuyWindow, people: readonly Person[]): Participation[] {
  const chance = seededChance(`buy ${window.plan.key}`)
  const participations = makeJoiners(window, people, chance)
  setPayments(window, participations, chance)
  addLeavers(window, participations, people, chance)
  addSecondOrders(window, participations, chance)
  setPrices(window, participations)
  return participations.sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
}

function makeJoiners(window: BuyWindow, people: readonly Person[], chance: Chance): Participation[] {
  const { plan } = window
  const buyers = eligibleBuyers(window, people).filter(({ key }) => key !== 'customer')
  const customer = plan.flags.has('c') ? people.filter(({ key }) => key === 'customer') : []
  const chosen = [...customer, ...chance.sample(buyers, plan.joined - customer.length)]
  return chance.sample(chosen, chosen.length).map((person) => newParticipation(window, person, chance))
}

function eligibleBuyers({ opensAt }: BuyWindow, people: readonly Person[]): Person[] {
  return people.filter(({ key, joinedAt }) => /^(buyer\d+|customer)$/.test(key) && joinedAt < opensAt)
}

function newParticipation(
  { plan, food, opensAt, joinsUntil }: BuyWindow,
  person: Person,
  chance: Chance,
): Participation {
  const most = food.maxQuantity ?? Number.POSITIVE_INFINITY
  const roomEach = plan.flags.has('f') ? most : Math.floor(plan.target / (plan.joined + 4))
  const quantity = chance.integer(food.minQuantity, Math.max(food.minQuantity, Math.min(most, roomEach)))
  const joinedAt = chance.between(opensAt, joinsUntil)
  return {
    person,
    quantity,
    joinedAt,
    paidAt: null,
    leftAt: null,
    isSibling: false,
    unitPriceKobo: 0n,
    ceilingKobo: 0n,
  }
}

/** The first participants pay. */
function setPayments({ plan, paysUntil }: BuyWindow, participations: Participation[], chance: Chance): void {
  const inOrder = [...participations].sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
  for (const participation of inOrder.slice(0, plan.paid)) {
    const hours = plan.flags.has('p') ? 0.2 : chance.integer(1, 30) + chance.next()
    const latest = new Date(
      Math.max(participation.joinedAt.getTime() + 60_000, paysUntil.getTime() - chance.integer(1, 50) * 60_000),
    )
    participation.paidAt = earlier(after(participation.joinedAt, hours), latest)
  }
}

/**
 * Adds one participant who paid and up to two who did not, who leave in the free leaving period, so that no ceiling
 * changes.
 */
function addLeavers(
  window: BuyWindow,
  participations: Participation[],
  people: readonly Person[],
  chance: Chance,
): void {
  if (!window.plan.flags.has('l')) return
  const freeUntil = earlier(after(window.endsAt, -73), after(window.joinsUntil, -1))
  const here = new Set(participations.map(({ person }) => person.id))
  const others = eligibleBuyers(window, people).filter(({ id, key }) => !here.has(id) && key !== 'customer')
  for (const [index, person] of chance.sample(others, 3).entries()) {
    const participation = newParticipation(window, person, chance)
    participation.joinedAt = chance.between(
      window.opensAt,
      new Date((window.opensAt.getTime() + freeUntil.getTime()) / 2),
    )
    if (index === 0) participation.paidAt = after(participation.joinedAt, 0.5)
    participation.leftAt = chance.between(after(participation.joinedAt, 1), freeUntil)
    participations.push(participation)
  }
}

function addSecondOrders({ plan, food, joinsUntil }: BuyWindow, participations: Participation[], chance: Chance): void {
  if (!plan.flags.has('s')) return
  const most = food.maxQuantity ?? Number.POSITIVE_INFINITY
  const first = participations.find(
    (participation) =>
      participation.paidAt && !participation.leftAt && participation.quantity + food.minQuantity <= most,
  )
  if (!first?.paidAt) return
  const joinedAt = chance.between(first.paidAt, joinsUntil)
  participations.push({ ...first, quantity: food.minQuantity, joinedAt, paidAt: null, isSibling: true })
}

/** Processes joins, payments and departures in order of time, by the rules of docs/states-amounts-clocks.md. */
function setPrices(window: BuyWindow, participations: Participation[]): void {
  const events = participations.flatMap((participation) => [
    { at: participation.joinedAt, what: 'join' as const, participation },
    ...(participation.paidAt ? [{ at: participation.paidAt, what: 'pay' as const, participation }] : []),
    ...(participation.leftAt ? [{ at: participation.leftAt, what: 'leave' as const, participation }] : []),
  ])
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  const live = new Set<Participation>()
  for (const { at, what, participation } of events) {
    if (what === 'leave') {
      live.delete(participation)
      continue
    }
    const ceilingKobo = ceilingPriceKobo({
      ...window.prices,
      minParticipants: window.minParticipants,
      lockedParticipants: lockedAt(window, live, at),
    })
    if (what === 'join') {
      live.add(participation)
      participation.unitPriceKobo = priceAt(window.prices, new Set([...live].map(({ person }) => person.id)).size)
      participation.ceilingKobo = ceilingKobo
    } else {
      participation.ceilingKobo = minKobo(participation.ceilingKobo, ceilingKobo)
    }
  }
}

/** Number of people with a paid order after its free leaving period. */
function lockedAt({ endsAt, dueAt }: BuyWindow, live: ReadonlySet<Participation>, at: Date): number {
  const buy = { endDate: endsAt, paymentDueAt: dueAt, extendedAt: null }
  const locked = [...live].filter(({ paidAt }) => paidAt && paidAt <= at && isLocked({ paidAt, buy }, at))
  return new Set(locked.map(({ person }) => person.id)).size
}
