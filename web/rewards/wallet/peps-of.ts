import { kobo } from '#web/ui/format.ts'

/** "1,250 PEPS": kobo of naira. */
export const pepsOf = (amountKobo: number): string => `${kobo(amountKobo).replace('₦', '')} PEPS`
