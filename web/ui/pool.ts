import { naira, plural } from './format.ts'

export interface PoolTier {
  participants: number
  /** Naira a unit. */
  price: number
}

export interface PoolMark extends PoolTier {
  met: boolean
  labelled: boolean
  /** At the far end: its label stands against the right edge. */
  edge: boolean
}

interface Pool {
  joined: number
  minParticipants: number
  tiers: readonly PoolTier[]
}

/** Participants at the far end of the bar: the last threshold (the minimum, or the crowd, where that is more). */
export function poolWidth({ joined, minParticipants, tiers }: Pool): number {
  const last = tiers.at(-1)?.participants ?? 0
  return Math.max(last || minParticipants, last ? 0 : joined, 1)
}

/** "42.5%", never beyond the bar. */
export function shareOf(participants: number, width: number): string {
  return `${Math.min(100, Math.round((participants / width) * 1000) / 10)}%`
}

/** "3 more people to ₦58,000" or, past the last threshold, that this is the lowest price. */
export function poolSentence({
  joined,
  tiers,
  unit,
}: {
  joined: number
  tiers: readonly PoolTier[]
  unit: string
}): string {
  const next = nextTier(joined, tiers)
  if (next) return `${plural(next.participants - joined, 'more person', 'more people')} to ${naira(next.price)}`
  const last = tiers.at(-1)
  return last ? `Lowest price reached: ${naira(last.price)} a ${unit}` : `One price for everyone in this buy`
}

/** The notches, and which of them have room for their price: always the next and the last, others when far enough apart. */
export function poolMarks(given: {
  joined: number
  tiers: readonly PoolTier[]
  width: number
  detail: boolean
}): PoolMark[] {
  const { joined, tiers, width, detail } = given
  const next = nextTier(joined, tiers)
  const last = tiers.at(-1)
  const kept = [next, last].filter((tier) => tier !== undefined)
  const roomBeside = (tier: PoolTier, others: readonly PoolTier[]) =>
    others.every((other) => other === tier || Math.abs(other.participants - tier.participants) / width >= LABEL_SHARE)
  const labelled: PoolTier[] = next && last && next !== last && !roomBeside(next, [last]) ? [next] : [...new Set(kept)]
  if (detail) for (const tier of tiers) if (roomBeside(tier, labelled) && !labelled.includes(tier)) labelled.push(tier)
  return tiers.map((tier) => ({
    ...tier,
    met: joined >= tier.participants,
    labelled: labelled.includes(tier),
    edge: tier.participants / width > 1 - LABEL_SHARE / 2,
  }))
}

/** Part of the bar's width that one price label takes on a phone. */
const LABEL_SHARE = 0.24

function nextTier(joined: number, tiers: readonly PoolTier[]): PoolTier | undefined {
  return tiers.find(({ participants }) => participants > joined)
}
