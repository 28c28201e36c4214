import { ceilingPriceKobo } from '#domain/group-buys/ceiling.ts'
import { isLocked } from '#domain/group-buys/leaving.ts'
import { priceAt } from '#domain/group-buys/price-tiers.ts'
import { leastKobo } from '#domain/money.ts'
import { type Chance, chanceOf } from './chance.ts'
import { after, earlier } from './lagos-time.ts'
import type { Share, Window } from './life.ts'
import type { Person } from './people.ts'

/** Everybody who joined a buy, with the prices that the rules gave each of them at the time. */
export function sharesOf(window: Window, people: readonly Person[]): Share[] {
  const chance = chanceOf(`buy ${window.plan.key}`)
  const shares = joiners(window, people, chance)
  payers(window, shares, chance)
  leavers(window, shares, people, chance)
  siblings(window, shares, chance)
  tellPrices(window, shares)
  return shares.sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
}

function joiners(window: Window, people: readonly Person[], chance: Chance): Share[] {
  const { plan } = window
  const buyers = eligible(window, people).filter(({ key }) => key !== 'customer')
  const customer = plan.flags.has('c') ? people.filter(({ key }) => key === 'customer') : []
  const chosen = [...customer, ...chance.some(buyers, plan.joined - customer.length)]
  return chance.some(chosen, chosen.length).map((person) => newShare(window, person, chance))
}

function eligible({ opensAt }: Window, people: readonly Person[]): Person[] {
  return people.filter(({ key, joinedAt }) => /^(buyer\d+|customer)$/.test(key) && joinedAt < opensAt)
}

function newShare({ plan, food, opensAt, joinsUntil }: Window, person: Person, chance: Chance): Share {
  const most = food.maxQuantity ?? Number.POSITIVE_INFINITY
  const roomEach = plan.flags.has('f') ? most : Math.floor(plan.target / (plan.joined + 4))
  const quantity = chance.whole(food.minQuantity, Math.max(food.minQuantity, Math.min(most, roomEach)))
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

/** Those who joined first pay rather than those who joined last. */
function payers({ plan, paysUntil }: Window, shares: Share[], chance: Chance): void {
  const inOrder = [...shares].sort((a, b) => a.joinedAt.getTime() - b.joinedAt.getTime())
  for (const share of inOrder.slice(0, plan.paid)) {
    const hours = plan.flags.has('p') ? 0.2 : chance.whole(1, 30) + chance.next()
    const latest = new Date(
      Math.max(share.joinedAt.getTime() + 60_000, paysUntil.getTime() - chance.whole(1, 50) * 60_000),
    )
    share.paidAt = earlier(after(share.joinedAt, hours), latest)
  }
}

/** One who had paid and one or two who had not; all in the time of free leaving, so nobody's ceiling is touched. */
function leavers(window: Window, shares: Share[], people: readonly Person[], chance: Chance): void {
  if (!window.plan.flags.has('l')) return
  const freeUntil = earlier(after(window.endsAt, -73), after(window.joinsUntil, -1))
  const here = new Set(shares.map(({ person }) => person.id))
  const others = eligible(window, people).filter(({ id, key }) => !here.has(id) && key !== 'customer')
  for (const [index, person] of chance.some(others, 3).entries()) {
    const share = newShare(window, person, chance)
    share.joinedAt = chance.between(window.opensAt, new Date((window.opensAt.getTime() + freeUntil.getTime()) / 2))
    if (index === 0) share.paidAt = after(share.joinedAt, 0.5)
    share.leftAt = chance.between(after(share.joinedAt, 1), freeUntil)
    shares.push(share)
  }
}

function siblings({ plan, food, joinsUntil }: Window, shares: Share[], chance: Chance): void {
  if (!plan.flags.has('s')) return
  const most = food.maxQuantity ?? Number.POSITIVE_INFINITY
  const first = shares.find((share) => share.paidAt && !share.leftAt && share.quantity + food.minQuantity <= most)
  if (!first?.paidAt) return
  const joinedAt = chance.between(first.paidAt, joinsUntil)
  shares.push({ ...first, quantity: food.minQuantity, joinedAt, paidAt: null, isSibling: true })
}

/** Joins, payments and departures in the order in which they happened, each by the rules of docs/decisions/0001. */
function tellPrices(window: Window, shares: Share[]): void {
  const events = shares.flatMap((share) => [
    { at: share.joinedAt, what: 'join' as const, share },
    ...(share.paidAt ? [{ at: share.paidAt, what: 'pay' as const, share }] : []),
    ...(share.leftAt ? [{ at: share.leftAt, what: 'leave' as const, share }] : []),
  ])
  events.sort((a, b) => a.at.getTime() - b.at.getTime())
  const live = new Set<Share>()
  for (const { at, what, share } of events) {
    if (what === 'leave') {
      live.delete(share)
      continue
    }
    const ceilingKobo = ceilingPriceKobo({
      ...window.prices,
      minParticipants: window.minParticipants,
      lockedParticipants: lockedAt(window, live, at),
    })
    if (what === 'join') {
      live.add(share)
      share.unitPriceKobo = priceAt(window.prices, new Set([...live].map(({ person }) => person.id)).size)
      share.ceilingKobo = ceilingKobo
    } else {
      share.ceilingKobo = leastKobo(share.ceilingKobo, ceilingKobo)
    }
  }
}

/** People with a paid order past its free leaving. */
function lockedAt({ endsAt, dueAt }: Window, live: ReadonlySet<Share>, at: Date): number {
  const buy = { endDate: endsAt, paymentDueAt: dueAt, extendedAt: null }
  const locked = [...live].filter(({ paidAt }) => paidAt && paidAt <= at && isLocked({ paidAt, buy }, at))
  return new Set(locked.map(({ person }) => person.id)).size
}
