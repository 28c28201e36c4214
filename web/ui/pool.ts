import { nextTier, type PriceTier } from '#domain/group-buys/price-tiers.ts'
import { formatNaira } from '#domain/money.ts'

interface PoolMark extends PriceTier {
  met: boolean
  labelled: boolean
  /** Near an end, its label is aligned to that edge. */
  edge: 'left' | 'right' | null
}

interface Pool {
  joined: number
  minParticipants: number
  tiers: readonly PriceTier[]
}

/** Participants at the bar's far end: the last threshold, the minimum or those joined, whichever is most. */
export function poolWidth({ joined, minParticipants, tiers }: Pool): number {
  const last = tiers.at(-1)?.participants ?? 0
  return Math.max(last || minParticipants, last ? 0 : joined, 1)
}

/** "42.5%", never past the end of the bar. */
export function shareOf(participants: number, width: number): string {
  return `${Math.min(100, Math.round((participants / width) * 1000) / 10)}%`
}

/** The notches, and which have room for their price: always the next and the last, others if far enough apart. */
export function poolMarks(given: {
  joined: number
  tiers: readonly PriceTier[]
  width: number
  detail: boolean
}): PoolMark[] {
  const { joined, tiers, width, detail } = given
  const next = nextTier({ tiers }, joined)
  const last = tiers.at(-1)
  const kept = [next, last].filter((tier) => tier != null)
  const share = labelShare(tiers, detail ? NARROWEST.page : NARROWEST.card)
  const roomBeside = (tier: PriceTier, others: readonly PriceTier[]) => {
    const own = labelSpan(tier.participants / width, share)
    return others.every((other) => {
      const its = labelSpan(other.participants / width, share)
      return other === tier || own.end <= its.start || its.end <= own.start
    })
  }
  const labelled: PriceTier[] = next && last && next !== last && !roomBeside(next, [last]) ? [next] : [...new Set(kept)]
  if (detail) for (const tier of tiers) if (roomBeside(tier, labelled) && !labelled.includes(tier)) labelled.push(tier)
  return tiers.map((tier) => ({
    ...tier,
    met: joined >= tier.participants,
    labelled: labelled.includes(tier),
    edge: labelSpan(tier.participants / width, share).edge,
  }))
}

/** Widths in pixels of the narrowest bar on a buy's page and on a card, and of a label's character in the widest system font. */
const NARROWEST = { page: 272, card: 216 }
const SIGN = 8.6

/** The fraction of the narrowest bar that the longest label takes, including its gap. */
function labelShare(tiers: readonly PriceTier[], bar: number): number {
  const signs = Math.max(0, ...tiers.map(({ priceKobo }) => formatNaira(priceKobo).length))
  return (signs * SIGN + 6) / bar
}

/** A label's position as fractions of the bar: centred below its notch, or aligned to the edge it would cross. */
function labelSpan(at: number, share: number): { start: number; end: number; edge: PoolMark['edge'] } {
  if (at + share / 2 > 1) return { start: 1 - share, end: 1, edge: 'right' }
  if (at < share / 2) return { start: 0, end: share, edge: 'left' }
  return { start: at - share / 2, end: at + share / 2, edge: null }
}
