import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { PriceRiseState } from './price-rise.ts'

export const priceRiseWaits = {
  price_rise: {
    open: { on: ['buyer'], urgent: true },
    decided: NO_WAIT,
    withdrawn: NO_WAIT,
  },
} as const satisfies { price_rise: Record<PriceRiseState, Wait> }
