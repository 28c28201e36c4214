// What is charged when PEPS pay a part (design.md 3, step 4): what the button says, and what the form checks before it charges.
import { formatNaira, parseNaira } from '../money.ts'

/** Naira left after the PEPS that were typed, in kobo; null where they are no amount, or more than the total. */
export function leftToPayKobo(totalKobo: number, typedPeps: string): number | null {
  const peps = typedPeps.trim() === '' ? 0n : parseNaira(typedPeps)
  if (peps === null || peps < 0n || peps > BigInt(totalKobo)) return null
  return totalKobo - Number(peps)
}

/** Without scripts a button cannot follow what is typed above it: then it says another amount than would be charged. */
export function isAsShown({
  totalKobo,
  typedPeps,
  shown,
}: {
  totalKobo: number
  typedPeps: string
  shown: string
}): boolean {
  const leftKobo = leftToPayKobo(totalKobo, typedPeps)
  return leftKobo === null || String(leftKobo) === shown
}

export const checkAgainText = (totalKobo: number, typedPeps: string): string =>
  `With your PEPS, ${formatNaira(leftToPayKobo(totalKobo, typedPeps) ?? totalKobo)} is left to pay. Nothing was charged yet: check the amount on the button and press it again.`
