import { NO_WAIT, type Wait } from '#domain/wait.ts'
import type { BusinessState } from './business.ts'

export const businessWaits = {
  // A verified company that asks for a change is counted as requested.
  business: { requested: { on: ['overseer'] }, verified: NO_WAIT, refused: NO_WAIT, closed: NO_WAIT },
} as const satisfies { business: Record<BusinessState, Wait> }
