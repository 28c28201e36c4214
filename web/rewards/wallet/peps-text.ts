import { kobo } from '#web/ui/format.ts'

/** An amount in kobo as PEPS: "1,250 PEPS". */
export const pepsText = (amountKobo: number): string => `${kobo(amountKobo).replace('₦', '')} PEPS`
