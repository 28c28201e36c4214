import { brand } from '../brand.ts'
import type { Party } from './facts.ts'

const { street, district, city, state } = brand.address
const taxNumber: string = brand.taxNumber

/** The market as it stands on what it writes today. */
export const market: Party = {
  name: brand.name,
  lines: [
    street,
    `${district}, ${city}`,
    ...(state.startsWith(city) ? [] : [state]),
    brand.supportEmail,
    ...(taxNumber ? [`TIN ${taxNumber}`] : []),
  ],
}

/** A person without a name is a member, as elsewhere on the market. */
export const partyOf = (name: string | null, ...lines: string[]): Party => ({
  name: name?.trim() || 'Member',
  lines: lines.filter(Boolean),
})
