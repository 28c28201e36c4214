// Amount to charge after PEPS (design.md 3, step 4): shown on the button, and checked by the form before charging.
import { formatNaira, parseNaira } from '#domain/money.ts'
import { type TranslatableText, withValues } from '#domain/texts/translatable-text.ts'

/** Naira left to pay after the entered PEPS, in kobo; null if they are invalid or exceed the total. */
export function leftToPayKobo(totalKobo: number, typedPeps: string): number | null {
  const peps = typedPeps.trim() === '' ? 0n : parseNaira(typedPeps)
  if (peps === null || peps < 0n || peps > BigInt(totalKobo)) return null
  return totalKobo - Number(peps)
}

/**
 * False if the button showed another amount than would be charged: without scripts it is not updated while the user
 * types.
 */
export function isAmountAsShown({
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

export const amountChangedText = (totalKobo: number, typedPeps: string): TranslatableText => [
  withValues(/*i18n*/ 'With your PEPS, {naira} is left to pay.', {
    naira: formatNaira(leftToPayKobo(totalKobo, typedPeps) ?? totalKobo),
  }),
  /*i18n*/ 'Nothing was charged yet: check the amount on the button and press it again.',
]
