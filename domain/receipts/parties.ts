import { brand } from '#domain/brand/brand.ts'
import type { Party } from './facts.ts'

const { street, district, city, state } = brand.address
const taxNumber: string = brand.taxNumber

/** The market as a party to new documents. */
export const marketParty: Party = {
  name: brand.name,
  lines: [
    street,
    `${district}, ${city}`,
    ...(state.startsWith(city) ? [] : [state]),
    brand.supportEmail,
    ...(taxNumber ? [`TIN ${taxNumber}`] : []),
  ],
}

/** Users without a name are shown as "Member", as elsewhere on the market. */
export const makeParty = (name: string | null, ...lines: string[]): Party => ({
  name: name?.trim() || 'Member',
  lines: lines.filter(Boolean),
})
