// Circles that take turns: each month the sums of all members become one member's (docs/decisions/0145). Whole sums
// move, so that what each has put in and got can be counted.
import { minKobo } from '#domain/money.ts'

/** A member as they stand when a month closes. */
export interface TurnMember {
  id: string
  /** The month that is theirs. */
  turn: number
  isActive: boolean
  /** Closed months in which their sum was counted. */
  countedMonths: number
  /** Sums that they have put in for others, less those that they got from others. */
  sumsAhead: number
}

/** Whose a giver's sum of the month becomes; a giver may keep their own. */
interface PotPart {
  giverId: string
  receiverId: string
}

/**
 * Shares out the sums of a month. In a turn that holds, all of them are the turn-taker's. If the turn is void, the
 * person who dropped out gets back what they had put in; the members whose pot is or was a sum short because of them
 * keep their own sum of this month. With several drop-outs the first claim comes first, and never more than there is.
 * `giverIds`: the members whose sum of this month is there.
 */
export function sharePot(
  month: number,
  { members, giverIds }: { members: readonly TurnMember[]; giverIds: ReadonlySet<string> },
): PotPart[] {
  const inOrder = members.toSorted((a, b) => a.turn - b.turn)
  const givers = inOrder.filter(({ id }) => giverIds.has(id))
  const taker = inOrder.find(({ turn }) => turn === month)
  if (taker?.isActive) return givers.map(({ id }) => ({ giverId: id, receiverId: taker.id }))
  const claims = claimsOf(month, inOrder)
  const shorted = givers.filter(
    ({ isActive, turn }) => taker && isActive && turn !== month && turn > taker.countedMonths,
  )
  const firstClaim = Math.max(0, taker?.sumsAhead ?? 0)
  const keepers = new Set(shorted.slice(0, Math.max(0, givers.length - firstClaim)))
  return givers.map((giver) => ({
    giverId: giver.id,
    receiverId: keepers.has(giver) ? giver.id : (claims.shift() ?? giver.id),
  }))
}

/** A receiver for each sum that drop-outs are owed: of this month's turn first, then of earlier ones. */
function claimsOf(month: number, members: readonly TurnMember[]): string[] {
  return members
    .filter(({ isActive, turn, sumsAhead }) => !isActive && turn <= month && sumsAhead > 0)
    .toSorted((a, b) => Number(b.turn === month) - Number(a.turn === month) || a.turn - b.turn)
    .flatMap(({ id, sumsAhead }) => Array.from({ length: sumsAhead }, () => id))
}

/** A member once no month is left. */
export interface Position {
  id: string
  /** Put in for others, less what they got from others. */
  aheadKobo: bigint
  balanceKobo: bigint
}

interface PositionSettlement {
  payerId: string
  receiverId: string
  amountKobo: bigint
}

/**
 * After the last month: what is left with members who got more than they put in goes to those who put in more than they
 * got, the one who is most short first, as far as it goes.
 */
export function settlePositions(positions: readonly Position[]): PositionSettlement[] {
  const owed = positions
    .filter(({ aheadKobo }) => aheadKobo > 0n)
    .map(({ id, aheadKobo }) => ({ id, left: aheadKobo }))
    .toSorted((a, b) => (a.left === b.left ? 0 : a.left > b.left ? -1 : 1))
  return positions
    .filter(({ aheadKobo, balanceKobo }) => aheadKobo < 0n && balanceKobo > 0n)
    .flatMap(({ id: payerId, aheadKobo, balanceKobo }) => {
      let rest = minKobo(-aheadKobo, balanceKobo)
      return owed.flatMap((claim) => {
        const amountKobo = minKobo(rest, claim.left)
        rest -= amountKobo
        claim.left -= amountKobo
        return amountKobo > 0n ? [{ payerId, receiverId: claim.id, amountKobo }] : []
      })
    })
}
