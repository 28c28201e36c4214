/** A charge in naira as whole kobo, rounded up. */
export const chargeKobo = (naira: number): number => Math.ceil(naira * 100 - 1e-6)
