// VAT (partners.md 5): prices include it. Basic food is zero-rated, some goods are exempt, fees and everything else
// have the standard rate.
import type { Category } from './categories.ts'

export const VAT_CLASSES = ['zero', 'exempt', 'standard'] as const
export type VatClass = (typeof VAT_CLASSES)[number]

export const vatClassLabels: Record<VatClass, string> = {
  zero: 'Basic food: 0%',
  exempt: 'Exempt: outside VAT',
  standard: 'Standard rate',
}

/** Default VAT class by category. All of the current categories are basic food. */
export const usualVatClass: Record<Category, VatClass> = {
  vegetables: 'zero',
  fruits: 'zero',
  grains: 'zero',
  meat: 'zero',
  seafood: 'zero',
  oil: 'zero',
}

/** VAT included in a gross amount, rounded down to the kobo; `public.vat_within` has the same rule. */
export function vatWithinKobo(grossKobo: bigint, basisPoints: number): bigint {
  return (grossKobo * BigInt(basisPoints)) / BigInt(10_000 + basisPoints)
}

/** "0%", "7.5%", "Exempt". */
export function vatText(vatClass: VatClass, basisPoints: number): string {
  return vatClass === 'exempt' ? 'Exempt' : `${basisPoints / 100}%`
}
